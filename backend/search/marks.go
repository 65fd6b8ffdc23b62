package search

import (
	"bytes"
	"encoding/binary"
)

// marks is a signature under construction, with a byte for every row: setting one needs no
// read of the old value, which makes a build twice as fast.
type marks [sigRows]byte

// add adds the grams of a text in its JSON form. The first bytes also produce grams with
// nothing before them, which sets a few bits too many. This loop is half of the cost of
// indexing. It makes no calls, which would be expensive even when there is nothing to do.
func (m *marks) add(t *gears, text []byte) {
	rows, numbers := m[:], t[:]
	var g gear
	for _, c := range text {
		g = g<<gearShift ^ gear(numbers[c])
		trigram, run := g%sigRows, g>>runShift%sigRows
		rows[trigram] = 1
		// Avoid an unpredictable branch: if the run is not sampled, the trigram is marked
		// again instead.
		if g&unsampled != 0 {
			run = trigram
		}
		rows[run] = 1
	}
}

// ones returns the number of marked rows.
func (m *marks) ones() int { return bytes.Count(m[:], []byte{1}) }

// signature converts every mark to a bit.
func (m *marks) signature() *signature {
	s := new(signature)
	for i := range s {
		for j := range 8 {
			s[i] |= gather(m[64*i+8*j:]) << (8 * j)
		}
	}
	return s
}

// gather converts eight bytes of 0 or 1 to bits: the product has them side by side in its top
// byte.
func gather(b []byte) uint64 { return binary.LittleEndian.Uint64(b) * 0x0102040810204080 >> 56 }

// unpack converts a signature to marks.
func (s *signature) unpack(m *marks) {
	for r := range uint32(sigRows) {
		m[r] = 0
		if s.has(r) {
			m[r] = 1
		}
	}
}
