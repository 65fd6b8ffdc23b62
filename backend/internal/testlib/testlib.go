// Package testlib opens libraries on the histories of tests, and compares what they answer.
package testlib

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dendro/backend/catalog"
	"dendro/backend/chattree"
	"dendro/backend/internal/history"
	"dendro/backend/library"
	"dendro/backend/scan"
	"dendro/backend/search"
	"dendro/backend/search/query"
)

// Begin is when the histories of tests begin.
var Begin = time.Date(2026, 11, 3, 9, 0, 0, 0, time.UTC)

// Day is where the people of these tests work.
func Day() history.Options {
	return history.Options{Env: history.Env{Cwd: "/home/ada/my-app", Branch: "main", Version: "2.1.215"}}
}

// NewDraw returns a source of random numbers.
func NewDraw(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }

// Write puts a history below a new root.
func Write(t *testing.T, h *history.Home) string {
	t.Helper()
	root := t.TempDir()
	if err := h.WriteDir(root); err != nil {
		t.Fatal(err)
	}
	return root
}

// Open returns a library of roots that has read nothing yet.
func Open(roots ...string) *library.Library {
	opt := library.Options{Options: catalog.Options{Index: true, Now: func() time.Time { return Begin.AddDate(0, 0, 10) }}, Home: "/home/ada"}
	for _, r := range roots {
		opt.Roots = append(opt.Roots, scan.Root{Path: r})
	}
	return library.New(opt)
}

// InWindow is a library that a window listens to.
func InWindow(t *testing.T, root, cached string) *library.Library {
	t.Helper()
	l := library.New(library.Options{
		Options: catalog.Options{
			Roots: []scan.Root{{Path: root}}, Index: true, Window: true, Cache: cached, Now: func() time.Time { return Begin.AddDate(0, 0, 10) },
		},
		Home: "/home/ada",
	})
	t.Cleanup(l.Catalog.Subscribe(func(catalog.Change) {}))
	return l
}

// Scanned returns a library that has read all of its roots.
func Scanned(t *testing.T, roots ...string) *library.Library {
	t.Helper()
	l := Open(roots...)
	if err := l.Catalog.Scan(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	return l
}

// Put writes one file as an editor would: whole, with the directories above.
func Put(t testing.TB, root, name string, data []byte) {
	t.Helper()
	path := filepath.Join(root, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// AppendTo adds bytes to a file as a running claude does.
func AppendTo(t testing.TB, root, name string, data []byte) {
	t.Helper()
	f, err := os.OpenFile(filepath.Join(root, filepath.FromSlash(name)), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// Until waits for a condition, which is looked at again and again.
func Until(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); !ok(); {
		if time.Now().After(deadline) {
			t.Fatalf("%s never came", what)
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// Answers is everything that a library says, as text to compare. Times of
// files are left out where they would differ by the moment of writing.
func Answers(t *testing.T, l *library.Library) string {
	t.Helper()
	all := map[string]any{
		"chats": append([]*chattree.Chat{}, l.Chats()...), "list": slices.Collect(l.Lister.View().Rows()), "doctor": l.Doctor(),
	}
	for _, c := range l.Chats() {
		all["segments of "+c.ID] = c.Segments
		for _, s := range c.Sessions {
			th, err := l.Threads.Thread(t.Context(), s.ID, "")
			if err != nil { // a file that has just gone: not the answer that is waited for
				all["rows of "+s.ID] = err.Error()
				continue
			}
			rows, err := th.All(t.Context())
			if err != nil {
				all["rows of "+s.ID] = err.Error()
				continue
			}
			all["rows of "+s.ID] = rows
			all["way of "+s.ID] = []any{th.Continues, th.Segments(), th.Splits()}
		}
	}
	for _, words := range []string{"a", "the", `"e t"`, "in:titles o", "in:thinking,tools s", "is:leaf r"} {
		all["hits of "+words] = Hits(t, l, words)
	}
	for _, words := range []string{"the tests that failed", "read file", "why did we change it", "in:prompts add"} {
		all["turns of "+words] = Ranked(t, l, words)
	}
	text, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Hits searches for everything that fits.
func Hits(t *testing.T, l *library.Library, words string) search.Result {
	t.Helper()
	q, err := query.Parse(words, Begin)
	if err != nil {
		t.Fatal(err)
	}
	found, err := l.Searcher.Search(t.Context(), q, search.Options{Limit: -1, Count: true})
	if err != nil {
		t.Fatal(err)
	}
	found.Blocks, found.Looked = 0, 0 // which small files share a signature is chance
	return found
}

// Ranked returns all turns that a description fits.
func Ranked(t *testing.T, l *library.Library, words string) search.RankedResult {
	t.Helper()
	q, err := query.Parse(words, Begin)
	if err != nil {
		t.Fatal(err)
	}
	found, err := l.Searcher.Rank(t.Context(), words, q, search.Options{Limit: -1})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// Difference returns what two answers do not agree in, "" where they do.
func Difference(t *testing.T, want, got string) string {
	t.Helper()
	if want == got {
		return ""
	}
	var w, g any
	if err := errors.Join(json.Unmarshal([]byte(want), &w), json.Unmarshal([]byte(got), &g)); err != nil {
		t.Fatal(err)
	}
	return cmp.Diff(w, g)
}

// Watching starts to follow a library's roots for the length of a test.
func Watching(t *testing.T, l *library.Library) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(func() {
		cancel()
		l.Catalog.Flush() // else it may write to a directory that is being removed
	})
	l.Catalog.Watch(ctx)
	if err := l.Catalog.Scan(ctx, true); err != nil {
		t.Fatal(err)
	}
}

// Facts returns the current facts of every session, by id.
func Facts(l *library.Library) map[string]library.Facts {
	all, view := map[string]library.Facts{}, l.Lister.View()
	for row := range view.Rows() {
		for _, s := range row.Sessions {
			all[s.ID] = view.FactsOf(&s)
		}
	}
	return all
}
