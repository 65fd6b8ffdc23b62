package thread

import (
	"hash/maphash"
	"math/bits"

	"dendro/backend/transcript"
)

// idTable finds records by uuid. It holds positions only, four bytes a slot, and
// beside a position as much of the id's hash as there is room for, so that few
// records are looked at in vain; the ids themselves stand in the records.
type idTable struct {
	seed  maphash.Seed
	slots []uint32 // position+1 below a part of the hash; 0 is free
	used  int
	width int // bits of a position
}

// leastSlots is how many slots there are at least.
const leastSlots = 64

func newIDTable() (t idTable) {
	t.seed = maphash.MakeSeed()
	t.resize(nil, leastSlots)
	return t
}

// place returns where the search for an id begins, and what its slot holds of
// the hash.
func (t *idTable) place(id transcript.ID) (at int, mark uint32) {
	hash := maphash.Bytes(t.seed, id[:])
	return int(hash >> 32 * uint64(len(t.slots)) >> 32), uint32(hash) << t.width
}

// find returns the position of id in recs, -1 where it is not in the table.
func (t *idTable) find(recs []record, id transcript.ID) int32 {
	i, mark := t.place(id)
	below := uint32(1)<<t.width - 1
	for {
		slot := t.slots[i]
		if slot == 0 {
			return -1
		}
		if slot&^below == mark && recs[slot&below-1].id == id {
			return int32(slot&below) - 1
		}
		if i++; i == len(t.slots) {
			i = 0
		}
	}
}

// add enters the record at position at; its id must not be in the table.
func (t *idTable) add(recs []record, at int32) {
	if t.used*8 >= len(t.slots)*7 {
		t.resize(recs[:at], 2*len(t.slots))
	}
	t.enter(recs, at)
}

func (t *idTable) enter(recs []record, at int32) {
	i, mark := t.place(recs[at].id)
	for t.slots[i] != 0 {
		if i++; i == len(t.slots) {
			i = 0
		}
	}
	t.slots[i] = mark | uint32(at+1)
	t.used++
}

// trim leaves room for a sixth more than there is.
func (t *idTable) trim(recs []record) {
	if slots := max(len(recs)*4/3, leastSlots); slots < len(t.slots) {
		t.resize(recs, slots)
	}
}

// resize makes a table of so many slots, with the records in it.
func (t *idTable) resize(recs []record, slots int) {
	t.slots, t.used, t.width = make([]uint32, slots), 0, bits.Len(uint(slots))
	for at := range recs {
		t.enter(recs, int32(at))
	}
}
