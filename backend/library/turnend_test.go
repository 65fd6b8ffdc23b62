package library_test

import (
	"testing"

	"dendro/backend/internal/history"
	"dendro/backend/internal/testlib"
	"dendro/backend/library"
)

func TestTurnEnd(t *testing.T) {
	h := history.New(31, testlib.Begin)
	s := h.Session(testlib.Day())
	root := t.TempDir()
	l := testlib.Open(root)
	ends := func(when string, want bool) library.TurnEnd {
		t.Helper()
		if err := h.WriteDir(root); err != nil {
			t.Fatal(err)
		}
		if err := l.Catalog.Scan(t.Context(), false); err != nil {
			t.Fatal(err)
		}
		r, ended := l.TurnEnd(t.Context(), s.ID)
		if ended != want {
			t.Errorf("%s: %+v, ended: %v", when, r, ended)
		}
		return r
	}
	s.Prompt("Fix the test")
	ends("a prompt", false)
	s.Thinking("Which one?")
	ends("a thought", false)
	s.Call(history.Bash("go test", "Test", "FAIL", 1, 0))
	ends("a result", false)
	s.Reply("Fixed.")
	s.EndTurn()
	r := ends("an answer", true)
	if r.Session != s.ID || r.Title != "Fix the test" || r.Project != "my-app" || r.Leaf == "" || r.Failed || r.At.Before(testlib.Begin) {
		t.Errorf("%+v", r)
	}
	s.CustomTitle("The test")
	if r := ends("a title behind it", true); r.Title != "The test" {
		t.Errorf("%+v", r)
	}
	s.Prompt("And now?")
	s.Interrupt(false)
	ends("an interruption", false)
	if r, ended := l.TurnEnd(t.Context(), "none"); ended {
		t.Errorf("%+v", r)
	}
}

// While an agent runs in the background, an answer is only a pause: the notification of the
// agent starts the next turn.
func TestTurnEndWithAgents(t *testing.T) {
	for _, busy := range []bool{false, true} {
		h := history.New(32, testlib.Begin)
		s := h.Session(testlib.Day())
		root := t.TempDir()
		l := testlib.Open(root)
		ends := func(when string, want bool) {
			t.Helper()
			if err := h.WriteDir(root); err != nil {
				t.Fatal(err)
			}
			if err := l.Catalog.Scan(t.Context(), false); err != nil {
				t.Fatal(err)
			}
			if r, ended := l.TurnEnd(t.Context(), s.ID); ended != want {
				t.Errorf("%s, busy %v: %+v, ended: %v", when, busy, r, ended)
			}
		}
		s.Prompt("Look into it, and tell me")
		a := s.Agent(history.AgentSpec{Background: true, Description: "Look", Prompt: "Look."}, func(a *history.Agent) {
			h.Wait(60e9)
			a.Reply("Seen.")
		})
		s.Reply("An agent looks into it.")
		s.EndTurn()
		ends("an answer while an agent runs", false)
		s.Notify(a, busy)
		s.Reply("It is seen.")
		s.EndTurn()
		ends("an answer to what the agent found", true)
	}
}
