package catalog

import (
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"dendro/backend/chattree"
	"dendro/backend/internal/history"
	"dendro/backend/internal/tests"
	"dendro/backend/scan"
)

// TestSavedChatsRoundTrip fails if a field is added that is not encoded.
func TestSavedChatsRoundTrip(t *testing.T) {
	var want savedChats
	tests.Fill(rand.New(rand.NewPCG(9, 1)), reflect.ValueOf(&want).Elem(), "Source")
	got, err := decodeLinked(want.encode())
	if err != nil {
		t.Fatal(err)
	}
	all := gocmp.Exporter(func(reflect.Type) bool { return true })
	if diff := gocmp.Diff(want, got, all); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestAStartTakesOverChats: a start links nothing whose files are in the state in which an
// earlier process linked them.
func TestAStartTakesOverChats(t *testing.T) {
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
	c.Flush() // the scan's own checkpoint reads the chats
	// Marked, so that a stored chat differs from one that was linked.
	for _, chat := range c.Snapshot().Chats {
		chat.Name = "as stored"
	}
	_ = c.change(func(w *writer) error {
		w.unsaved = unsaved{}
		w.commit(false)
		return nil
	})
	c.Flush()
	next := New(opt)
	t.Cleanup(next.Flush)
	if err := next.Scan(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	if n := len(next.Snapshot().Chats); n == 0 || n != len(c.Snapshot().Chats) {
		t.Fatalf("%d chats, want %d", n, len(c.Snapshot().Chats))
	}
	for _, chat := range next.Snapshot().Chats {
		if chat.Name != "as stored" {
			t.Errorf("%s was linked again", chat.ID)
		}
		for _, s := range chat.Sessions {
			if f := next.Snapshot().File(s.ID); f == nil || s.Source == nil || s.Source.Summary != f.Summary {
				t.Errorf("%s: its source is not the file of the snapshot", s.ID)
			}
		}
	}
}

// TestDamagedChats: whatever the cache holds in their place, nothing panics.
func TestDamagedChats(*testing.T) {
	var whole savedChats
	tests.Fill(rand.New(rand.NewPCG(9, 2)), reflect.ValueOf(&whole).Elem(), "Source")
	data, draw := whole.encode(), rand.New(rand.NewPCG(9, 3))
	for range 2000 {
		bad := append([]byte{}, data...)
		bad[draw.IntN(len(bad))] ^= 1 << draw.IntN(8)
		s, err := decodeLinked(bad[:draw.IntN(len(bad)+1)])
		if err == nil {
			forest := chattree.Build(nil, nil)
			forest.ApplyLinked(chattree.Change{}, s.linked(make([]*File, 3)))
		}
	}
}
