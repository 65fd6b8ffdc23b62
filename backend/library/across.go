package library

import (
	"cmp"
	"hash/maphash"
	"maps"
	"math/bits"
	"slices"

	"dendro/backend/chattree"
	"dendro/backend/transcript"
)

// across are the records that files of several chats hold, or an agent's file
// beside another: copies of which no chat's own tree tells.
type across struct {
	holders map[transcript.ID][]string // paths by identity, of the first writer first
	minted  chattree.Identities
}

// across returns what stands in several chats.
func (c *catalog) across() *across {
	c.once.Do(func() { c.crossing = crossing(c.suspects()) })
	return c.crossing
}

// holder is a file that may have copies of another's records.
type holder struct {
	entry *entry
	group uint32 // within one group copies are known already
}

// suspects returns the files that may share records across chats, those that
// were begun first first, sessions before agents: the sessions of chats
// that share something, agents whose files stand in several places, and agents
// that were forked off their session, with that.
func (c *catalog) suspects() []holder {
	mains := map[*chattree.Chat]bool{} // whose sessions may hold copies
	for _, chat := range c.chats {
		if chat.Shares {
			mains[chat] = true
		}
	}
	places := map[string]int{}
	for _, list := range c.agents {
		for _, a := range list {
			places[a.file.ID]++
		}
	}
	having := map[*chattree.Chat]bool{} // agents that may be copies
	for owner, list := range c.agents {
		chat := c.chats[owner]
		for _, a := range list {
			if chat != nil && copied(a, places) {
				having[chat] = true
				mains[chat] = mains[chat] || a.forked()
			}
		}
	}
	maps.Copy(having, mains)
	var files, agents []holder
	group := uint32(0)
	next := func() uint32 { group++; return group }
	for _, chat := range slices.SortedFunc(maps.Keys(having), begunFirst) {
		own := next()
		for _, s := range chat.Sessions {
			if e := c.sessions[s.ID]; e != nil && mains[chat] {
				files = append(files, holder{e, own})
			}
			for _, a := range c.agents[s.ID] {
				if copied(a, places) {
					agents = append(agents, holder{a, next()})
				}
			}
		}
	}
	return append(files, agents...)
}

// copied reports whether an agent's file may hold what another file holds.
func copied(a *entry, places map[string]int) bool {
	return places[a.file.ID] > 1 || a.forked()
}

func begunFirst(a, b *chattree.Chat) int {
	return cmp.Or(cmp.Compare(a.StartMS, b.StartMS), cmp.Compare(a.ID, b.ID))
}

// crossing finds the records that files of several groups hold.
func crossing(files []holder) *across {
	a := &across{holders: map[transcript.ID][]string{}, minted: chattree.Identities{}}
	nodes := 0
	for _, f := range files {
		maps.Copy(a.minted, f.entry.summary.Aliases)
		nodes += len(f.entry.summary.Nodes)
	}
	// A part of the identities at a time: the table stays small.
	parts := uint64(nodes/tableIDs + 1)
	suspects := map[transcript.ID]bool{}
	seen := newSightings(nodes/int(parts) + 1)
	for part := range parts {
		seen.clear()
		for _, f := range files {
			list := f.entry.summary.Nodes
			for i := range list {
				id := a.minted.Of(list[i].ID)
				if h := maphash.Bytes(seen.seed, id[:]); h%parts == part && seen.elsewhere(h, f.group) {
					suspects[id] = true
				}
			}
		}
	}
	if len(suspects) == 0 {
		return a
	}
	group := map[transcript.ID]uint32{} // the only one; 0: there are several
	for _, f := range files {
		list := f.entry.summary.Nodes
		for i := range list {
			id := a.minted.Of(list[i].ID)
			if !suspects[id] {
				continue
			}
			path := f.entry.file.Abs()
			if known := a.holders[id]; len(known) == 0 {
				group[id] = f.group
			} else if group[id] != f.group {
				group[id] = 0
			}
			if !slices.Contains(a.holders[id], path) {
				a.holders[id] = append(a.holders[id], path)
			}
		}
	}
	maps.DeleteFunc(a.holders, func(id transcript.ID, _ []string) bool { return group[id] != 0 })
	return a
}

// tableIDs is for how many identities a table is made.
const tableIDs = 1 << 18

// sightings are the groups in which identities were seen, by what is left of
// their hashes: now and then two of them are taken for one.
type sightings struct {
	slots []uint64 // 40 bits of the hash, 24 of the group, of which there is no 0; 0: free
	shift uint
	seed  maphash.Seed
}

func newSightings(ids int) *sightings {
	size := 1 << max(4, bits.Len(uint(ids*2)))
	return &sightings{make([]uint64, size), uint(64 - bits.Len(uint(size-1))), maphash.MakeSeed()}
}

func (s *sightings) clear() { clear(s.slots) }

const groupBits = 24

// elsewhere notes an identity, and reports whether another group has it too.
func (s *sightings) elsewhere(hash uint64, group uint32) bool {
	mask := len(s.slots) - 1
	entry := hash<<groupBits | uint64(group)&(1<<groupBits-1)
	for at := int(hash >> s.shift); ; at = (at + 1) & mask {
		switch found := s.slots[at]; {
		case found == 0:
			s.slots[at] = entry
			return false
		case found>>groupBits == entry>>groupBits:
			return found != entry
		}
	}
}
