package search

import (
	"encoding/binary"
	"math/bits"
	"os"
)

// groupBlocks is how many blocks share the words of their rows.
const groupBlocks = 64

// group is up to 64 blocks. While it is filled it holds their signatures one
// by one; sealed, it holds them sliced: word r of its rows tells which of the
// blocks have row r. Rows are bytes, little-endian, so that they can be a view
// of a mapped file.
type group struct {
	blocks []placed
	live   uint64 // the blocks that count
	sigs   []*signature
	rows   []byte  // nil where they lie in file
	sum    uint32  // of the rows; damage keeps the sum that shows it
	unseen *unseen // nil where this process has made the rows
	file   *os.File
	at     int64 // of the rows, in file
}

// sealed reports whether g has rows.
func (g *group) sealed() bool { return g.rows != nil || g.file != nil }

type placed struct {
	block
	file *fileEntry
}

// row returns which blocks have a gram of the row. Damage excludes nothing.
func (g *group) row(r uint32) uint64 {
	switch {
	case g.sealed() && !g.whole():
		return ^uint64(0)
	case g.file != nil:
		var word [8]byte
		if _, err := g.file.ReadAt(word[:], g.at+8*int64(r)); err != nil {
			return ^uint64(0)
		}
		return binary.LittleEndian.Uint64(word[:])
	case g.rows != nil:
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

// signature returns the signature of one block, nil where it is damaged.
func (g *group) signature(bit uint8) *signature {
	if !g.sealed() {
		return g.sigs[bit]
	}
	rows, ok := g.load(nil)
	if !ok {
		return nil
	}
	return signatureOf(rows, bit)
}

// signatureOf takes the signature of one block out of the rows of its group.
func signatureOf(rows []byte, bit uint8) *signature {
	s := new(signature)
	for r := range uint32(sigRows) {
		s[r/64] |= binary.LittleEndian.Uint64(rows[8*r:]) >> bit & 1 << (r % 64)
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
