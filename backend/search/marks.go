package search

import (
	"bytes"
	"encoding/binary"
)

// marks is a signature in the making, a byte for every row: to set one needs
// no look at what was there, which makes a build twice as fast.
type marks [sigRows]byte

// add adds the grams of a text as it is written. Those of its first bytes,
// with nothing before them, come with it: a few bits too many. The loop is half
// of what an index costs; it calls nothing, since a call costs even where there
// is nothing left of it.
func (m *marks) add(t *gears, text []byte) {
	rows, numbers := m[:], t[:]
	var g gear
	for _, c := range text {
		g = g<<gearShift ^ gear(numbers[c])
		trigram, run := g%sigRows, g>>runShift%sigRows
		rows[trigram] = 1
		// Without a branch, which no processor could predict: where the run is
		// not sampled, the trigram is marked once more.
		if g&unsampled != 0 {
			run = trigram
		}
		rows[run] = 1
	}
}

// ones returns how many rows are marked.
func (m *marks) ones() int { return bytes.Count(m[:], []byte{1}) }

// signature makes a bit of every mark.
func (m *marks) signature() *signature {
	s := new(signature)
	for i := range s {
		for j := range 8 {
			s[i] |= gather(m[64*i+8*j:]) << (8 * j)
		}
	}
	return s
}

// gather makes a bit of each of eight bytes of 0 or 1: the product has them
// side by side in its top byte.
func gather(b []byte) uint64 { return binary.LittleEndian.Uint64(b) * 0x0102040810204080 >> 56 }

// unpack makes the marks of a signature.
func (s *signature) unpack(m *marks) {
	for r := range uint32(sigRows) {
		m[r] = 0
		if s.has(r) {
			m[r] = 1
		}
	}
}
