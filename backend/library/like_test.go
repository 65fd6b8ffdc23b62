package library_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"dendro/backend/internal/history"
	"dendro/backend/internal/testlib"
	"dendro/backend/internal/tests"
	"dendro/backend/search"
	"dendro/backend/search/query"
	"dendro/backend/session"
	"dendro/backend/transcript"
)

// TestTurnsLikeOne: a turn's rare words lead to the turns on the same subject, in words that
// the box shows and that can be changed.
func TestTurnsLikeOne(t *testing.T) {
	h := history.New(35, testlib.Begin)
	s := h.Session(testlib.Day())
	s.Turn("Why does the checkpoint trailer fail?", "The trailer of the checkpoint is cut off by the segment writer.")
	first := s.Prompts()[0]
	for range 12 {
		s.Turn("Write the next chapter of the guide", "The chapter is written.")
	}
	s.Prompt("Look at it again")
	s.Call(history.Bash("go test ./segment -run Checkpoint", "Test the trailer", "ok", 0, 0))
	s.Reply("The segment writer is right now.")
	s.EndTurn()
	last := s.Prompts()[len(s.Prompts())-1]
	lone := h.Session(testlib.Day())
	lone.Turn("Zebras", "Quaggas.")
	l := testlib.Scanned(t, testlib.Write(t, h))

	for _, record := range []string{first, last} {
		q, err := l.Like(t.Context(), s.ID, "", record)
		if err != nil {
			t.Fatal(err)
		}
		words := strings.Fields(q)
		for _, want := range []string{"checkpoint", "trailer", "segment"} {
			if !slices.Contains(words, want) {
				t.Errorf("%q lacks %q", q, want)
			}
		}
		for _, not := range []string{"the", "chapter", "why"} {
			if slices.Contains(words, not) {
				t.Errorf("%q has %q", q, not)
			}
		}
		parsed, err := query.Parse(q, testlib.Begin)
		if err != nil {
			t.Fatal(err)
		}
		found, err := l.Searcher.Rank(t.Context(), q, parsed, search.Options{})
		if err != nil || len(found.Turns) < 2 {
			t.Fatalf("%v, %v", found, err)
		}
		got := []string{found.Turns[0].UUID, found.Turns[1].UUID}
		if !slices.Contains(got, first) || !slices.Contains(got, last) {
			t.Errorf("%q finds %v", q, got)
		}
	}
	if q, err := l.Like(t.Context(), lone.ID, "", lone.Prompts()[0]); err != nil || q != "" {
		t.Errorf("like zebras: %q, %v", q, err)
	}
	if _, err := l.Like(t.Context(), s.ID, "", "nothing"); !errors.Is(err, session.ErrNotFound) {
		t.Errorf("the error is %v", err)
	}
}

// TestLikeOnRealHistories: the query of a turn finds the turn itself near the top.
func TestLikeOnRealHistories(t *testing.T) {
	for _, set := range []string{"oh-my-posh", "claude-code-log"} {
		l := testlib.Scanned(t, tests.Real(t, set))
		asked, top := 0, 0
		for _, chat := range l.Chats() {
			for _, s := range chat.Sessions {
				prompts := l.Catalog.Snapshot().File(s.ID).Summary.Prompts
				for i := 0; i < len(prompts) && asked < 40; i += 7 {
					uuid := transcript.Names(nil).Text(prompts[i].ID)
					q, err := l.Like(t.Context(), s.ID, "", uuid)
					if err != nil || q == "" {
						continue
					}
					parsed, err := query.Parse(q, testlib.Begin)
					if err != nil {
						t.Fatalf("%q: %v", q, err)
					}
					found, err := l.Searcher.Rank(t.Context(), q, parsed, search.Options{Limit: 10})
					if err != nil {
						t.Fatal(err)
					}
					asked++
					if slices.ContainsFunc(found.Turns, func(r search.RankedTurn) bool { return r.UUID == uuid || slices.Contains(r.AlsoIn, s.ID) }) {
						top++
					}
				}
			}
		}
		t.Logf("%s: %d of %d among the first ten", set, top, asked)
		if top*10 < asked*7 {
			t.Errorf("%s: only %d of %d turns are found by their own words", set, top, asked)
		}
	}
}
