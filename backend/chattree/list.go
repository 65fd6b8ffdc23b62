package chattree

import (
	"cmp"
	"slices"
)

// Chats returns all chats, newest first. The caller must not change the slice.
func (f *Forest) Chats() []*Chat {
	if f.list == nil {
		f.list = make([]*Chat, 0, len(f.chats))
		for _, c := range f.chats {
			f.list = append(f.list, c)
		}
		slices.SortFunc(f.list, newest)
	}
	return f.list
}

func newest(a, b *Chat) int { return cmp.Or(cmp.Compare(b.EndMS, a.EndMS), cmp.Compare(a.ID, b.ID)) }
