package library_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dendro/backend/internal/history"
	"dendro/backend/library"
)

// Lines that hold no record have their place between the rows, those that
// follow each other one in common; every one of them opens.
func TestUnreadableLinesHaveTheirPlace(t *testing.T) {
	h := history.New(12, begin)
	s := h.Session(day())
	s.Garbage("no json")
	s.Turn("Plan the beds", "Done.")
	s.Garbage(strings.Repeat("x", 40))
	s.Garbage("[1]")
	s.Turn("And the paths", "Done too.")
	s.Garbage("{")
	s.Tear()
	l := scanned(t, write(t, h))
	thread, err := l.Thread(t.Context(), s.ID, "")
	if err != nil {
		t.Fatal(err)
	}
	list := thread.BadLines()
	want := []library.BadLines{{Row: -1, Lines: 1, Bytes: 7}, {Row: 1, Lines: 2, Bytes: 43}, {Row: 3, Lines: 1, Bytes: 1}}
	for i := range list {
		if i < len(want) {
			want[i].Ref = list[i].Ref
		}
		if _, err := l.RawRecord(t.Context(), s.ID, list[i].Ref, 0, 100); err != nil {
			t.Errorf("%+v: %v", list[i], err)
		}
	}
	if diff := cmp.Diff(want, list); diff != "" {
		t.Error(diff)
	}
}
