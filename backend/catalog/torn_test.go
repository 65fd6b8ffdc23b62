package catalog_test

import (
	"slices"
	"testing"

	"dendro/backend/catalog"
	"dendro/backend/internal/history"
	"dendro/backend/internal/testlib"
)

// TestTornWriteIsNotReread writes a record in two parts: an open session is reread
// after the second one, and not after the first.
func TestTornWriteIsNotReread(t *testing.T) {
	h := history.New(7, testlib.Begin)
	s := h.Session(testlib.Day())
	s.Turn("first", "one")
	root := testlib.Write(t, h)
	l := testlib.Scanned(t, root)
	var sessions []string
	t.Cleanup(l.Catalog.Subscribe(func(c catalog.Change) { sessions = append(sessions, c.Sessions...) }))
	name := l.Chats()[0].Sessions[0].Source.Path
	line := []byte(`{"type":"user","uuid":"5d3cf0a4-5d0c-4ad5-9f0c-0d3f2b1a7c11","parentUuid":null,"sessionId":"` +
		s.ID + `","timestamp":"2026-01-02T03:04:05Z","message":{"role":"user","content":"木"}}` + "\n")
	for _, part := range []struct {
		bytes  []byte
		reads  bool
		titled string
	}{
		{line[:len(line)-9], false, "the beginning of a line"},
		{line[len(line)-9 : len(line)-1], true, "the rest of it, without its end"},
		{line[len(line)-1:], true, "its end"},
	} {
		sessions = nil
		testlib.AppendTo(t, root, name, part.bytes)
		if err := l.Catalog.Scan(t.Context(), false); err != nil {
			t.Fatal(err)
		}
		if got := slices.Contains(sessions, s.ID); got != part.reads {
			t.Errorf("%s: the session is named: %t, want %t", part.titled, got, part.reads)
		}
	}
	if diff := testlib.Difference(t, testlib.Answers(t, testlib.Scanned(t, root)), testlib.Answers(t, l)); diff != "" {
		t.Error(diff)
	}
}
