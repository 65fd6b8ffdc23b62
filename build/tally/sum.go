package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// counts are the results of one runner or of all.
type counts struct {
	Passed  int `json:"passed"`
	Failed  int `json:"failed"`
	Skipped int `json:"skipped"`
}

func (c counts) String() string {
	return fmt.Sprintf("%d passed, %d failed, %d skipped", c.Passed, c.Failed, c.Skipped)
}

func (c *counts) add(more counts) {
	c.Passed += more.Passed
	c.Failed += more.Failed
	c.Skipped += more.Skipped
}

// save writes the counts of a run to file.
func save(file string, c counts) error {
	data, err := json.Marshal(c)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, data, 0o644)
}

// sum adds up the reports in dir. Reports are told apart by their names:
// *.go.json is tally's own, vitest*.json and playwright*.json are those of the
// JSON reporters of Vitest and Playwright.
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
	case strings.HasSuffix(name, ".go.json"):
		var c counts
		err := json.Unmarshal(data, &c)
		return c, err
	case strings.HasPrefix(name, "vitest"):
		var r struct {
			NumPassedTests  int
			NumFailedTests  int
			NumPendingTests int
			NumTodoTests    int
		}
		err := json.Unmarshal(data, &r)
		return counts{r.NumPassedTests, r.NumFailedTests, r.NumPendingTests + r.NumTodoTests}, err
	case strings.HasPrefix(name, "playwright"):
		var r struct {
			Stats struct{ Expected, Unexpected, Flaky, Skipped int }
		}
		err := json.Unmarshal(data, &r)
		// A flaky test failed at first and passed when it was tried again.
		return counts{r.Stats.Expected + r.Stats.Flaky, r.Stats.Unexpected, r.Stats.Skipped}, err
	default:
		return counts{}, errors.New("a report of an unknown kind")
	}
}
