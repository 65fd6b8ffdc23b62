package chattree

import (
	"hash/maphash"
	"math/bits"

	"dendro/backend/transcript"
)

// touches says which sessions may be related: for every thing that a session
// holds or names (record ids, session ids) one session that does so too. All
// sessions that one thing leads to are in one group, so one of them is enough
// to find the others. Entries may be out of date, and two things may look the
// same; then they lead to a session too many, never past one.
//
// It is an open table of four-byte entries, a session's number and as many bits
// of the thing's hash as remain beside it: the one thing that grows with all
// records of a history, so it is kept small. The fewer sessions share many
// records, the more bits remain. What does not fit any more is not moved: the
// table is made anew from the sessions.
type touches struct {
	seed  maphash.Seed
	slots []uint32 // 0: free; else the hash's bits above the session's number + 1
	width int      // of the numbers, in bits
	used  int
}

func newTouches() *touches { return &touches{seed: maphash.MakeSeed()} }

// text returns the hash of a session's id.
func (t *touches) text(s string) uint64 { return maphash.String(t.seed, s) }

// id returns the hash of a record's id. It is seeded: nobody can make up ids that all
// lie in one place.
func (t *touches) id(id transcript.ID) uint64 { return maphash.Bytes(t.seed, id[:]) }

// message returns the hash of what a message's id was hashed to.
func (t *touches) message(h uint64) uint64 { return maphash.Comparable(t.seed, h) }

// fits reports whether n more things find a place, of sessions whose numbers
// are below sessions.
func (t *touches) fits(n, sessions int) bool {
	return (t.used+n)*10 <= len(t.slots)*8 && sessions < 1<<t.width
}

// reset empties the table and makes room for n things of sessions whose numbers
// are below sessions. A table that was too small gets room to grow as well.
func (t *touches) reset(n, sessions int) {
	size := n * 3 / 2
	if t.used > 0 {
		size = n * 2
		sessions += sessions / 8
	}
	t.slots, t.used = nil, 0 // before there is another one
	t.slots, t.width = make([]uint32, size+64), bits.Len(uint(sessions+1))
}

// split returns where h is looked for first, and what of it stands in entries.
func (t *touches) split(h uint64) (at int, tag uint32) {
	scaled, _ := bits.Mul64(h, uint64(len(t.slots)))
	return int(scaled), uint32(h) << t.width
}

// next returns the place behind at.
func (t *touches) next(at int) int {
	if at++; at < len(t.slots) {
		return at
	}
	return 0
}

// get calls visit with the sessions that may stand for h.
func (t *touches) get(h uint64, visit func(num int32)) {
	if len(t.slots) == 0 {
		return
	}
	for at, tag := t.split(h); t.slots[at] != 0; at = t.next(at) {
		if t.slots[at]>>t.width<<t.width == tag {
			visit(t.number(at))
		}
	}
}

func (t *touches) number(at int) int32 { return int32(t.slots[at]&(1<<t.width-1)) - 1 }

// put lets a session stand for h: in the place of another one for which instead
// reports true, else beside those that stand for h or what looks the same. Only
// what fits may be put in.
func (t *touches) put(h uint64, num int32, instead func(other int32) bool) {
	at, tag := t.split(h)
	for ; t.slots[at] != 0; at = t.next(at) {
		if t.slots[at]>>t.width<<t.width == tag && instead(t.number(at)) {
			break
		}
	}
	if t.slots[at] == 0 {
		t.used++
	}
	t.slots[at] = tag | uint32(num+1)
}
