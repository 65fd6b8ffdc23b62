package thread

import "math/rand/v2"

// callTable finds the record of a call, or of a result, by the hash of its id:
// the first that was added. The hash stands in the block. It takes eleven bytes
// a call, where a map takes more than twice as much.
type callTable struct {
	factor uint64 // odd, and nobody else's: whoever writes a history may choose its hashes
	slots  []callSlot
}

type callSlot struct {
	block uint32
	at    int32 // record+1; 0: free
}

func newCallTable(calls int) callTable {
	return callTable{factor: rand.Uint64() | 1, slots: make([]callSlot, calls*4/3+1)}
}

// find returns the record of a call in x.
func (t *callTable) find(x *Index, tool uint64) (at int32, ok bool) {
	slot := t.slot(x, tool)
	return slot.at - 1, slot.at > 0
}

// add enters a block of a record in x. Where the table has its call it returns
// the record of that.
func (t *callTable) add(x *Index, at int32, block uint32) (first int32, ok bool) {
	slot := t.slot(x, x.blocks[block].tool())
	if slot.at > 0 {
		return slot.at - 1, true
	}
	*slot = callSlot{block: block, at: at + 1}
	return at, false
}

// slot returns the slot of a call, a free one where the table does not have it.
func (t *callTable) slot(x *Index, tool uint64) *callSlot {
	for i := int(tool * t.factor >> 32 * uint64(len(t.slots)) >> 32); ; {
		slot := &t.slots[i]
		if slot.at == 0 || x.blocks[slot.block].tool() == tool {
			return slot
		}
		if i++; i == len(t.slots) {
			i = 0
		}
	}
}
