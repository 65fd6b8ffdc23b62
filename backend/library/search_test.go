package library_test

import (
	"errors"
	"slices"
	"testing"

	"dendro/backend/internal/history"
	"dendro/backend/library"
	"dendro/backend/search"
	"dendro/backend/search/query"
)

// TestACopiedRecordIsOneHit checks that what several sessions of a chat hold is
// found once, under the session where it was written first.
func TestACopiedRecordIsOneHit(t *testing.T) {
	for _, form := range []history.Form{history.F1, history.F5, history.F6} {
		h := history.New(11, begin)
		s := h.Session(day())
		s.Turn("where is the zeppelin", "in the hangar")
		fork := s.Fork(history.Copying{Form: form})
		s.Turn("fly it", "up it goes")
		fork.Turn("paint it", "which colour")
		fork.Fork(history.Copying{Form: form}).Turn("blue", "done")
		l := scanned(t, write(t, h))
		found := hits(t, l, "zeppelin in:prompts")
		if len(found.Hits) != 1 || found.Total != 1 || !found.Complete {
			t.Fatalf("%v: %+v", form, found)
		}
		hit := found.Hits[0]
		if hit.Session != s.ID || len(hit.AlsoIn) != 2 || !slices.Contains(hit.AlsoIn, fork.ID) {
			t.Errorf("%v: hit of %s, also in %v", form, hit.Session, hit.AlsoIn)
		}
	}
}

// TestAgentsAreSearched checks that a hit in an agent names the session that
// the agent belongs to, and that the program's own agents are left out.
func TestAgentsAreSearched(t *testing.T) {
	h := history.New(12, begin)
	s := h.Session(day())
	s.Prompt("look around")
	s.Agent(history.AgentSpec{Type: "Explore", Description: "Look", Prompt: "find the marmoset", Result: "found"}, func(a *history.Agent) {
		a.Reply("the marmoset sits on the roof")
	})
	s.EndTurn()
	l := scanned(t, write(t, h))
	found := hits(t, l, "marmoset roof")
	if len(found.Hits) != 1 || found.Hits[0].Session != s.ID || found.Hits[0].Agent == "" {
		t.Errorf("%+v", found.Hits)
	}
}

func TestWithoutAnIndexThereIsNoSearch(t *testing.T) {
	q, err := query.Parse("x", begin)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := library.New(library.Options{}).Search(t.Context(), q, search.Options{}); !errors.Is(err, library.ErrNotIndexed) {
		t.Errorf("%v", err)
	}
}
