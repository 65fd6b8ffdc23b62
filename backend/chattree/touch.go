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

// reserve makes room for n things in an empty table, so that it need not grow
// again and again. Later ones are mostly known already, and it grows for those
// that are not.
func (t *touches) reserve(n int) {
	if t.used == 0 {
		t.resize(n*10/7 + 64)
	}
}

func (t *touches) resize(size int) {
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
	scaled, _ := bits.Mul64(h, uint64(len(t.hashes)))
	at := int(scaled)
	for t.hashes[at] != 0 && t.hashes[at] != h {
		if at++; at == len(t.hashes) {
			at = 0
		}
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
// is new. The pointer is good until the next call.
func (t *touches) at(h uint64) (who *int32, isNew bool) {
	if t.used*10 >= len(t.hashes)*7 {
		t.resize(len(t.hashes)*3/2 + 64)
	}
	at := t.slot(h)
	isNew = t.hashes[at] == 0
	if isNew {
		t.hashes[at] = h
		t.used++
	}
	return &t.who[at], isNew
}
