package chattree

import (
	"hash/maphash"
	"math/bits"
)

// touches says which sessions may be related: for every thing that a session
// holds or names (record ids, session ids) one session that does so too. All
// sessions that one thing leads to are in one group, so one of them is enough
// to find the others. Entries may be out of date; then they lead to a session
// too many, never past one.
//
// It is an open table of eight-byte hashes and session numbers: the one thing
// that grows with all records of a history, so it is kept small.
type touches struct {
	seed   maphash.Seed
	hashes []uint64 // 0: free
	who    []int32
	used   int
}

func newTouches() *touches { return &touches{seed: maphash.MakeSeed()} }

// text returns the hash of a session's id.
func (t *touches) text(s string) uint64 { return maphash.String(t.seed, s) | 1 }

// reserve makes room for n more things.
func (t *touches) reserve(n int) {
	size := 1 << max(6, bits.Len(uint((t.used+n)*3/2)))
	if size <= len(t.hashes) {
		return
	}
	hashes, who := t.hashes, t.who
	t.hashes, t.who = make([]uint64, size), make([]int32, size)
	for i, h := range hashes {
		if h != 0 {
			at := t.slot(h)
			t.hashes[at], t.who[at] = h, who[i]
		}
	}
}

// slot returns the place of h, or the free place where it would stand.
func (t *touches) slot(h uint64) int {
	mask := len(t.hashes) - 1
	at := int(h>>1) & mask
	for t.hashes[at] != 0 && t.hashes[at] != h {
		at = (at + 1) & mask
	}
	return at
}

// get returns the session that stands for h, none where there is none.
func (t *touches) get(h uint64) int32 {
	if len(t.hashes) == 0 {
		return none
	}
	if at := t.slot(h); t.hashes[at] != 0 {
		return t.who[at]
	}
	return none
}

// at returns where the session that stands for h is noted, and whether that
// is new. The pointer is good until the next reserve. There must be room.
func (t *touches) at(h uint64) (who *int32, isNew bool) {
	at := t.slot(h)
	isNew = t.hashes[at] == 0
	if isNew {
		t.hashes[at] = h
		t.used++
	}
	return &t.who[at], isNew
}
