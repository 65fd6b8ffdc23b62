package chattree_test

import (
	"slices"
	"testing"
	"time"

	"dendro/backend/chattree"
)

// TestTimesAheadOfTheFile: a record that says to be from more than a day after its file was
// written does not make its chat the newest, and still shows its time.
func TestTimesAheadOfTheFile(t *testing.T) {
	written := time.Date(2026, 10, 3, 12, 0, 0, 0, time.UTC)
	said := func(id, stamp string) chattree.File {
		f := file(id, 0, user("u"+id, "", "Prompt "+id).with("timestamp", stamp))
		f.ModTime = written
		return f
	}
	ahead, late := said("ahead", "2033-01-01T09:00:00.000Z"), said("late", "2026-10-04T09:00:00.000Z")
	old := said("old", "2026-10-02T09:00:00.000Z")
	var order []string
	for _, c := range chattree.Build([]chattree.File{ahead, late, old}, nil).Chats() {
		order = append(order, c.ID)
		if c.ID == "ahead" && (c.EndMS != written.UnixMilli() || c.End != "2033-01-01T09:00:00.000Z") {
			t.Errorf("ordered by %d, shown as %s", c.EndMS, c.End)
		}
	}
	if want := []string{"late", "ahead", "old"}; !slices.Equal(order, want) {
		t.Errorf("order %v, want %v", order, want)
	}
}
