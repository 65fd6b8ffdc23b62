package search

import (
	"math/bits"
	"slices"

	"dendro/backend/search/fold"
)

// The form of a signature. Stored signatures depend on these values: increment the store's
// format version when changing them.
const (
	sigBits  = 15
	sigRows  = 1 << sigBits
	sigWords = sigRows / 64
)

// signature is the set of the grams of a block, hashed to rows.
//
// It contains all trigrams. They distinguish words, but hardly phrases: the trigrams of a
// phrase occur in any page of prose. So it also contains one in four of the runs of nine
// bytes, selected by their last trigram.
//
// Grams are taken from the folded text as JSON writes it, including escapes, because nearly
// every text of a transcript can then be used as it is in its line. JSON writes each character
// independently, so a substring's JSON form is a substring of the text's JSON form.
type signature [sigWords]uint64

// gears holds a random number for every byte, equal for both cases of a letter. The lowest
// bits are distinct for the bytes that text consists of, since they are all that remains of
// the first byte of a trigram.
type gears [256]uint64

// newGears returns the numbers for all signatures. They are the same in every process.
func newGears() *gears {
	t := new(gears)
	state := uint64(0)
	for i := range t {
		state += 0x9e3779b97f4a7c15 // splitmix64
		z := state
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		t[i] = (z^z>>31)&^(1<<gearShift-1) | uint64(i)%(1<<gearShift)
	}
	for c := byte('A'); c <= 'Z'; c++ {
		t[c] = t[fold.LowerASCII(c)]
	}
	return t
}

// gear is a rolling hash. Every byte shifts the contributions of earlier ones, so that the
// lowest fifteen bits are a hash of only the last three bytes, and fifteen bits in the middle
// a hash of only the last nine. One shift and one load serve both.
type gear uint64

const (
	gearShift = 5
	runBytes  = 9
	runShift  = (runBytes - 3) * gearShift
	// unsampled are bits that depend on a whole trigram: they are all 0 for one in four.
	unsampled = 3 << (2 * gearShift)
)

// next returns the gear after one more byte.
func (t *gears) next(g gear, c byte) gear { return g<<gearShift ^ gear(t[c]) }

// trigram returns the row of the last three bytes.
func (g gear) trigram() uint64 { return uint64(g) % sigRows }

// sampled reports whether the run that ends here is in the signature.
func (g gear) sampled() bool { return g&unsampled == 0 }

// run returns the row of the last runBytes bytes.
func (g gear) run() uint64 { return uint64(g) >> runShift % sigRows }

func (s *signature) has(r uint32) bool { return s[r/64]>>(r%64)&1 == 1 }

// and returns the union of both signatures.
func (s *signature) and(other *signature) *signature {
	both := *s
	for i, w := range other {
		both[i] |= w
	}
	return &both
}

// ones returns how many rows are set.
func (s *signature) ones() (n int) {
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// rowsOf returns the distinct rows of a folded text's grams. Those of the runs come first
// because they are more selective. A block that contains the text has them all.
func rowsOf(text []byte) []uint32 {
	var trigrams, runs []uint32
	var g gear
	t := newGears()
	for i, c := range appendEscaped(nil, text) {
		if g = t.next(g, c); i < 2 {
			continue
		}
		if r := uint32(g.trigram()); !slices.Contains(trigrams, r) {
			trigrams = append(trigrams, r)
		}
		if r := uint32(g.run()); i >= runBytes-1 && g.sampled() && !slices.Contains(runs, r) {
			runs = append(runs, r)
		}
	}
	return append(runs, trigrams...)
}
