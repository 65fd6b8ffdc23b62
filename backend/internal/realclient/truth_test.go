package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTruthOfARewind(t *testing.T) {
	var all truth
	s := all.begin("a", "")
	for _, label := range []string{"Q1", "Q2", "Q3"} {
		s.ask(label)
	}
	s.backTo("Q3")
	s.ask("Q4")
	s.backTo("Q2")
	s.ask("Q5")
	if diff := cmp.Diff([]string{"Q1", "Q5"}, s.line()); diff != "" {
		t.Error(diff)
	}
	want := []rewind{{"Q1", []string{"Q2", "Q5"}, "Q5"}, {"Q2", []string{"Q3", "Q4"}, ""}}
	if diff := cmp.Diff(want, s.rewinds()); diff != "" {
		t.Error(diff)
	}
	s.backTo("Q1")
	s.ask("Q6")
	if diff := cmp.Diff(rewind{"", []string{"Q1", "Q6"}, "Q6"}, s.rewinds()[0]); diff != "" {
		t.Error("the first prompt replaced:", diff)
	}
}

func TestTruthOfCopies(t *testing.T) {
	var all truth
	all.did("a", "", "Q1")
	all.did("b", "a", "Q2") // a copy, before a goes on
	all.did("c", "b", "Q3")
	for id, want := range map[string]string{"a": "root", "b": "resumed", "c": "resumed"} {
		if got := all.relation(all.session(id)); got != want {
			t.Errorf("%s is %s, want %s", id, got, want)
		}
	}
	all.did("a", "a", "Q4")
	if got := all.relation(all.session("b")); got != "forked" {
		t.Errorf("b is %s now that a went on", got)
	}
	if superseded, known := all.superseded(all.session("b")); !superseded || !known {
		t.Error("b lives on in c")
	}
	if superseded, _ := all.superseded(all.session("a")); superseded {
		t.Error("a has Q4, which no copy has")
	}
	all.session("b").Unsure[ofLine] = true
	if _, known := all.superseded(all.session("a")); known {
		t.Error("how b stands to a is not known")
	}
}

func TestTruthOfACopyThatLeavesBranchesBehind(t *testing.T) {
	var all truth
	a := all.begin("a", "")
	a.ask("Q1")
	a.ask("Q2")
	a.backTo("Q2")
	a.ask("Q3")
	a.Compactions = 1
	b := all.begin("b", "a")
	if diff := cmp.Diff([]turn{{"Q1", ""}, {"Q3", "Q1"}}, b.Turns); diff != "" {
		t.Error(diff)
	}
	if !b.Unsure[ofCompactions] || b.Unsure[ofAgents] {
		t.Error("what a copy holds of compactions is not known, that it has no agents is")
	}
}

func TestTruthOfTwoProcesses(t *testing.T) {
	s := &session{TipLoaded: true, Tip: "Q3", Turns: []turn{{"Q1", ""}, {"Q2", "Q1"}, {"Q3", "Q1"}}}
	s.settle(map[string]int{"Q1": 0, "Q3": 4, "Q2": 5}, []piece{{"text", "Q1 one"}, {"reply", "Reply to Q3"}, {"text", "Q2 two"}})
	if s.Tip != "Q2" {
		t.Error("the line that was loaded goes on, not that of", s.Tip)
	}
	if diff := cmp.Diff([]rewind{{"Q1", []string{"Q3", "Q2"}, "Q2"}}, s.rewinds()); diff != "" {
		t.Error(diff)
	}
}

func TestARewindIntoANewFile(t *testing.T) {
	s := stage{truth: &truth{}, names: map[string]string{"a": "one"}}
	for _, label := range []string{"Q1", "Q2", "Q3"} {
		s.truth.did("one", "", label)
	}
	if err := s.wentBack("two", "a", "Q2", "Q4 four"); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"Q1", "Q4"}, s.truth.session("two").line()); diff != "" {
		t.Error(diff)
	}
	if len(s.truth.session("two").rewinds()) != 0 || s.truth.relation(s.truth.session("two")) != "forked" || s.named("a") != "two" {
		t.Error("the new file is a fork without a rewind of its own")
	}
}
