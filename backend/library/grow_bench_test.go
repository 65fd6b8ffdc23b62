package library_test

import (
	"bytes"
	"strings"
	"testing"

	"dendro/backend/internal/history"
	"dendro/backend/internal/testlib"
)

// BenchmarkAppendToOpenSession appends a line to a session of 20 MB that is
// open, and reads the last page of its thread.
func BenchmarkAppendToOpenSession(b *testing.B) {
	h := history.New(7, testlib.Begin)
	s := h.Session(testlib.Day())
	for range 2000 {
		s.Turn("a question", strings.Repeat("an answer ", 1000))
	}
	s.Turn("the last question", "the last answer")
	data := h.Files()[s.Path()]
	cut := bytes.LastIndexByte(data[:len(data)-1], '\n') + 1
	line := data[cut:]
	root := b.TempDir()
	testlib.Put(b, root, s.Path(), data[:cut])
	l := testlib.Open(root)
	page := func() {
		if err := l.Catalog.Scan(b.Context(), false); err != nil {
			b.Fatal(err)
		}
		th, err := l.Threads.Thread(b.Context(), s.ID, "")
		if err != nil {
			b.Fatal(err)
		}
		if _, err := th.Page(b.Context(), max(0, th.Rows.Len()-50), 50); err != nil {
			b.Fatal(err)
		}
	}
	page()
	for b.Loop() {
		line = append([]byte(nil), line...)
		testlib.AppendTo(b, root, s.Path(), line)
		page()
	}
}
