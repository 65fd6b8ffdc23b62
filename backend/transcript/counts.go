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
		for rest := []byte(c); len(rest) > 0; {
			size, n := binary.Uvarint(rest)
			if n <= 0 || size > uint64(len(rest)-n) {
				return // damaged
			}
			name := string(rest[n : n+int(size)])
			rest = rest[n+int(size):]
			count, n := binary.Uvarint(rest)
			if n <= 0 || !yield(name, int(count)) {
				return
			}
			rest = rest[n:]
		}
	}
}
