package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// counts are the results of one runner or of all.
type counts struct {
	Passed  int `json:"passed"`
	Failed  int `json:"failed"`
	Skipped int `json:"skipped"`
	// Notable lists the tests that failed, or passed only when retried, one per line.
	Notable []string `json:"notable,omitempty"`
	// Slowest are the tests that took longest, the longest first.
	Slowest []timing `json:"slowest,omitempty"`
	// Stages are the parts of make test.
	Stages []timing `json:"stages,omitempty"`
}

// timing is how long a test or a stage took, pauses for other tests included.
type timing struct {
	Test    string  `json:"test"`
	Seconds float64 `json:"seconds"`
	// Processor is the processor time of a stage, in seconds: of the command and of all descendants that
	// were waited for. A browser's own processes are not.
	Processor float64 `json:"processor,omitempty"`
}

// nSlowest is how many of the slowest tests are listed.
const nSlowest = 10

// took records the time of a test if it is one of the slowest, and takes a second at least.
func (c *counts) took(test string, seconds float64) {
	if seconds < 1 {
		return
	}
	c.Slowest = append(c.Slowest, timing{Test: test, Seconds: seconds})
	slices.SortStableFunc(c.Slowest, longestFirst)
	c.Slowest = c.Slowest[:min(len(c.Slowest), nSlowest)]
}

// longestFirst orders timings.
func longestFirst(a, b timing) int { return cmp.Compare(b.Seconds, a.Seconds) }

// String lists the stages, the slowest and the notable tests and ends with the line of counts, so that
// the end of a truncated output has all of them.
func (c counts) String() string {
	var lines []string
	for _, t := range slices.SortedFunc(slices.Values(c.Stages), longestFirst) {
		lines = append(lines, fmt.Sprintf("%6.0f s  make %s (%.0f s of processor time)", t.Seconds, t.Test, t.Processor))
	}
	for _, t := range c.Slowest {
		lines = append(lines, fmt.Sprintf("%6.1f s  %s", t.Seconds, t.Test))
	}
	lines = append(lines, c.Notable...)
	return strings.Join(append(lines, fmt.Sprintf("%d passed, %d failed, %d skipped", c.Passed, c.Failed, c.Skipped)), "\n")
}

func (c *counts) add(more counts) {
	c.Passed += more.Passed
	c.Failed += more.Failed
	c.Skipped += more.Skipped
	c.Notable = append(c.Notable, more.Notable...)
	c.Stages = append(c.Stages, more.Stages...)
	for _, t := range more.Slowest {
		c.took(t.Test, t.Seconds)
	}
}

// save writes the counts of a run to file.
func save(file string, c counts) error {
	data, err := json.Marshal(c)
	if err != nil {
		return err
	}
	return write(file, data)
}

// write creates file and its directory.
func write(file string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, data, 0o644)
}

// sum adds up the reports in dir. Their names tell the format: *.go.json and *.stage.json are tally's own,
// vitest*.json and playwright*.json are those of the JSON reporters of Vitest and
// Playwright.
func sum(dir string) (counts, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		return counts{}, err
	}
	var total counts
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			return counts{}, err
		}
		one, err := parseReport(filepath.Base(file), data)
		if err != nil {
			return counts{}, fmt.Errorf("read %s: %w", file, err)
		}
		total.add(one)
	}
	return total, nil
}

func parseReport(name string, data []byte) (counts, error) {
	switch {
	case strings.HasSuffix(name, ".go.json"), strings.HasSuffix(name, ".stage.json"):
		var c counts
		err := json.Unmarshal(data, &c)
		return c, err
	case strings.HasPrefix(name, "vitest"):
		return parseVitest(data)
	case strings.HasPrefix(name, "playwright"):
		return parsePlaywright(data)
	default:
		return counts{}, errors.New("a report of an unknown kind")
	}
}
