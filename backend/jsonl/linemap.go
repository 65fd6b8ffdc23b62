package jsonl

import (
	"math/bits"
	"slices"
	"strings"
)

// Map holds the properties of a line's bytes that do not depend on its structure.
type Map struct {
	quotes []uint64 // a bit per byte: a quote that is not escaped

	// Suspect is set if the line holds a byte below 0x20, legal between tokens and illegal
	// inside strings, or a bad escape sequence. The structural walk does not check these,
	// so encoding/json decides such lines.
	Suspect bool
	// Plain is set if every escape is the usual spelling of its character: \n and \u001b,
	// but not \u00e9.
	Plain bool
	ASCII bool // all bytes are ASCII
	// Codes is set if an escape is \u001b, with which the codes of a terminal begin.
	Codes bool

	masks [mapBlocks]blockMasks // of the current blocks
	odd   [mapBlocks]oddBlock   // those blocks that hold unusual escapes
	carry uint64                // 1 if the first byte of the next block is escaped
}

// mapBlocks is the number of blocks mapped per call.
const mapBlocks = 64

// oddBlock is a block with escapes other than \" \\ \n and \t.
type oddBlock struct {
	escaped uint64 // a bit per second byte of an escape
	left    uint64 // number of blocks left to map, including this one
}

// Read maps a line, and returns a Scanner for it, valid until the next call.
func (m *Map) Read(b []byte) Scanner {
	whole := len(b) / blockSize
	m.quotes = slices.Grow(m.quotes[:0], whole+1)[:whole]
	m.Suspect, m.Plain, m.ASCII, m.Codes, m.carry = false, true, true, false, 0
	for at := 0; at < whole; at += mapBlocks {
		m.add(b[at*blockSize:], b, at, min(mapBlocks, whole-at))
	}
	if part := b[whole*blockSize:]; len(part) > 0 {
		var block [blockSize]byte
		for i := copy(block[:], part); i < blockSize; i++ {
			block[i] = ' '
		}
		m.quotes = m.quotes[:whole+1]
		m.add(block[:], b, whole, 1)
	}
	m.Suspect = m.Suspect || m.carry != 0
	return Scanner{b, m.quotes, m.Plain && !m.Suspect}
}

// addMasks is add implemented with masks: it checks the bytes after backslashes and drops
// escaped quotes.
func (m *Map) addMasks(part, line []byte, first, n int) {
	const even = 0x5555555555555555
	list, quotes := m.masks[:n], m.quotes[first:first+n]
	control, ascii := masks(part, list)
	m.Suspect = m.Suspect || control
	m.ASCII = m.ASCII && ascii
	carry := m.carry
	for i := range list {
		p := &list[i]
		// In a run of backslashes every second one is escaped; a run of odd length also
		// escapes the byte after it. Adding the run's first bit to the run carries into the
		// byte after it: the run is odd if that byte and the run's start differ in parity.
		// No bit is inspected individually.
		s := p.slashes &^ carry
		follows := s<<1 | carry
		sum, over := bits.Add64(s, s&^even&^follows, 0)
		escaped := (even ^ sum<<1) & follows
		carry = over
		quotes[i] = p.quotes &^ escaped
		if rest := escaped &^ (p.quotes | p.slashes | p.letters); rest != 0 {
			m.escapes(line, (first+i)*blockSize, rest)
		}
	}
	m.carry = carry
}

// escapes records the kinds of the escapes whose second bytes are at the given places of
// the block at b[at].
func (m *Map) escapes(b []byte, at int, places uint64) {
	var kinds uint8
	for ; places != 0; places &= places - 1 {
		kinds |= escapeKind(b, at+bits.TrailingZeros64(places))
	}
	m.Suspect = m.Suspect || kinds&escapeBad != 0
	m.Plain = m.Plain && kinds&escapeLong == 0
	m.Codes = m.Codes || kinds&escapeCode != 0
}

// escapeKind returns the kind of the escape whose second byte is b[i].
func escapeKind(b []byte, i int) uint8 {
	if i >= len(b) {
		return escapeBad
	}
	switch b[i] {
	case 'r', 'b', 'f':
		return escapePlain
	case '/':
		return escapeLong
	case 'u':
		switch r, ok := hex4(b[i-1:]); {
		case !ok:
		case r == '\x1b':
			return escapePlain | escapeCode
		case r < ' ' && !strings.ContainsRune("\b\t\n\f\r", r):
			return escapePlain
		default:
			return escapeLong
		}
	}
	return escapeBad
}

// The kind of an escape, by the byte after its backslash.
const (
	escapePlain = 1 << iota // \n and the like; \u escapes of control characters that have no short form
	escapeLong              // \u00e9; \/, which is rare
	escapeBad
	escapeCode // \u001b
)
