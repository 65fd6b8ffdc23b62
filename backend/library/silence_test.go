package library_test

import (
	"slices"
	"testing"
	"time"

	"dendro/backend/internal/history"
	"dendro/backend/library"
)

func TestSilences(t *testing.T) {
	var s library.Silences
	now := begin
	due := func(after time.Duration, next time.Duration, want ...string) {
		t.Helper()
		now = now.Add(after)
		silent, again := s.Due(now)
		slices.Sort(silent)
		if !slices.Equal(silent, want) || again != next {
			t.Errorf("%v silent, again in %v; want %v, %v", silent, again, want, next)
		}
	}
	due(0, 0)
	s.Grew(now, "a", "b")
	due(5*time.Second, 15*time.Second)
	s.Grew(now, "b")
	due(15*time.Second, 5*time.Second, "a")
	due(5*time.Second, 0, "b")
	due(time.Hour, 0)
	s.Grew(now, "a")
	due(-time.Hour, 0, "a") // the clock was set back

	rest := library.Rest{Session: "a", Leaf: "1", At: now}
	for _, tt := range []struct {
		after time.Duration
		leaf  string
		worth bool
	}{
		{20 * time.Second, "1", true},
		{40 * time.Second, "1", false}, // a title came behind it
		{40 * time.Second, "2", true},
		{time.Hour, "3", false}, // opened, and closed again
	} {
		rest.Leaf = tt.leaf
		if got := s.Worth(now.Add(tt.after), rest); got != tt.worth {
			t.Errorf("%+v: %v", tt, got)
		}
	}
}

func TestRest(t *testing.T) {
	h := history.New(31, begin)
	s := h.Session(day())
	root := t.TempDir()
	l := open(root)
	rests := func(when string, want bool) library.Rest {
		t.Helper()
		if err := h.WriteDir(root); err != nil {
			t.Fatal(err)
		}
		if err := l.Scan(t.Context(), false); err != nil {
			t.Fatal(err)
		}
		r, ended := l.Rest(s.ID)
		if ended != want {
			t.Errorf("%s: %+v, ended: %v", when, r, ended)
		}
		return r
	}
	s.Prompt("Fix the test")
	rests("a prompt", false)
	s.Thinking("Which one?")
	rests("a thought", false)
	s.Call(history.Bash("go test", "Test", "FAIL", 1, 0))
	rests("a result", false)
	s.Reply("Fixed.")
	s.EndTurn()
	r := rests("an answer", true)
	if r.Session != s.ID || r.Title != "Fix the test" || r.Project != "my-app" || r.Leaf == "" || r.Failed || r.At.Before(begin) {
		t.Errorf("%+v", r)
	}
	s.CustomTitle("The test")
	if r := rests("a title behind it", true); r.Title != "The test" {
		t.Errorf("%+v", r)
	}
	s.Prompt("And now?")
	s.Interrupt(false)
	rests("an interruption", false)
	if r, ended := l.Rest("none"); ended {
		t.Errorf("%+v", r)
	}
}
