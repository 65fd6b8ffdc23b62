package chattree

import (
	"cmp"
	"slices"

	"dendro/backend/internal/sorted"
)

// newest orders chats as [Forest.Chats] does.
func newest(a, b *Chat) int {
	return cmp.Or(cmp.Compare(b.EndMS, a.EndMS), cmp.Compare(a.ID, b.ID))
}

// moves are what has become of a list of chats since it was made.
type moves struct {
	gone []*Chat         // that stood in it, or were born since and are no longer
	ids  map[string]bool // of these, and of those that are new
}

// moves notes that the chat with this id, if there is one, is replaced.
func (f *Forest) moves(id string) {
	if f.list == nil {
		return
	}
	if f.moved.ids == nil {
		f.moved.ids = map[string]bool{}
	}
	f.moved.ids[id] = true
	if old := f.chats[id]; old != nil {
		f.moved.gone = append(f.moved.gone, old)
	}
}

// listPart is one part in how many of a list may have moved for it to be worth
// mending.
const listPart = 8

// Chats returns all chats, newest first. The caller must not change the slice.
func (f *Forest) Chats() []*Chat {
	switch {
	case f.list != nil && len(f.moved.ids) == 0:
		return f.list
	case f.list == nil || len(f.moved.ids) > len(f.list)/listPart:
		f.list = make([]*Chat, 0, len(f.chats))
		for _, c := range f.chats {
			f.list = append(f.list, c)
		}
		slices.SortFunc(f.list, newest)
	default:
		f.list = f.mended()
	}
	f.moved = moves{}
	return f.list
}

// mended returns the list as it is now. Who has the old one keeps it.
func (f *Forest) mended() []*Chat {
	d := sorted.Difference[*Chat]{Gone: f.moved.gone}
	for id := range f.moved.ids {
		if c := f.chats[id]; c != nil {
			d.Came = append(d.Came, c)
		}
	}
	return sorted.Merge(f.list, d, newest)
}

// Position returns where a chat stands in a list as [Forest.Chats] returns it, -1
// where it does not.
func Position(list []*Chat, c *Chat) int {
	if i, ok := slices.BinarySearchFunc(list, c, newest); ok && list[i] == c {
		return i
	}
	return -1
}

// Changed compares two lists as [Forest.Chats] returns them, of one forest or
// of several, and returns the chats that stand in one of them alone. What has
// not changed is not looked at.
func Changed(old, list []*Chat) (gone, came []*Chat) {
	i, j := 0, 0
	for i < len(old) && j < len(list) {
		if old[i] == list[j] {
			i++
			j++
			continue
		}
		switch order := newest(old[i], list[j]); {
		case order < 0:
			gone = append(gone, old[i])
			i++
		case order > 0:
			came = append(came, list[j])
			j++
		default:
			gone, came = append(gone, old[i]), append(came, list[j])
			i++
			j++
		}
	}
	return append(gone, old[i:]...), append(came, list[j:]...)
}
