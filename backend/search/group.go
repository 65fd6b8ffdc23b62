package search

import (
	"encoding/binary"
	"math/bits"
)

// groupBlocks is how many blocks share the words of their rows.
const groupBlocks = 64

// group is up to 64 blocks. While it is filled it holds their signatures one
// by one; sealed, it holds them sliced: word r of rows tells which of the
// blocks have row r. Rows are bytes, little-endian, so that they can be a view
// of a mapped file.
type group struct {
	blocks []placed
	live   uint64 // the blocks that count
	sigs   []*signature
	rows   []byte
	unseen *unseen // nil where rows were made by this process
}

type placed struct {
	block
	file *fileEntry
}

// row returns which blocks have a gram of the row.
func (g *group) row(r uint32) uint64 {
	if g.rows != nil {
		if g.unseen != nil && !g.unseen.whole(g.rows) {
			return ^uint64(0)
		}
		return binary.LittleEndian.Uint64(g.rows[8*r:])
	}
	var word uint64
	for i, s := range g.sigs {
		if s.has(r) {
			word |= 1 << i
		}
	}
	return word
}

// damaged reports whether the group's rows are not what they were.
func (g *group) damaged() bool { return g.unseen != nil && !g.unseen.whole(g.rows) }

// sum returns the sum that is kept of the group's rows. Damage keeps the sum
// that shows it.
func (g *group) sum() uint32 {
	if g.unseen != nil {
		return g.unseen.sum
	}
	return castagnoli(g.rows)
}

// signature returns the signature of one block, of a group that is whole.
func (g *group) signature(bit uint8) *signature {
	if g.rows == nil {
		return g.sigs[bit]
	}
	s := new(signature)
	for r := range uint32(sigRows) {
		s[r/64] |= binary.LittleEndian.Uint64(g.rows[8*r:]) >> bit & 1 << (r % 64)
	}
	return s
}

// slice writes the rows of the full group g.
func (g *group) slice(rows []byte) {
	var m [64]uint64
	for w := range sigWords {
		for i, s := range g.sigs {
			m[i] = s[w]
		}
		transpose64(&m)
		for i, word := range m {
			binary.LittleEndian.PutUint64(rows[8*(64*w+i):], word)
		}
	}
}

// without returns g with one block less that counts, nil where none is left.
func (g *group) without(bit uint8) *group {
	c := *g
	c.live &^= 1 << bit
	if c.live == 0 {
		return nil
	}
	return &c
}

// pop takes the last block out of an open group. Readers of earlier snapshots
// share the arrays, so what is appended next must not overwrite it.
func (g *group) pop() {
	last := len(g.blocks) - 1
	g.blocks, g.sigs = g.blocks[:last:last], g.sigs[:last:last]
	g.live &^= 1 << last
}

func (g *group) count() int { return bits.OnesCount64(g.live) }
