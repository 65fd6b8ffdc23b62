package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// event is a line of `go test -json`; see `go doc test2json`.
type event struct {
	Action  string
	Package string
	Test    string // "" for events of the package
	Output  string
	Elapsed float64 // seconds, of a verdict
}

// progress is the state of a package's tests.
type progress struct {
	// said is the output of tests without a verdict, by name; the package's own output is
	// under "".
	said   map[string][]string
	failed bool // at least one failed
}

// readEvents reads the events of a run and writes a readable report to out: one line per
// package, and the whole output of failures. A package that fails without a failing test,
// for example because it does not build, counts as one failure.
func readEvents(in io.Reader, out io.Writer) (counts, error) {
	var total counts
	packages := map[string]*progress{}
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadBytes('\n')
		var e event
		if json.Unmarshal(line, &e) != nil {
			// The go command may print lines between the events.
			fmt.Fprint(out, string(line))
		} else {
			if packages[e.Package] == nil {
				packages[e.Package] = &progress{said: map[string][]string{}}
			}
			total.take(e, packages[e.Package], out)
		}
		if errors.Is(err, io.EOF) {
			return total, nil
		}
		if err != nil {
			return total, fmt.Errorf("read the events: %w", err)
		}
	}
}

// take counts one event and prints its output.
func (c *counts) take(e event, p *progress, out io.Writer) {
	switch {
	case e.Action == "build-output", e.Action == "output" && e.Test == "" && isSummary(e.Output):
		fmt.Fprint(out, e.Output)
	case e.Action == "output":
		p.said[e.Test] = append(p.said[e.Test], e.Output)
	case e.Action == "pass" && e.Test != "":
		c.Passed++
	case e.Action == "skip" && e.Test != "":
		c.Skipped++
	case e.Action == "fail" && e.Test != "":
		c.Failed++
		c.note("failed", e.Package+" "+e.Test, strings.Join(p.said[e.Test], ""))
		p.failed = true
		fmt.Fprint(out, strings.Join(p.said[e.Test], ""))
	case e.Action == "fail":
		c.failPackage(e.Package, p, out)
	}
	if slices.Contains([]string{"pass", "skip", "fail"}, e.Action) {
		if e.Test != "" && !strings.Contains(e.Test, "/") { // its subtests are part of it
			c.took(e.Package+" "+e.Test, e.Elapsed)
		}
		delete(p.said, e.Test)
	}
}

// failPackage prints the output of the tests that were running when their package failed: a
// test that times out or exits the process gets no verdict of its own.
func (c *counts) failPackage(name string, p *progress, out io.Writer) {
	own := strings.Join(p.said[""], "")
	delete(p.said, "")
	running := slices.Sorted(maps.Keys(p.said))
	if !p.failed {
		c.Failed++
		c.note("failed", name, strings.Join(running, " "))
	}
	for _, test := range running {
		fmt.Fprintf(out, "--- without a verdict: %s\n%s", test, strings.Join(p.said[test], ""))
	}
	fmt.Fprint(out, own)
}

// isSummary distinguishes the summary line of a package from the output of its tests.
func isSummary(line string) bool {
	return strings.HasPrefix(line, "ok  \t") || strings.HasPrefix(line, "FAIL\t") || strings.HasPrefix(line, "panic: ")
}
