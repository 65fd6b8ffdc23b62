package thread

import (
	"hash/maphash"

	"dendro/backend/transcript"
)

// idTable finds records by uuid. It holds positions only, four bytes a slot;
// the ids themselves stand in the records.
type idTable struct {
	seed  maphash.Seed
	slots []int32 // position+1; 0 is free
	used  int
}

func newIDTable() idTable {
	return idTable{seed: maphash.MakeSeed(), slots: make([]int32, 64)}
}

// find returns the position of id in recs, or the free slot's index as ^slot.
func (t *idTable) find(recs []record, id transcript.ID) int32 {
	mask := uint64(len(t.slots) - 1)
	for i := maphash.Bytes(t.seed, id[:]) & mask; ; i = (i + 1) & mask {
		at := t.slots[i]
		if at == 0 {
			return ^int32(i)
		}
		if recs[at-1].id == id {
			return at - 1
		}
	}
}

// add enters the record at position at; its id must not be in the table.
func (t *idTable) add(recs []record, at int32) {
	if t.used*3 >= len(t.slots)*2 {
		t.grow(recs)
	}
	t.slots[^t.find(recs, recs[at].id)] = at + 1
	t.used++
}

func (t *idTable) grow(recs []record) {
	old := t.slots
	t.slots = make([]int32, 2*len(old))
	for _, at := range old {
		if at != 0 {
			t.slots[^t.find(recs, recs[at-1].id)] = at
		}
	}
}
