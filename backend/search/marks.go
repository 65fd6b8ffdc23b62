package search

import (
	"bytes"
	"encoding/binary"
)

// marks is a signature in the making, a byte for every row: to set one needs
// no look at what was there, which makes a build twice as fast.
type marks [sigRows]byte

// mark marks the rows of the grams that end behind g.
func (m *marks) mark(g gear) {
	r := g.trigram()
	m[r] = 1
	// Without a branch, which no processor could predict: where the run is not
	// sampled, the trigram is marked once more.
	run := g.run()
	if !g.sampled() {
		run = r
	}
	m[run] = 1
}

// add adds the grams of a text as it is written. Those of its first bytes,
// with nothing before them, come with it: a few bits too many. Each half is
// taken by itself, side by side: a gear waits for the one before. The loop is
// half of what an index costs; it calls nothing, since a call costs even where
// there is nothing left of it.
func (m *marks) add(t *gears, text []byte) {
	half := len(text) / 2
	front := text[:half]
	back := text[half:][:len(front)]
	rows, numbers := m[:], t[:]
	var f, b gear
	for _, c := range text[max(0, half-runBytes+1):half] {
		b = t.next(b, c)
	}
	for i := range front {
		f = f<<gearShift ^ gear(numbers[front[i]])
		b = b<<gearShift ^ gear(numbers[back[i]])
		trigram, run := f%sigRows, f>>runShift%sigRows
		rows[trigram] = 1
		if f&unsampled != 0 {
			run = trigram
		}
		rows[run] = 1
		trigram, run = b%sigRows, b>>runShift%sigRows
		rows[trigram] = 1
		if b&unsampled != 0 {
			run = trigram
		}
		rows[run] = 1
	}
	if len(text)%2 == 1 {
		m.mark(t.next(b, text[len(text)-1]))
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
