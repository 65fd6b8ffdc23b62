package chattree

import (
	"cmp"
	"slices"
)

// Chats returns all chats, newest first. Only those that are new since the last call are
// sorted: they are put between the others.
func (f *Forest) Chats() []*Chat {
	fresh := slices.DeleteFunc(f.fresh, func(c *Chat) bool { return f.stale[c] })
	slices.SortFunc(fresh, newestFirst)
	list := make([]*Chat, 0, len(f.chats))
	for _, c := range f.listed {
		if len(f.stale) > 0 && f.stale[c] {
			continue
		}
		for len(fresh) > 0 && newestFirst(fresh[0], c) < 0 {
			list, fresh = append(list, fresh[0]), fresh[1:]
		}
		list = append(list, c)
	}
	list = append(list, fresh...)
	f.listed, f.fresh, f.stale = list, nil, map[*Chat]bool{}
	return slices.Clone(list)
}

func newestFirst(a, b *Chat) int {
	return cmp.Or(cmp.Compare(b.EndMS, a.EndMS), cmp.Compare(a.ID, b.ID))
}

// replace puts a chat in the place of the one with this id; nil if there is none any more.
func (f *Forest) replace(id string, chat *Chat) {
	if old := f.chats[id]; old != nil {
		f.stale[old] = true
	}
	delete(f.chats, id)
	if chat != nil {
		f.chats[id] = chat
		f.fresh = append(f.fresh, chat)
	}
}
