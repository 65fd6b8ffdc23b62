package main

import (
	"fmt"
	"io"
	"slices"
	"time"
)

// report writes the results of the jobs.
type report struct {
	out      io.Writer
	notes    bool
	outcomes []outcome
}

// add reports one job as soon as it is done.
func (r *report) add(o outcome) {
	r.outcomes = append(r.outcomes, o)
	id := o.version + " " + o.scenario.name
	if o.broken != nil && !o.skipped {
		fmt.Fprintf(r.out, "FAIL %s: %v\n", id, o.broken)
	}
	for _, failed := range o.tally.failed {
		fmt.Fprintf(r.out, "FAIL %s: %s\n", id, failed)
	}
	if r.notes {
		for _, note := range o.notes {
			fmt.Fprintf(r.out, "note %s: %s\n", id, note)
		}
	}
	if !o.skipped {
		fmt.Fprintf(r.out, "%-8s %-18s %6.1fs  %s\n", o.version, o.scenario.name, o.took.Seconds(), o.mark())
	}
}

// mark is a cell of the table.
func (o outcome) mark() string {
	switch {
	case o.skipped:
		return "-"
	case o.broken != nil:
		return "broken"
	case len(o.tally.failed) > 0:
		return fmt.Sprintf("%d failed", len(o.tally.failed))
	}
	return "ok"
}

// table writes the table, one row per scenario, and reports whether all succeeded.
func (r *report) table(versions []string, scenarios []scenario) bool {
	fmt.Fprintf(r.out, "\n%-18s", "")
	for _, version := range versions {
		fmt.Fprintf(r.out, " %9s", version)
	}
	fmt.Fprintln(r.out)
	for _, s := range scenarios {
		fmt.Fprintf(r.out, "%-18s", s.name)
		for _, version := range versions {
			fmt.Fprintf(r.out, " %9s", r.markOf(version, s.name))
		}
		fmt.Fprintln(r.out)
	}
	passed, failed := 0, 0
	var took time.Duration
	for _, o := range r.outcomes {
		passed, failed, took = passed+o.tally.passed, failed+len(o.tally.failed), took+o.took
		if o.broken != nil && !o.skipped {
			failed++
		}
	}
	fmt.Fprintf(r.out, "\n%d passed, %d failed\n", passed, failed)
	return failed == 0
}

func (r *report) markOf(version, name string) string {
	i := slices.IndexFunc(r.outcomes, func(o outcome) bool { return o.version == version && o.scenario.name == name })
	if i < 0 {
		return "?" // it was interrupted
	}
	return r.outcomes[i].mark()
}
