package transcript

import (
	"encoding/binary"
	"iter"
	"slices"
)

// Counts say how many there are of each of some names. They are a text, so that
// thousands of them, which hardly anybody asks for, cost no more than that.
type Counts string

// countsOf returns the counts in m.
func countsOf(m map[string]int) Counts {
	var few [16]string // a file has some ten types
	names := few[:0]
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	var room [256]byte
	b := room[:0]
	for _, name := range names {
		b = binary.AppendUvarint(b, uint64(len(name)))
		b = append(b, name...)
		b = binary.AppendUvarint(b, uint64(m[name]))
	}
	return Counts(b)
}

// All visits the names in their order, each with how many there are of it.
func (c Counts) All() iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		for rest := string(c); rest != ""; {
			var size, n uint64
			size, rest = cutUvarint(rest)
			name := rest[:min(size, uint64(len(rest)))]
			n, rest = cutUvarint(rest[len(name):])
			if !yield(name, int(n)) {
				return
			}
		}
	}
}

// cutUvarint takes a number off a text.
func cutUvarint(s string) (v uint64, rest string) {
	for i := range min(len(s), binary.MaxVarintLen64) {
		v |= uint64(s[i]&0x7f) << (7 * i)
		if s[i] < 0x80 {
			return v, s[i+1:]
		}
	}
	return v, ""
}
