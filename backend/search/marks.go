package search

import "encoding/binary"

// marks is a signature in the making, a byte for every row: to set one needs
// no look at what was there, which makes a build twice as fast.
type marks [sigRows]byte

// next adds what ends with the byte c behind w, and returns the window then.
func (m *marks) next(w window, c byte) window {
	w = w.next(c)
	r := w.trigram()
	m[r] = 1
	// Without a branch, which no processor could predict: where the run is not
	// sampled, the trigram is marked once more.
	run := w.run()
	if !sampled(r) {
		run = r
	}
	m[run%sigRows] = 1
	return w
}

// add adds the grams of a folded text. Those of its first bytes, with nothing
// before them, come with it: a few bits too many.
func (m *marks) add(text []byte) {
	var w window
	for _, c := range text {
		w = m.next(w, c)
	}
}

// ones returns how many rows are marked.
func (m *marks) ones() int {
	n := 0
	for i := 0; i < sigRows; i += 8 * 128 {
		var sum uint64 // of each of eight bytes, up to 128
		for j := i; j < i+8*128; j += 8 {
			sum += binary.LittleEndian.Uint64(m[j:])
		}
		for ; sum != 0; sum >>= 8 {
			n += int(sum & 0xff)
		}
	}
	return n
}

// signature packs the marks.
func (m *marks) signature() *signature {
	s := new(signature)
	for i := range sigRows / 8 {
		// Eight bytes of 0 or 1: the product gathers them in its top byte.
		bits := binary.LittleEndian.Uint64(m[8*i:]) * 0x0102040810204080 >> 56
		s[i/8] |= bits << (i % 8 * 8)
	}
	return s
}

// unpack makes the marks of a signature.
func (s *signature) unpack(m *marks) {
	for r := range uint32(sigRows) {
		m[r] = 0
		if s.has(r) {
			m[r] = 1
		}
	}
}
