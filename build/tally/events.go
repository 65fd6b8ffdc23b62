package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// event is a line of `go test -json`; see `go doc test2json`.
type event struct {
	Action  string
	Package string
	Test    string
	Output  string
}

// testName identifies a test over all packages.
type testName struct{ pkg, test string }

// readEvents reads the events of a run and writes to out what a person wants
// to see: a line a package, and the whole output of what failed. A package that
// fails without a failing test, because it does not build for example, counts
// as one failure.
func readEvents(in io.Reader, out io.Writer) (counts, error) {
	var total counts
	output := map[testName][]string{}
	failed := map[string]bool{} // packages with a failing test
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) > 0 {
			var e event
			if json.Unmarshal(line, &e) != nil {
				// The go command itself may say something between the events.
				fmt.Fprint(out, string(line))
			} else {
				total.take(e, output, failed, out)
			}
		}
		if errors.Is(err, io.EOF) {
			return total, nil
		}
		if err != nil {
			return total, fmt.Errorf("read the events: %w", err)
		}
	}
}

// take counts one event and prints what it says.
func (c *counts) take(e event, output map[testName][]string, failed map[string]bool, out io.Writer) {
	name := testName{e.Package, e.Test}
	switch e.Action {
	case "build-output":
		fmt.Fprint(out, e.Output)
	case "output":
		if e.Test == "" {
			if isSummary(e.Output) {
				fmt.Fprint(out, e.Output)
			} else {
				output[name] = append(output[name], e.Output)
			}
			return
		}
		output[name] = append(output[name], e.Output)
	case "pass":
		if e.Test != "" {
			c.Passed++
		}
		delete(output, name)
	case "skip":
		if e.Test != "" {
			c.Skipped++
		}
		delete(output, name)
	case "fail":
		if e.Test != "" {
			c.Failed++
			failed[e.Package] = true
			c.note("failed", e.Package+" "+e.Test, strings.Join(output[name], ""))
		} else if !failed[e.Package] {
			c.Failed++
			c.note("failed", e.Package, strings.Join(unfinished(e.Package, output), " "))
		}
		if e.Test == "" {
			printUnfinished(e.Package, output, out)
		}
		fmt.Fprint(out, strings.Join(output[name], ""))
		delete(output, name)
	}
}

// unfinished names the tests that were running when their package failed: a
// test that runs out of time or exits the process gets no verdict of its own.
func unfinished(pkg string, output map[testName][]string) []string {
	var names []string
	for name := range output {
		if name.pkg == pkg && name.test != "" {
			names = append(names, name.test)
		}
	}
	slices.Sort(names)
	return names
}

// printUnfinished prints what unfinished tests said. Their package is done, so
// nothing more comes for them.
func printUnfinished(pkg string, output map[testName][]string, out io.Writer) {
	for _, test := range unfinished(pkg, output) {
		name := testName{pkg, test}
		fmt.Fprintf(out, "--- without a verdict: %s\n%s", test, strings.Join(output[name], ""))
		delete(output, name)
	}
}

// isSummary tells the one line that closes a package from what its tests print.
func isSummary(line string) bool {
	return strings.HasPrefix(line, "ok  \t") || strings.HasPrefix(line, "FAIL\t") || strings.HasPrefix(line, "panic: ")
}
