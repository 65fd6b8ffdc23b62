package session_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"dendro/backend/internal/history"
	"dendro/backend/internal/testlib"
	"dendro/backend/thread"
)

// The pages of a long session are, one behind the other, all its rows.
func TestEachRow(t *testing.T) {
	h := history.New(14, testlib.Begin)
	s := h.Session(testlib.Day())
	for range 1300 {
		s.Turn("Water the beds", "Done.")
	}
	l := testlib.Scanned(t, testlib.Write(t, h))
	th, err := l.Threads.Thread(t.Context(), s.ID, "")
	if err != nil {
		t.Fatal(err)
	}
	want, err := th.All(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var got []thread.Row
	pages := 0
	err = th.Each(t.Context(), func(rows []thread.Row) error {
		got = append(got, rows...)
		pages++
		return nil
	})
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v, -want +got:\n%s", err, diff)
	}
	if pages < 2 {
		t.Errorf("%d rows came in %d page", len(got), pages)
	}
}
