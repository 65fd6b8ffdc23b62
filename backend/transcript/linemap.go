package transcript

import (
	"math/bits"
	"slices"
	"strings"
)

// lineMap is what the bytes of a line tell one by one, before anything is known
// of its structure.
type lineMap struct {
	quotes []uint64 // a bit for each byte that is a quote no backslash escapes

	// suspect says that the line holds what the walk over it does not check: a
	// byte below 0x20, which is legal between tokens and illegal inside strings,
	// or a bad escape sequence. encoding/json decides about such lines. No known
	// version writes any.
	suspect bool
	// plain says that every escape is what its character is always written as:
	// \n and its like, and \u001b, but no \u00e9.
	plain bool
	ascii bool // all bytes are

	masks [mapBlocks]blockMasks // of the blocks at hand
	odd   [mapBlocks]oddBlock   // those of them that are
	carry uint64                // 1 where the first byte of the next block is escaped
}

// mapBlocks is how many blocks are mapped in one go.
const mapBlocks = 64

// oddBlock is a block with escapes that are neither of a quote or a backslash
// nor of n or t.
type oddBlock struct {
	escaped uint64 // where their second bytes stand
	left    uint64 // how many blocks there were to map, with this one
}

// read maps a line.
func (m *lineMap) read(b []byte) {
	whole := len(b) / blockSize
	m.quotes = slices.Grow(m.quotes[:0], whole+1)[:whole]
	m.suspect, m.plain, m.ascii, m.carry = false, true, true, 0
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
	m.suspect = m.suspect || m.carry != 0
}

// addMasks is add by way of masks: it looks at what stands behind the
// backslashes, and leaves the quotes out that are no end of a string.
func (m *lineMap) addMasks(part, line []byte, first, n int) {
	const even = 0x5555555555555555
	list, quotes := m.masks[:n], m.quotes[first:first+n]
	control, ascii := masks(part, list)
	m.suspect = m.suspect || control
	m.ascii = m.ascii && ascii
	carry := m.carry
	for i := range list {
		p := &list[i]
		// Of a run of backslashes every second one is escaped, and so is what
		// follows a run of odd length. Adding its first bit to a run carries a
		// bit to what follows: whether run and bit begin at places of one
		// parity tells whether the run is odd. No bit is looked at by itself.
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

// escapes notes of what kind the escapes are whose second bytes stand at the
// given places of the block at b[at].
func (m *lineMap) escapes(b []byte, at int, places uint64) {
	var kinds uint8
	for ; places != 0; places &= places - 1 {
		kinds |= escapeKind(b, at+bits.TrailingZeros64(places))
	}
	m.suspect = m.suspect || kinds&escapeBad != 0
	m.plain = m.plain && kinds&escapeLong == 0
}

// escapeKind returns what the escape is whose second byte stands at b[i].
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
		case r < ' ' && !strings.ContainsRune("\b\t\n\f\r", r):
			return escapePlain
		default:
			return escapeLong
		}
	}
	return escapeBad
}

// What an escape is by the byte behind its backslash.
const (
	escapePlain = 1 << iota // \n and its like; control characters that have none like it
	escapeLong              // \u00e9; \/, which few write
	escapeBad
)
