package search

import (
	"math/bits"
	"slices"
)

// The form of a signature. Changing any of these changes what is stored: see
// codecVersion.
const (
	sigBits  = 15
	sigRows  = 1 << sigBits
	sigWords = sigRows / 64
)

// signature is the set of the grams of a block, hashed to rows.
//
// All trigrams are in it. They tell words apart, but hardly phrases: whatever
// a phrase is made of stands in any page of prose. So one in four of the runs
// of ten bytes is in it too, those whose last trigram says so.
type signature [sigWords]uint64

const (
	multiplier   = 0x9e3779b1
	multiplier64 = 0x9e3779b97f4a7c15
	// multiplierBefore mixes the bytes that a run has beside its last eight.
	multiplierBefore = 0xbf58476d1ce4e5b9
	// runBytes is how long runs are: more than a word, less than a phrase.
	runBytes = 10
	runMask  = 1<<(8*(runBytes-8)) - 1
	// sampleMask picks the runs: one in four.
	sampleMask = 3
)

// row returns the row of a trigram.
func row(trigram uint32) uint32 { return trigram * multiplier >> (32 - sigBits) }

// sampled reports whether the run that ends with the trigram of this row is in
// the signature.
func sampled(row uint32) bool { return row&sampleMask == 0 }

// window is the last bytes of a text, as they come.
type window struct{ before, last uint64 }

// next returns the window a byte later.
func (w window) next(c byte) window { return window{w.before<<8 | w.last>>56, w.last<<8 | uint64(c)} }

// trigram returns the row of the last three bytes.
func (w window) trigram() uint32 { return row(uint32(w.last) & 0xffffff) }

// run returns the row of the last runBytes.
func (w window) run() uint32 {
	return uint32((w.last*multiplier64^w.before&runMask*multiplierBefore)*multiplier64>>32) >> (32 - sigBits)
}

// next adds what ends with the byte c behind w, and returns the window then.
func (s *signature) next(w window, c byte) window {
	w = w.next(c)
	r := w.trigram()
	s[r/64] |= 1 << (r % 64)
	if sampled(r) {
		r = w.run()
		s[r/64] |= 1 << (r % 64)
	}
	return w
}

// add adds the grams of a folded text. Those of its first bytes, with nothing
// before them, come with it: a few bits too many.
func (s *signature) add(text []byte) {
	var w window
	for _, c := range text {
		w = s.next(w, c)
	}
}

func (s *signature) has(r uint32) bool { return s[r/64]>>(r%64)&1 == 1 }

// ones returns how many rows are set.
func (s *signature) ones() (n int) {
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// rowsOf returns the rows that a text's grams are in, each once, those of the
// runs first: they say most. A block that holds the text has them all.
func rowsOf(text []byte) []uint32 {
	var trigrams, runs []uint32
	var w window
	for i, c := range text {
		if w = w.next(c); i < 2 {
			continue
		}
		r := w.trigram()
		if !slices.Contains(trigrams, r) {
			trigrams = append(trigrams, r)
		}
		if i >= runBytes-1 && sampled(r) && !slices.Contains(runs, w.run()) {
			runs = append(runs, w.run())
		}
	}
	return append(runs, trigrams...)
}

// transpose64 turns a 64 by 64 matrix of bits over its diagonal.
func transpose64(a *[64]uint64) {
	mask := uint64(0x00000000ffffffff)
	for j := 32; j != 0; j, mask = j/2, mask^mask<<(j/2) {
		for k := 0; k < 64; k = (k + j + 1) &^ j {
			t := (a[k]>>j ^ a[k+j]) & mask
			a[k] ^= t << j
			a[k+j] ^= t
		}
	}
}
