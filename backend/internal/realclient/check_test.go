package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func checking(loaded ...piece) *checker {
	return &checker{version: "2.1.330", names: map[string]string{"s": "s1"}, truth: &truth{Loaded: map[string][]piece{"s": loaded}}}
}

func TestLoadsAreComparedByContent(t *testing.T) {
	h := written(t, lineOne, lineReply, lineTwo, `{"type":"request","message":{"role":"user","content":"a hook said so"}}`)
	sent := []piece{{"text", "Q1 one"}, {"text", "a hook said so"}, {"reply", "Reply 1 to Q1"}, {"text", "Q2 two"}, {"reply", "No answer was asked for."}}
	for name, c := range map[string]struct {
		leaf   string
		loads  *[]string
		failed int
	}{
		"all right":        {"u3", &[]string{"u1", "u2", "u3"}, 0},
		"one is missing":   {"u3", &[]string{"u1", "u3"}, 1},
		"in another order": {"u3", &[]string{"u1", "u3", "u2"}, 1},
		"another leaf":     {"u2", &[]string{"u1", "u2", "u3"}, 1},
		"no loads":         {"u3", nil, 1},
		"no leaf":          {"", &[]string{"u1", "u2", "u3"}, 1},
	} {
		check := checking(sent...)
		check.loaded(&session{ID: "s"}, sessionJSON{ActiveLeaf: c.leaf}, showJSON{Loads: c.loads}, h)
		if len(check.failed) != c.failed || check.passed+c.failed != 2 {
			t.Errorf("%s: %d passed, failed: %s", name, check.passed, check.failed)
		}
	}
}

func TestLoadsOfOlderVersionsAreNotPromised(t *testing.T) {
	for leaf, failed := range map[string]int{"u1": 0, "u2": 0, "u3": 1} {
		check := checking(piece{"text", "Q1 one"})
		check.version = "2.1.100"
		check.loaded(&session{ID: "s"}, sessionJSON{ActiveLeaf: leaf}, showJSON{}, written(t, lineOne, lineReply, lineTwo))
		if len(check.failed) != failed || check.passed != 1-failed {
			t.Error(leaf, check.passed, check.failed)
		}
	}
}

func TestRewindsAreComparedByPrompts(t *testing.T) {
	h := written(t, lineOne, lineReply, lineTwo, strings.ReplaceAll(strings.ReplaceAll(lineTwo, "u3", "u4"), "Q2", "Q3"))
	got := []rewindJSON{{At: "u2", Branches: []branchJSON{{First: "u3"}, {First: "u4", Active: true}}}}
	if diff := cmp.Diff([]rewind{{"Q1", []string{"Q2", "Q3"}, "Q3"}}, labelled(got, h)); diff != "" {
		t.Error(diff)
	}
}

func TestBranchThatBeginsInAnAncestor(t *testing.T) {
	s := &session{ID: "s", Tip: "Q2", Turns: []turn{{"Q1", ""}, {"Q2", "Q1"}}}
	show := showJSON{Rows: []rowJSON{{Kind: "prompt", Text: "Q2 two"}}}
	check := checking()
	check.branch(s, show)
	if len(check.failed) != 1 {
		t.Error("Q1 is missing, and nothing says where it is")
	}
	show.Continues = "parent"
	check = checking()
	check.branch(s, show)
	if len(check.failed) != 0 {
		t.Error(check.failed)
	}
}

func TestReport(t *testing.T) {
	var out bytes.Buffer
	r := report{out: &out}
	one, two := scenario{name: "one"}, scenario{name: "two"}
	r.add(outcome{job: job{"1.0.54", one}, tally: tally{passed: 2}})
	r.add(outcome{job: job{"1.0.54", two}, tally: tally{passed: 1, failed: []string{"s1 parent: want s2, got none"}}})
	r.add(outcome{job: job{"2.1.330", one}, skipped: true})
	if r.table([]string{"1.0.54", "2.1.330"}, []scenario{one, two}) {
		t.Error("a failure, and all is well")
	}
	for _, want := range []string{"FAIL 1.0.54 two: s1 parent: want s2, got none\n", "two                 1 failed         ?\n", "\n3 passed, 1 failed\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in:\n%s", want, &out)
		}
	}
}
