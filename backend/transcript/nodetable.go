package transcript

import (
	"hash/maphash"
	"math/bits"
)

// nodeTable finds the nodes of one file by their ids. It holds their numbers
// only, four bytes a slot: a map with the ids takes five times as much, which for
// one very large file is more than all else that reading it takes.
type nodeTable struct {
	seed  maphash.Seed
	slots []int32 // number+1; 0 is free
	used  int
}

// newNodeTable returns a table with room for so many nodes at first.
func newNodeTable(room int) nodeTable {
	return nodeTable{seed: maphash.MakeSeed(), slots: make([]int32, 1<<max(6, bits.Len(uint(room+room/2))))}
}

// slot returns where id stands, or the free slot where it would.
func (t *nodeTable) slot(nodes []Node, id *ID) int {
	mask := len(t.slots) - 1
	at := int(maphash.Bytes(t.seed, id[:])) & mask
	for t.slots[at] != 0 && nodes[t.slots[at]-1].ID != *id {
		at = (at + 1) & mask
	}
	return at
}

// find returns the number of the node with this id.
func (t *nodeTable) find(nodes []Node, id ID) (n int32, ok bool) {
	n = t.slots[t.slot(nodes, &id)] - 1
	return n, n >= 0
}

// add enters node n, whose id must not be there yet.
func (t *nodeTable) add(nodes []Node, n int32) {
	if 4*t.used >= 3*len(t.slots) {
		old := t.slots
		t.slots = make([]int32, 2*len(old))
		for _, at := range old {
			if at != 0 {
				t.slots[t.slot(nodes, &nodes[at-1].ID)] = at
			}
		}
	}
	t.slots[t.slot(nodes, &nodes[n].ID)] = n + 1
	t.used++
}

// reset empties the table.
func (t *nodeTable) reset() {
	clear(t.slots)
	t.used = 0
}
