package session_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dendro/backend/catalog"
	"dendro/backend/internal/history"
	"dendro/backend/internal/testlib"
	"dendro/backend/library"
	"dendro/backend/scan"
	"dendro/backend/thread"
)

// TestSessionsOpenFromTheirParts: what the scan kept of a file suffices for its rows, also at
// the next start. Only a page reads the file.
func TestSessionsOpenFromTheirParts(t *testing.T) {
	h := history.New(9, testlib.Begin)
	s := h.Session(testlib.Day())
	for range 40 {
		s.Turn("a question", "an answer")
	}
	root, dir := testlib.Write(t, h), t.TempDir()
	path := filepath.Join(root, filepath.FromSlash(s.Path()))
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, start := range []string{"cold", "warm"} {
		l := testlib.Kept(t, dir, true, root)
		if f := l.Catalog.Snapshot().File(s.ID); f.Index() == nil {
			t.Fatalf("%s: nothing is kept", start)
		}
		fill := func(data []byte) {
			t.Helper()
			if err := errors.Join(os.WriteFile(path, data, 0o600), os.Chtimes(path, info.ModTime(), info.ModTime())); err != nil {
				t.Fatal(err)
			}
		}
		fill(bytes.Repeat([]byte{' '}, len(whole))) // nothing can be read from it now
		th, err := l.Threads.Thread(t.Context(), s.ID, "")
		if err != nil || th.Rows.Len() < 80 || len(th.Rows.Turns()) != 40 {
			t.Fatalf("%s: %v", start, err)
		}
		if _, err := th.Page(t.Context(), 0, 5); !errors.Is(err, thread.ErrStale) {
			t.Errorf("%s: a page of nothing: %v", start, err)
		}
		fill(whole)
		th, err = l.Threads.Thread(t.Context(), s.ID, "")
		if err != nil {
			t.Fatal(err)
		}
		if rows, err := th.Page(t.Context(), 0, 5); err != nil || len(rows) != 5 || rows[0].Text != "a question" {
			t.Errorf("%s: %d rows, %v", start, len(rows), err)
		}
	}
}

// TestAppendedRecordsAreReadOnce: the rows of appended records come from the pass of the
// catalog over them. Opening the session reads nothing of the file, also if it is open
// already, after the next start, and without a cache.
func TestAppendedRecordsAreReadOnce(t *testing.T) {
	for _, cached := range []bool{true, false} {
		h := history.New(9, testlib.Begin)
		s := h.Session(testlib.Day())
		s.Turn("a question", "an answer")
		root, dir := testlib.Write(t, h), ""
		if cached {
			dir = t.TempDir()
		}
		path := filepath.Join(root, filepath.FromSlash(s.Path()))
		open := func() *library.Library {
			t.Helper()
			l := library.New(library.Options{Options: catalog.Options{
				Roots: []scan.Root{{Path: root}}, Index: true, Window: true, Cache: dir,
				Now: func() time.Time { return testlib.Begin.AddDate(0, 0, 10) },
			}})
			t.Cleanup(l.Catalog.Flush)
			if err := l.Catalog.Scan(t.Context(), true); err != nil {
				t.Fatal(err)
			}
			return l
		}
		l := open()
		// turns returns how many turns the session has without anything in its file.
		turns := func() int {
			t.Helper()
			whole, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			info, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			fill := func(data []byte) {
				if err := errors.Join(os.WriteFile(path, data, 0o600), os.Chtimes(path, info.ModTime(), info.ModTime())); err != nil {
					t.Fatal(err)
				}
			}
			fill(bytes.Repeat([]byte{' '}, len(whole)))
			th, err := l.Threads.Thread(t.Context(), s.ID, "")
			fill(whole)
			if err != nil {
				t.Fatal(err)
			}
			return len(th.Rows.Turns())
		}
		for want := 1; want < 6; want++ {
			if got := turns(); got != want {
				t.Fatalf("cached %v: %d turns, want %d", cached, got, want)
			}
			s.Turn("a question", strings.Repeat("an answer ", 100))
			if err := h.WriteDir(root); err != nil {
				t.Fatal(err)
			}
			if err := l.Catalog.Scan(t.Context(), false); err != nil {
				t.Fatal(err)
			}
		}
		if cached {
			l.Catalog.Flush()
			l = open()
		}
		if got := turns(); got != 6 {
			t.Errorf("cached %v: %d turns at the end, want 6", cached, got)
		}
	}
}
