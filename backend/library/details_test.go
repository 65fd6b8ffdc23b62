package library_test

import (
	"testing"

	"dendro/backend/internal/history"
	"dendro/backend/internal/testlib"
	"dendro/backend/library/figures"
)

// TestDetailsAreOfTheNewestSession: model, version and start of a chat are those of the
// session with its newest record; a file counts once, however many sessions have copies of
// the call that touched it, and so do the tokens of a copied response.
func TestDetailsAreOfTheNewestSession(t *testing.T) {
	h := history.New(3, testlib.Begin)
	read := func(s *history.Session, prompt string, call history.Call) {
		s.Prompt(prompt)
		s.Call(call)
		s.Reply("Done.")
		s.EndTurn()
	}
	s := h.Session(testlib.Day())
	read(s, "Add a rate limiter", history.Read("/home/ada/app/limit.go", "package app"))
	read(s, "And where is it used?", history.Read("/home/ada/app/main.go", "package app"))
	forked := s.Fork(history.Copying{Form: history.F5})
	read(forked, "Or with a leaky bucket", history.Read("/home/ada/app/limit.go", "package app"))
	root := testlib.Write(t, h)
	all, err := testlib.Scanned(t, root).Details(t.Context(), figures.Published())
	if err != nil || len(all) != 1 {
		t.Fatalf("%d chats, %v", len(all), err)
	}
	if d := all[0]; d.Chat != s.ID || d.Files != 2 || d.Relation != "resumed" || d.Version == "" || d.Model == "" {
		t.Errorf("%+v", d)
	}
	var tokens int64
	for _, said := range naiveUsage(t, root) {
		tokens += said.usage.Fresh()
	}
	if d := all[0]; d.Tokens != tokens || tokens == 0 || d.Cost <= 0 || d.Unpriced != 0 {
		t.Errorf("%d tokens, want %d; cost %v, unpriced %d", d.Tokens, tokens, d.Cost, d.Unpriced)
	}
}
