package catalog

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"dendro/backend/internal/history"
	"dendro/backend/internal/tests"
	"dendro/backend/scan"
)

// TestListRoundTrip fails if a field is added that is not encoded.
func TestListRoundTrip(t *testing.T) {
	draw := rand.New(rand.NewPCG(3, 1))
	want := list{rows: make([]Row, 30)}
	tests.Fill(draw, reflect.ValueOf(&want.totals).Elem())
	for i := range want.rows {
		tests.Fill(draw, reflect.ValueOf(&want.rows[i]).Elem())
		if len(want.rows[i].Sessions) == 0 {
			want.rows[i].Sessions = []RowSession{{ID: "one"}}
		}
	}
	got, err := decodeList(want.encode())
	if err != nil {
		t.Fatal(err)
	}
	if diff := gocmp.Diff(want, got, gocmp.AllowUnexported(list{})); diff != "" {
		t.Error(diff)
	}
}

// TestDamagedList: whatever the cache holds in their place, nothing panics, and every row has
// a session.
func TestDamagedList(t *testing.T) {
	draw := rand.New(rand.NewPCG(3, 2))
	whole := list{rows: []Row{{ID: "a", Sessions: []RowSession{{ID: "a"}}}, {ID: "b", Sessions: []RowSession{{ID: "b"}, {ID: "c"}}}}}
	data := whole.encode()
	for range 2000 {
		bad := append([]byte{}, data...)
		bad[draw.IntN(len(bad))] ^= 1 << draw.IntN(8)
		l, err := decodeList(bad[:draw.IntN(len(bad)+1)])
		for i := range l.rows {
			if err == nil && len(l.rows[i].Sessions) == 0 {
				t.Fatal("a row without a session")
			}
		}
	}
}

// TestSavedListIsShown: the first snapshot of a start with a cache has the rows and totals of
// the earlier process, and nothing else.
func TestSavedListIsShown(t *testing.T) {
	h, _ := history.Random(rand.New(rand.NewPCG(3, 3)), 12)
	root := t.TempDir()
	if err := h.WriteDir(root); err != nil {
		t.Fatal(err)
	}
	opt := Options{Roots: []scan.Root{{Path: root}}, Cache: t.TempDir(), Now: time.Now}
	c := New(opt)
	if err := c.Scan(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	c.Flush()
	want, totals := slices.Collect(c.Snapshot().Rows()), c.Snapshot().Totals
	c = New(opt)
	t.Cleanup(c.Flush)
	err := c.change(func(w *writer) error { return w.showSaved() })
	s := c.Snapshot()
	if err != nil || !s.OnlyRows() || len(want) == 0 || s.Totals != totals || len(s.Files)+len(s.Chats) != 0 {
		t.Fatalf("%v: %+v of %+v, %d files, %d chats", err, s.Totals, totals, len(s.Files), len(s.Chats))
	}
	if diff := gocmp.Diff(want, slices.Collect(s.Rows())); diff != "" {
		t.Errorf("(-read +shown):\n%s", diff)
	}
}
