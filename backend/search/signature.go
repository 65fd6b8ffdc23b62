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
// of eight bytes is in it too, those whose last trigram says so.
type signature [sigWords]uint64

const (
	multiplier   = 0x9e3779b1
	multiplier64 = 0x9e3779b97f4a7c15
	runBytes     = 8
	// sampleMask picks the runs: one in four.
	sampleMask = 3
)

// window is the last eight bytes of a text, as they come.
type window uint64

// next returns the window a byte later.
func (w window) next(c byte) window { return w<<8 | window(c) }

// trigram returns the row of the last three bytes.
func (w window) trigram() uint32 { return uint32(w) & 0xffffff * multiplier >> (32 - sigBits) }

// sampled reports whether the run that ends with the trigram of this row is in
// the signature.
func sampled(row uint32) bool { return row&sampleMask == 0 }

// run returns the row of the run.
func (w window) run() uint32 { return uint32(uint64(w) * multiplier64 >> (64 - sigBits)) }

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
