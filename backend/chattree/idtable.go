package chattree

import (
	"encoding/binary"
	"math/bits"

	"dendro/backend/transcript"
)

// hashID mixes both halves of an id: uuids are random, but made-up ids may
// differ in a few bits only.
func hashID(id *transcript.ID) uint64 {
	lo := binary.LittleEndian.Uint64(id[:8])
	hi := binary.LittleEndian.Uint64(id[8:])
	h, l := bits.Mul64(lo^0x9e3779b97f4a7c15, hi^0xbf58476d1ce4e5b9)
	h ^= l ^ bits.RotateLeft64(lo, 32) ^ hi
	return h * 0x94d049bb133111eb
}

// idTable finds the node of an id in one file. It is an open table of node
// numbers, made to be reused from file to file: at a million records a map
// with sixteen-byte keys costs several times as much.
type idTable struct {
	nodes []transcript.Node
	slots []int32 // node number + 1; 0: free
	shift uint
}

// fill makes the table answer for nodes. Of equal ids the first one counts.
func (t *idTable) fill(nodes []transcript.Node) {
	t.nodes = nodes
	size := 1 << max(4, bits.Len(uint(2*len(nodes))))
	t.shift = uint(64 - bits.Len(uint(size-1)))
	if cap(t.slots) < size {
		t.slots = make([]int32, size)
	} else {
		t.slots = t.slots[:size]
		clear(t.slots)
	}
	for i := range nodes {
		at := t.slot(&nodes[i].ID)
		if t.slots[at] == 0 {
			t.slots[at] = int32(i) + 1
		}
	}
}

// slot returns the place of id, or the free place where it would stand.
func (t *idTable) slot(id *transcript.ID) int {
	mask := len(t.slots) - 1
	at := int(hashID(id) >> t.shift)
	for t.slots[at] != 0 && t.nodes[t.slots[at]-1].ID != *id {
		at = (at + 1) & mask
	}
	return at
}

// find returns the node with this id, none where there is none.
func (t *idTable) find(id transcript.ID) int32 {
	if id.IsZero() || len(t.slots) == 0 {
		return none
	}
	return t.slots[t.slot(&id)] - 1
}
