package transcript

import (
	"hash/maphash"
	"math/bits"
)

// NodeTable finds the nodes of one file by id. It stores node numbers only, four bytes per
// slot: a map with the ids takes five times as much, which for a very large file exceeds
// everything else needed to read it. The hash is seeded, so that crafted ids cannot
// collide.
type NodeTable struct {
	seed  maphash.Seed
	slots []int32 // number+1; 0 is free
	used  int
}

// NewNodeTable returns a table of the given nodes. Of equal ids it finds the first.
func NewNodeTable(nodes []Node) *NodeTable {
	t := new(NodeTable)
	t.begin(nodes)
	return t
}

// mostSlots is the size above which a table is not reused for another file.
const mostSlots = 1 << 13

// begin makes t index other nodes, reusing its slots.
func (t *NodeTable) begin(nodes []Node) {
	if size := 1 << max(6, bits.Len(uint(len(nodes)+len(nodes)/2))); size > len(t.slots) || len(t.slots) > mostSlots {
		t.seed, t.slots = maphash.MakeSeed(), make([]int32, size)
	} else {
		clear(t.slots)
	}
	t.used = 0
	for i := range nodes {
		if at := t.slot(nodes, &nodes[i].ID); t.slots[at] == 0 {
			t.slots[at] = int32(i) + 1
			t.used++
		}
	}
}

// slot returns the slot of id, or the free slot for it.
func (t *NodeTable) slot(nodes []Node, id *ID) int {
	mask := len(t.slots) - 1
	at := int(maphash.Bytes(t.seed, id[:])) & mask
	for t.slots[at] != 0 && nodes[t.slots[at]-1].ID != *id {
		at = (at + 1) & mask
	}
	return at
}

// Find returns the number of the node with this id, or -1.
func (t *NodeTable) Find(nodes []Node, id ID) int32 {
	if id.IsZero() {
		return -1
	}
	return t.slots[t.slot(nodes, &id)] - 1
}

// Add enters node n, whose id must not be in the table yet.
func (t *NodeTable) Add(nodes []Node, n int32) {
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

// BoundaryAbove returns the compaction boundary that a record directly continues, ignoring
// hooks and other structure, or -1.
func (t *NodeTable) BoundaryAbove(nodes []Node, n *Node) int32 {
	for range 32 { // links may be circular
		at := t.Find(nodes, n.Parent)
		if at < 0 {
			break
		}
		n = &nodes[at]
		switch {
		case n.Flags.Has(FlagBoundary):
			return at
		case n.Flags.Has(FlagTurn):
			return -1
		}
	}
	return -1
}
