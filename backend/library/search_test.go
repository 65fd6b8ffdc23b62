package library_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"dendro/backend/internal/history"
	"dendro/backend/internal/testlib"
	"dendro/backend/library"
	"dendro/backend/search"
	"dendro/backend/search/query"
	"dendro/backend/session"
)

// TestACopiedRecordIsOneHit checks that what several sessions of a chat hold is
// found once, under the session where it was written first.
func TestACopiedRecordIsOneHit(t *testing.T) {
	for _, form := range []history.Form{history.F1, history.F5, history.F6} {
		h := history.New(11, testlib.Begin)
		s := h.Session(testlib.Day())
		s.Turn("where is the zeppelin", "in the hangar")
		fork := s.Fork(history.Copying{Form: form})
		s.Turn("fly it", "up it goes")
		fork.Turn("paint it", "which colour")
		fork.Fork(history.Copying{Form: form}).Turn("blue", "done")
		l := testlib.Scanned(t, testlib.Write(t, h))
		found := testlib.Hits(t, l, "zeppelin in:prompts")
		if len(found.Hits) != 1 || found.Total != 1 || !found.Complete {
			t.Fatalf("%v: %+v", form, found)
		}
		hit := found.Hits[0]
		if hit.Session != s.ID || len(hit.AlsoIn) != 2 || !slices.Contains(hit.AlsoIn, fork.ID) {
			t.Errorf("%v: hit of %s, also in %v", form, hit.Session, hit.AlsoIn)
		}
	}
}

// TestACopyInAnotherChatIsTheSameHit copies a record that links no sessions
// into another chat, and an agent's file into the side directory of a fork.
func TestACopyInAnotherChatIsTheSameHit(t *testing.T) {
	h := history.New(13, testlib.Begin)
	s := h.Session(testlib.Day())
	s.Turn("good morning", "and to you")
	s.LocalCommand("cost", "", "the zeppelin costs a fortune")
	s.Agent(history.AgentSpec{Type: "Explore", Description: "Look", Prompt: "find the marmoset", Result: "found"}, func(a *history.Agent) {
		a.Reply("the marmoset sits on the roof")
	})
	s.Turn("thank you", "you are welcome")
	fork := s.Fork(history.Copying{Form: history.F1})
	fork.Turn("paint it", "which colour")
	h.Set(testlib.Begin.Add(3 * time.Hour))
	other := h.Session(testlib.Day())
	other.Turn("an unrelated matter", "indeed")
	other.Turn("and another", "so it is")
	root := testlib.Write(t, h)

	for _, line := range bytes.SplitAfter(h.Files()[s.Path()], []byte("\n")) {
		if bytes.Contains(line, []byte("fortune")) && bytes.Contains(line, []byte(`"uuid"`)) {
			line = regexp.MustCompile(`"parentUuid":"[^"]*"`).ReplaceAll(line, []byte(`"parentUuid":null`))
			testlib.AppendTo(t, root, other.Path(), bytes.ReplaceAll(line, []byte(s.ID), []byte(other.ID)))
		}
	}
	for path, data := range h.Files() {
		if rest, ok := strings.CutPrefix(path, s.SideDir()+"/"); ok {
			testlib.Put(t, root, fork.SideDir()+"/"+rest, data)
		}
	}
	l := testlib.Scanned(t, root)
	if len(l.Chats()) != 2 {
		t.Fatalf("%d chats", len(l.Chats()))
	}
	found := testlib.Hits(t, l, "fortune")
	if found.Total != 1 || found.Hits[0].Session != s.ID || !slices.Contains(found.Hits[0].AlsoIn, other.ID) || !slices.Contains(found.Hits[0].AlsoIn, fork.ID) {
		t.Errorf("an output: %+v", found)
	}
	found = testlib.Hits(t, l, "marmoset roof")
	if found.Total != 1 || found.Hits[0].Session != s.ID || found.Hits[0].Agent == "" || !slices.Contains(found.Hits[0].AlsoIn, fork.ID) {
		t.Errorf("an agent's reply: %+v", found)
	}

	// The searched scope decides which copy is the hit.
	q, err := query.Parse("fortune", testlib.Begin)
	if err != nil {
		t.Fatal(err)
	}
	one, err := l.Searcher.Search(t.Context(), q, search.Options{Count: true, Files: func(f *search.FileInfo) bool { return f.Session == other.ID }})
	if err != nil || one.Total != 1 {
		t.Errorf("in the other chat alone: %+v, %v", one, err)
	}

	// If a copy is removed, the hit stays; an added copy is not another hit.
	if err := os.Remove(filepath.Join(root, filepath.FromSlash(other.Path()))); err != nil {
		t.Fatal(err)
	}
	if err := l.Catalog.Scan(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	if found = testlib.Hits(t, l, "fortune"); found.Total != 1 || slices.Contains(found.Hits[0].AlsoIn, other.ID) {
		t.Errorf("without the copy: %+v", found)
	}
}

// TestAForkedAgentsContextIsNotFoundTwice has an agent that was forked off its
// session and whose file repeats what the session had said.
func TestAForkedAgentsContextIsNotFoundTwice(t *testing.T) {
	h := history.New(14, testlib.Begin)
	s := h.Session(testlib.Day())
	s.Turn("where is the zeppelin", "in the hangar")
	s.Agent(history.AgentSpec{Type: "fork", Description: "Look", Prompt: "find the marmoset", Fork: true}, func(a *history.Agent) {
		a.Reply("no zeppelin on the roof")
	})
	root := testlib.Write(t, h)
	for path := range h.Files() {
		if !strings.Contains(path, "agent-") || !strings.HasSuffix(path, ".jsonl") {
			continue
		}
		for _, line := range bytes.SplitAfter(h.Files()[s.Path()], []byte("\n")) {
			if bytes.Contains(line, []byte("zeppelin")) && bytes.Contains(line, []byte(`"uuid"`)) {
				testlib.AppendTo(t, root, path, bytes.Replace(line, []byte(`"isSidechain":false`), []byte(`"isSidechain":true`), 1))
			}
		}
	}
	l := testlib.Scanned(t, root)
	found := testlib.Hits(t, l, "zeppelin in:prompts,replies")
	agents := 0
	for _, hit := range found.Hits {
		if hit.Agent != "" {
			agents++
		}
		if len(hit.AlsoIn) > 0 || hit.Session != s.ID {
			t.Errorf("%+v", hit)
		}
	}
	if found.Total != 2 || agents != 1 {
		t.Errorf("%d hits, %d of the agent: %+v", found.Total, agents, found.Hits)
	}
}

// TestAgentsAreSearched checks that a hit in an agent names the session that
// the agent belongs to, and that the program's own agents are left out.
func TestAgentsAreSearched(t *testing.T) {
	h := history.New(12, testlib.Begin)
	s := h.Session(testlib.Day())
	s.Prompt("look around")
	s.Agent(history.AgentSpec{Type: "Explore", Description: "Look", Prompt: "find the marmoset", Result: "found"}, func(a *history.Agent) {
		a.Reply("the marmoset sits on the roof")
	})
	s.EndTurn()
	l := testlib.Scanned(t, testlib.Write(t, h))
	found := testlib.Hits(t, l, "marmoset roof")
	if len(found.Hits) != 1 || found.Hits[0].Session != s.ID || found.Hits[0].Agent == "" {
		t.Errorf("%+v", found.Hits)
	}
}

func TestWithoutAnIndexThereIsNoSearch(t *testing.T) {
	q, err := query.Parse("x", testlib.Begin)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := library.New(library.Options{}).Searcher.Search(t.Context(), q, search.Options{}); !errors.Is(err, session.ErrNotIndexed) {
		t.Errorf("%v", err)
	}
}
