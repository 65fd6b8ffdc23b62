package chattree

import (
	"hash/maphash"
	"math/bits"

	"dendro/backend/transcript"
)

// relKey is the hash of an id that a session holds or names: of a record, a message or a
// session.
type relKey uint64

// relIndex maps each key to the number of one session that holds or names it. All sessions
// with one key are in one group, so one of them suffices to find the others. Entries may be
// stale and keys may collide: false positives are possible, false negatives are not.
//
// It is an open-addressing table with four bytes per entry: a session's number and as many
// bits of the key as remain. It is the only part that grows with all records of a history.
// A map takes three times the memory, and twice as long to fill. If it is full, nothing is
// moved: all sessions are grouped again with a larger table.
type relIndex struct {
	seed  maphash.Seed // random, so that nobody can craft colliding ids
	slots []uint32     // 0: free; else bits of the key above the session's number + 1
	width int          // of session numbers, in bits
	used  int
}

// newRelIndex returns an index with room for one and a half times the given number of keys,
// for session numbers below sessions.
func newRelIndex(things, sessions int) relIndex {
	return relIndex{seed: maphash.MakeSeed(), slots: make([]uint32, things*3/2+64), width: bits.Len(uint(sessions + 1))}
}

// text returns the key of a session's id.
func (t *relIndex) text(s string) relKey { return relKey(maphash.String(t.seed, s)) }

// id returns the key of a record's id.
func (t *relIndex) id(id transcript.ID) relKey { return relKey(maphash.Bytes(t.seed, id[:])) }

// message returns the key of a message id's hash.
func (t *relIndex) message(h uint64) relKey { return relKey(maphash.Comparable(t.seed, h)) }

// fits reports whether there is room for more keys, of sessions with numbers below
// sessions.
func (t *relIndex) fits(things, sessions int) bool {
	return (t.used+things)*10 <= len(t.slots)*8 && sessions < 1<<t.width
}

// find returns the slot of a key, or the free slot for it.
func (t *relIndex) find(h relKey) (at uint64, known bool) {
	at, _ = bits.Mul64(uint64(h), uint64(len(t.slots)))
	for t.slots[at] != 0 {
		if t.slots[at]>>t.width == uint32(h)<<t.width>>t.width {
			return at, true
		}
		if at++; at == uint64(len(t.slots)) {
			at = 0
		}
	}
	return at, false
}

// get returns the session number for a key.
func (t *relIndex) get(h relKey) (num int32, known bool) {
	at, known := t.find(h)
	return int32(t.slots[at]&(1<<t.width-1)) - 1, known
}

// put maps a key, for which there must be room, to a session.
func (t *relIndex) put(h relKey, num int32) {
	at, known := t.find(h)
	if !known {
		t.used++
	}
	t.slots[at] = uint32(h)<<t.width | uint32(num+1)
}
