package chattree

import (
	"hash/maphash"
	"math/bits"

	"dendro/backend/transcript"
)

// keyTable numbers identities in order of their first appearance.
type keyTable struct {
	ids   []transcript.ID
	slots []int32 // number + 1; 0: free
	shift uint
	seed  maphash.Seed // so that nobody can make up ids that all lie in one place
}

// newKeyTable returns a table for at most n identities.
func newKeyTable(n int) *keyTable {
	size := 1 << max(4, bits.Len(uint(n*3/2)))
	return &keyTable{
		ids:   make([]transcript.ID, 0, n),
		slots: make([]int32, size),
		shift: uint(64 - bits.Len(uint(size-1))),
		seed:  maphash.MakeSeed(),
	}
}

// key returns the number of id.
func (t *keyTable) key(id transcript.ID) int32 {
	at := t.slot(&id)
	if t.slots[at] != 0 {
		return t.slots[at] - 1
	}
	t.ids = append(t.ids, id)
	t.slots[at] = int32(len(t.ids))
	return t.slots[at] - 1
}

// find returns the number of id, none where it has none.
func (t *keyTable) find(id transcript.ID) int32 {
	if at := t.slot(&id); t.slots[at] != 0 {
		return t.slots[at] - 1
	}
	return none
}

// slot returns where the number of id stands, or the free slot where it would.
func (t *keyTable) slot(id *transcript.ID) int {
	mask := len(t.slots) - 1
	at := int(maphash.Bytes(t.seed, id[:]) >> t.shift)
	for t.slots[at] != 0 && t.ids[t.slots[at]-1] != *id {
		at = (at + 1) & mask
	}
	return at
}
