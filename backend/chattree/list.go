package chattree

import (
	"cmp"
	"maps"
	"slices"
)

// Chats returns all chats, newest first.
func (f *Forest) Chats() []*Chat {
	return slices.SortedFunc(maps.Values(f.chats), func(a, b *Chat) int {
		return cmp.Or(cmp.Compare(b.EndMS, a.EndMS), cmp.Compare(a.ID, b.ID))
	})
}
