package search

import (
	"encoding/binary"
	"io"
	"slices"
)

// groupSlots is how many signatures share the words of their rows.
const groupSlots = 64

// group is some blocks and up to 64 signatures. While it is filled it holds the
// signatures one by one; sealed, it has them sliced: word r of its rows tells which of
// the slots have row r. Rows are little-endian.
type group struct {
	blocks []placed
	left   int          // how many of the blocks count
	sigs   []*signature // by slot; nil when sealed
	rows   io.ReaderAt  // nil while it is filled

	// The last slot, where it is open to more small files.
	shared     bool
	sharedText uint32
}

// placed is a block in a group. The blocks of small files share a slot.
type placed struct {
	block
	file *fileEntry // nil: the block counts no more
	slot uint8
}

// rowsSize is how many bytes the rows of a group are.
const rowsSize = sigRows * groupSlots / 8

// sealed reports whether g has rows.
func (g *group) sealed() bool { return g.rows != nil }

// row returns which slots have a gram of the row. Damage excludes nothing.
func (g *group) row(r uint32) uint64 {
	if g.sealed() {
		var word [8]byte
		if _, err := g.rows.ReadAt(word[:], 8*int64(r)); err != nil {
			return ^uint64(0)
		}
		return binary.LittleEndian.Uint64(word[:])
	}
	var word uint64
	for i, s := range g.sigs {
		if s.has(r) {
			word |= 1 << i
		}
	}
	return word
}

// signature returns the signature of a slot, nil where it is damaged.
func (g *group) signature(slot uint8) *signature {
	if !g.sealed() {
		return g.sigs[slot]
	}
	rows := g.load()
	if rows == nil {
		return nil
	}
	return signatureOf(rows, slot)
}

// load returns all rows of a sealed group, nil where they are damaged.
func (g *group) load() []byte {
	rows := make([]byte, rowsSize)
	if _, err := io.ReadFull(io.NewSectionReader(g.rows, 0, rowsSize), rows); err != nil {
		return nil
	}
	return rows
}

// signatureOf takes the signature of one slot out of the rows of its group.
func signatureOf(rows []byte, slot uint8) *signature {
	s := new(signature)
	for r := range uint32(sigRows) {
		s[r/64] |= binary.LittleEndian.Uint64(rows[8*r:]) >> slot & 1 << (r % 64)
	}
	return s
}

// slice writes the rows of the full group g. Words that lie in one line of the
// processor's cache are taken at once: the signatures are as far apart as makes
// their lines drive each other out.
func (g *group) slice(rows []byte) {
	const line = 8
	var m [line][64]uint64
	for w := 0; w < sigWords; w += line {
		for i, s := range g.sigs {
			words := (*[line]uint64)(s[w:])
			for j, word := range words {
				m[j][i] = word
			}
		}
		for j := range m {
			transpose64(&m[j])
			to := rows[8*64*(w+j):]
			for i, word := range m[j] {
				binary.LittleEndian.PutUint64(to[8*i:], word)
			}
		}
	}
}

// without returns g without the blocks at some places, nil where none is left.
func (g *group) without(places []place) *group {
	c := *g
	if c.left -= len(places); c.left == 0 && g.sealed() {
		return nil
	}
	c.blocks = slices.Clone(g.blocks)
	for _, p := range places {
		c.blocks[p.at].file = nil
	}
	return &c
}

// pop takes the last block, which has a slot of its own, out of an open group. Readers
// of earlier snapshots share the arrays, so what is appended next must not overwrite it.
func (g *group) pop() {
	last := len(g.blocks) - 1
	g.blocks = g.blocks[:last:last]
	g.sigs = g.sigs[: len(g.sigs)-1 : len(g.sigs)-1]
	g.left--
	g.shared = false
}

// alone reports whether no other block has ever shared the slot of the one at a place.
func (g *group) alone(at uint16) bool {
	slot := g.blocks[at].slot
	return (at == 0 || g.blocks[at-1].slot != slot) && (int(at)+1 == len(g.blocks) || g.blocks[at+1].slot != slot)
}

// slots returns how many slots have blocks that count.
func (g *group) slots() (n int) {
	last := -1
	for i := range g.blocks {
		if b := &g.blocks[i]; b.file != nil && int(b.slot) != last {
			n, last = n+1, int(b.slot)
		}
	}
	return n
}
