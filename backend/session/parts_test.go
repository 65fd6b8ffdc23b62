package session_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dendro/backend/internal/history"
	"dendro/backend/internal/testlib"
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
		if f := l.Catalog.Snapshot().File(s.ID); f.Beginning.Thread() == "" {
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

// TestGrownSessionsAreKeptAgain: what a file has grown by is read when it is opened, and no
// more than a little of it again at the next opening, or after the next start.
func TestGrownSessionsAreKeptAgain(t *testing.T) {
	h := history.New(9, testlib.Begin)
	s := h.Session(testlib.Day())
	s.Turn("a question", "an answer")
	root, dir := testlib.Write(t, h), t.TempDir()
	l := testlib.Kept(t, dir, true, root)
	early := l.Catalog.Snapshot().File(s.ID).Beginning.Thread()
	for range 400 {
		s.Turn("a question", strings.Repeat("an answer ", 100))
	}
	if err := h.WriteDir(root); err != nil {
		t.Fatal(err)
	}
	if err := l.Catalog.Scan(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	file := l.Catalog.Snapshot().File(s.ID)
	if file.Size < 400_000 || file.Beginning.Thread() != early {
		t.Fatalf("%d bytes, indexed anew", file.Size)
	}
	th, err := l.Threads.Thread(t.Context(), s.ID, "")
	if err != nil {
		t.Fatal(err)
	}
	late := file.Beginning.Thread()
	if len(late) < 20*len(early) {
		t.Errorf("%d bytes are kept, and were %d", len(late), len(early))
	}
	want := testlib.Shown(t, th)
	l.Catalog.Flush()
	l = testlib.Kept(t, dir, true, root)
	file = l.Catalog.Snapshot().File(s.ID)
	if file.Beginning.Thread() != late {
		t.Errorf("%d bytes are kept after a start, and were %d", len(file.Beginning.Thread()), len(late))
	}
	th, err = l.Threads.Thread(t.Context(), s.ID, "")
	if err != nil || !strings.HasPrefix(testlib.Shown(t, th), want) {
		t.Errorf("the rows differ: %v", err)
	}
}
