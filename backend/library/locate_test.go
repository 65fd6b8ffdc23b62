package library_test

import (
	"errors"
	"strings"
	"testing"

	"dendro/backend/internal/history"
	"dendro/backend/internal/testlib"
	"dendro/backend/internal/tests"
	"dendro/backend/library"
	"dendro/backend/search"
	"dendro/backend/search/query"
	"dendro/backend/session"
)

func TestLocate(t *testing.T) {
	h := history.New(33, testlib.Begin)
	s := h.Session(testlib.Day())
	s.Turn("Add a limit", "A bucket.")
	s.Call(history.Bash("go test ./...", "Test", "all greenish", 0, 0))
	s.Agent(history.AgentSpec{Type: "Explore", Description: "Look", Prompt: "Look."}, func(a *history.Agent) {
		a.Call(history.Grep("Take(", "/home/ada/my-app", "content", "a.go:1: Take() purplish"))
		a.Reply("Two callers.")
	})
	s.Reply("Done, reddish.")
	s.EndTurn()
	s.Turn("Write it down", "Yellowish.")
	s.Rewind(s.Prompts()[len(s.Prompts())-1])
	s.Turn("Write it down, shorter", "Whitish.")
	fork := s.Fork(history.Copying{Form: history.F5})
	fork.Turn("And in French", "Noirâtre.")
	l := testlib.Scanned(t, testlib.Write(t, h))

	for word, deep := range map[string]int{
		"greenish": 1, "purplish": 2, "reddish": 1, "yellowish": 1, "whitish": 1, "noirâtre": 1,
	} {
		found := testlib.Hits(t, l, word)
		if len(found.Hits) == 0 {
			t.Errorf("%s is not found", word)
			continue
		}
		hit := found.Hits[0]
		place, err := l.Threads.Locate(t.Context(), hit.Session, "", hit.UUID, hit.Block)
		if err != nil {
			t.Errorf("%s: %v", word, err)
			continue
		}
		if len(place.Rows) != deep {
			t.Errorf("%s lies at %v, want %d levels", word, place.Rows, deep)
		}
		if text := testlib.ShownText(t, l, place); !strings.Contains(strings.ToLower(text), word) {
			t.Errorf("%s: the row at %v says %q", word, place.Rows, text)
		}
		for _, other := range hit.AlsoIn {
			place, err := l.Threads.Locate(t.Context(), other, "", hit.UUID, hit.Block)
			if err != nil {
				t.Errorf("%s in its copy: %v", word, err)
			} else if text := testlib.ShownText(t, l, place); !strings.Contains(strings.ToLower(text), word) {
				t.Errorf("%s in its copy: the row at %v says %q", word, place.Rows, text)
			}
		}
	}
	if _, err := l.Threads.Locate(t.Context(), s.ID, "", "00000000-0000-4000-8000-00000000dead", 0); !errors.Is(err, session.ErrNotFound) {
		t.Errorf("an unknown record: %v", err)
	}
}

func TestNamed(t *testing.T) {
	h := history.New(35, testlib.Begin)
	s := h.Session(testlib.Day())
	s.Turn("Add a limit", "A bucket.")
	prompt := s.Prompts()[0]
	fork := s.Fork(history.Copying{Form: history.F5})
	fork.Turn("Another way", "A window.")
	own := fork.Prompts()[1]
	l := testlib.Scanned(t, testlib.Write(t, h))
	for id, want := range map[string]library.Named{
		s.ID:                 {Chat: s.ID, Session: s.ID},
		fork.ID[:8]:          {Chat: s.ID, Session: fork.ID},
		prompt:               {Chat: s.ID, Session: s.ID, Record: prompt},
		prompt[:8]:           {Chat: s.ID, Session: s.ID, Record: prompt},
		prompt[:20]:          {Chat: s.ID, Session: s.ID, Record: prompt},
		strings.ToUpper(own): {Chat: s.ID, Session: fork.ID, Record: own},
	} {
		if got, err := l.Searcher.Named(t.Context(), id); err != nil || got != want {
			t.Errorf("%s names %+v (%v), want %+v", id, got, err, want)
		}
	}
	for _, id := range []string{"", "x", prompt[:7], prompt[:8] + "x", "no such thing at all", "00000000-0000-4000-8000-00000000dead"} {
		if got, err := l.Searcher.Named(t.Context(), id); !errors.Is(err, session.ErrNotFound) {
			t.Errorf("%q names %+v (%v)", id, got, err)
		}
	}
}

// TestBranchNarrowsASearch: a search of one branch finds everything that the thread shows,
// including agents, and nothing that was rewound.
func TestBranchNarrowsASearch(t *testing.T) {
	h := history.New(34, testlib.Begin)
	s := h.Session(testlib.Day())
	s.Turn("Common walnut", "Noted.")
	s.Agent(history.AgentSpec{Type: "Explore", Description: "Look", Prompt: "Look."}, func(a *history.Agent) {
		a.Call(history.Grep("nut", "/home/ada/my-app", "content", "trees.txt:1: walnut"))
		a.Reply("Seen.")
	})
	s.Reply("Done.")
	s.EndTurn()
	s.Turn("The first walnut", "Noted.")
	old := s.Leaf()
	s.Rewind(s.Prompts()[len(s.Prompts())-1])
	s.Turn("The second walnut", "Noted.")
	l := testlib.Scanned(t, testlib.Write(t, h))

	count := func(tip string) int {
		t.Helper()
		q, err := query.Parse("walnut", testlib.Begin)
		if err != nil {
			t.Fatal(err)
		}
		opt := search.Options{Count: true, In: query.Default &^ query.Titles}
		if opt.Files, opt.Records, err = l.Threads.Branch(t.Context(), s.ID, tip); err != nil {
			t.Fatal(err)
		}
		found, err := l.Searcher.Search(t.Context(), q, opt)
		if err != nil {
			t.Fatal(err)
		}
		return found.Total
	}
	if got, all := count(""), testlib.Hits(t, l, "walnut").Total; got != 3 || all != 5 {
		t.Errorf("%d of %d hits on the active branch, want 3 of 5 with the title", got, all)
	}
	if got := count(old); got != 3 {
		t.Errorf("%d hits on the branch that was left, want 3", got)
	}
}

// TestLocateRealHistories looks up what searches of real histories find.
func TestLocateRealHistories(t *testing.T) {
	for name := range knownSets() {
		t.Run(name, func(t *testing.T) {
			l := testlib.Scanned(t, tests.Real(t, name))
			asked := 0
			for _, words := range []string{"error", "test", "in:results file", "in:thinking the", "in:tools command"} {
				q, err := query.Parse(words, testlib.Begin)
				if err != nil {
					t.Fatal(err)
				}
				found, err := l.Searcher.Search(t.Context(), q, search.Options{Limit: 150})
				if err != nil {
					t.Fatal(err)
				}
				for _, hit := range found.Hits {
					if hit.Kind == "title" {
						continue
					}
					asked++
					if _, err := l.Threads.Locate(t.Context(), hit.Session, "", hit.UUID, hit.Block); err != nil {
						t.Errorf("%s, %s: %v", words, hit.Kind, err)
					}
				}
			}
			if asked == 0 {
				t.Error("nothing was found at all")
			}
			t.Logf("%d hits", asked)
		})
	}
}
