package chattree

import (
	"hash/maphash"
	"math/bits"

	"dendro/backend/transcript"
)

// thing is the hash of what a session holds or names: a record's id, a session's id.
type relKey uint64

// touches says which sessions may be related: for every thing that a session holds or
// names the number of one session that does so too. All sessions that one thing leads
// to are in one group, so one of them is enough to find the others. Entries may be out
// of date, and two things may look the same; then they lead to a session too many,
// never past one.
//
// It is an open table with four bytes an entry, a session's number and as many bits of the
// thing as remain beside it: the one part that grows with all records of a history. A map
// takes three times as much, and twice as long to fill while nothing else goes on. What
// does not fit any more is not moved: all sessions are grouped anew, in a larger table.
type relIndex struct {
	seed  maphash.Seed // nobody can make up ids that look the same
	slots []uint32     // 0: free; else bits of the thing above the session's number + 1
	width int          // of the numbers, in bits
	used  int
}

// newTouches returns a table for so many things of sessions whose numbers are below
// sessions, and half as many more.
func newRelIndex(things, sessions int) relIndex {
	return relIndex{seed: maphash.MakeSeed(), slots: make([]uint32, things*3/2+64), width: bits.Len(uint(sessions + 1))}
}

// text returns what stands for a session's id.
func (t *relIndex) text(s string) relKey { return relKey(maphash.String(t.seed, s)) }

// id returns what stands for a record's id.
func (t *relIndex) id(id transcript.ID) relKey { return relKey(maphash.Bytes(t.seed, id[:])) }

// message returns what stands for the hash of a message's id.
func (t *relIndex) message(h uint64) relKey { return relKey(maphash.Comparable(t.seed, h)) }

// fits reports whether things more find a place, of sessions whose numbers are below
// sessions.
func (t *relIndex) fits(things, sessions int) bool {
	return (t.used+things)*10 <= len(t.slots)*8 && sessions < 1<<t.width
}

// find returns where a thing stands, or the free place where it would.
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

// get returns the session that a thing leads to.
func (t *relIndex) get(h relKey) (num int32, known bool) {
	at, known := t.find(h)
	return int32(t.slots[at]&(1<<t.width-1)) - 1, known
}

// put lets a thing, which fits, lead to a session.
func (t *relIndex) put(h relKey, num int32) {
	at, known := t.find(h)
	if !known {
		t.used++
	}
	t.slots[at] = uint32(h)<<t.width | uint32(num+1)
}
