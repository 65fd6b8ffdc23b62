package library_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"dendro/backend/internal/history"
	"dendro/backend/internal/testlib"
	"dendro/backend/search"
	"dendro/backend/search/query"
)

// TestTouching: file: finds the turns whose calls name the file, of all chats, through
// agents, too, the newest first; a fork's copies are not listed again, and a command that
// mentions the file does not count.
func TestTouching(t *testing.T) {
	const path = "/home/ada/my-app/internal/router.go"
	h := history.New(59, testlib.Begin)
	s := h.Session(testlib.Day())
	turn := func(s *history.Session, prompt string, work func()) {
		s.Prompt(prompt)
		work()
		s.Reply("Done.")
		s.EndTurn()
	}
	turn(s, "Write a router", func() { s.Call(history.Write(path, "package router")) })
	turn(s, "Count its lines", func() { s.Call(history.Bash("wc -l "+path, "Count", "1", 0, 0)) })
	turn(s, "Look at it", func() {
		s.Agent(history.AgentSpec{Type: "Explore", Description: "Look", Prompt: "Look."}, func(a *history.Agent) {
			a.Call(history.Read(path, "package router"))
			a.Reply("A router.")
		})
	})
	fork := s.Fork(history.Copying{Form: history.F5})
	turn(fork, "Read it again", func() { fork.Call(history.Read(path, "package router")) })
	other := h.Session(testlib.Day())
	turn(other, "Another file", func() { other.Call(history.Write("/home/ada/my-app/main.go", "package main")) })
	turn(other, "Its test", func() { other.Call(history.Write("/home/ada/my-app/ROUTER.go", "package main")) })

	l := testlib.Scanned(t, testlib.Write(t, h))
	q, err := query.Parse("file:router.go", testlib.Begin)
	if err != nil {
		t.Fatal(err)
	}
	ranked, err := l.Searcher.Rank(t.Context(), "file:router.go", q, search.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, turn := range ranked.Turns {
		got = append(got, turn.Prompt)
	}
	want := []string{"Its test", "Read it again", "Look at it", "Write a router"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
