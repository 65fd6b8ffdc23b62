package main

import (
	"encoding/json"
	"regexp"
	"strings"
)

// parseVitest reads the report of Vitest's JSON reporter.
func parseVitest(data []byte) (counts, error) {
	var r struct {
		NumPassedTests  int
		NumFailedTests  int
		NumPendingTests int
		NumTodoTests    int
		TestResults     []struct {
			AssertionResults []struct {
				FullName, Status string
				Duration         float64 // milliseconds
				FailureMessages  []string
			}
		}
	}
	err := json.Unmarshal(data, &r)
	c := counts{Passed: r.NumPassedTests, Failed: r.NumFailedTests, Skipped: r.NumPendingTests + r.NumTodoTests}
	for _, file := range r.TestResults {
		for _, test := range file.AssertionResults {
			c.took(test.FullName, test.Duration/1000)
			if test.Status == "failed" {
				c.note("failed", test.FullName, strings.Join(test.FailureMessages, "\n"))
			}
		}
	}
	return c, err
}

// suite is a file or a group of tests in the report of Playwright's JSON reporter.
type suite struct {
	Suites []suite
	Specs  []struct {
		Title, File string
		Tests       []struct {
			Status  string
			Results []struct {
				Duration float64 // milliseconds
				Error    struct{ Message string }
			}
		}
	}
}

// parsePlaywright parses the report of Playwright's JSON reporter. A flaky test failed at
// first and passed when retried: it counts as passed, and is listed.
func parsePlaywright(data []byte) (counts, error) {
	var r struct {
		suite
		Stats struct{ Expected, Unexpected, Flaky, Skipped int }
	}
	err := json.Unmarshal(data, &r)
	c := counts{Passed: r.Stats.Expected + r.Stats.Flaky, Failed: r.Stats.Unexpected, Skipped: r.Stats.Skipped}
	c.noteSpecs(r.suite)
	return c, err
}

func (c *counts) noteSpecs(s suite) {
	for _, spec := range s.Specs {
		for _, test := range spec.Tests {
			if len(test.Results) == 0 {
				continue
			}
			for _, try := range test.Results {
				c.took(spec.File+" "+spec.Title, try.Duration/1000)
			}
			why := test.Results[0].Error.Message
			switch test.Status {
			case "unexpected":
				c.note("failed", spec.File+" "+spec.Title, why)
			case "flaky":
				c.note("passed when tried again", spec.File+" "+spec.Title, why)
			}
		}
	}
	for _, inner := range s.Suites {
		c.noteSpecs(inner)
	}
}

// longest is the maximum length of a message: it identifies the failure; the runner prints
// it in full.
const longest = 300

// note lists a test by name, with the beginning of its error, in one line.
func (c *counts) note(how, name, why string) {
	line := how + ": " + name
	colours := regexp.MustCompile("\x1b\\[[0-9;]*m")
	if words := strings.Join(strings.Fields(colours.ReplaceAllString(why, "")), " "); words != "" {
		line += ": " + words
	}
	if runes := []rune(line); len(runes) > longest {
		line = string(runes[:longest]) + "…"
	}
	c.Notable = append(c.Notable, line)
}
