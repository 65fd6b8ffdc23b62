package search

import (
	"encoding/binary"
	"io"
	"slices"
)

// groupSlots is how many signatures share the words of their rows.
const groupSlots = 64

// group holds blocks and up to 64 signatures. An open group stores the signatures one by one;
// a sealed group stores them sliced: word r of its rows has a bit for each slot that has row
// r. Rows are little-endian.
type group struct {
	blocks []placed     // grouped by slot
	sigs   []*signature // by slot; nil if sealed
	rows   io.ReaderAt  // nil while the group is open
	moved  bool         // there may be blocks of moved outputs
}

// placed is a block in a group. The blocks of small files share a slot.
type placed struct {
	block
	file *fileEntry // nil: the block is no longer valid
	slot uint8
}

const (
	// smallText is the maximum text of a file whose block shares a slot: a signature of its
	// own would be larger than the file.
	smallText = 2 << 10
	// smallRaw is the maximum size of such a file: if it grows while sharing a slot, it is
	// read again from the start.
	smallRaw = 64 << 10
	// mostSharing is the maximum number of blocks in a slot, which limits the blocks of a
	// group.
	mostSharing = 32
)

// rowsSize is the size of a group's rows in bytes.
const rowsSize = sigRows * groupSlots / 8

// sealed reports whether g has rows.
func (g *group) sealed() bool { return g.rows != nil }

// row returns the slots that have the row set. It returns all slots if the rows are damaged.
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

// signature returns the signature of a slot.
func (g *group) signature(slot uint8) *signature {
	if !g.sealed() {
		return g.sigs[slot]
	}
	s := new(signature)
	rows := make([]byte, rowsSize)
	_, err := g.rows.ReadAt(rows, 0)
	for r := range uint32(sigRows) {
		if err != nil || binary.LittleEndian.Uint64(rows[8*r:])>>slot&1 == 1 {
			s[r/64] |= 1 << (r % 64)
		}
	}
	return s
}

// slice writes the rows of the full group g. It processes the words of a cache line together:
// the distance between signatures makes their cache lines evict each other.
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

// share adds a small file's block to the last slot of an open group, if that has room and
// only small files. It does not modify lists that readers use.
func (g *group) share(sig *signature, b placed) bool {
	last := len(g.sigs) - 1
	if last < 0 || !b.file.small || g.sigs[last].ones() >= fullBits {
		return false
	}
	b.slot = uint8(last)
	text, n := b.text, 0
	for i := len(g.blocks) - 1; i >= 0 && g.blocks[i].slot == b.slot; i-- {
		if !g.blocks[i].file.small {
			return false
		}
		text += g.blocks[i].text
		n++
	}
	if text > fullText || n >= mostSharing {
		return false
	}
	g.blocks = append(g.blocks, b)
	g.sigs = slices.Clone(g.sigs)
	g.sigs[last] = g.sigs[last].and(sig)
	return true
}

// has reports whether g contains blocks of a file.
func (g *group) has(e *fileEntry) bool {
	for i := range g.blocks {
		if g.blocks[i].file == e {
			return true
		}
	}
	return false
}

// with returns g with the blocks of old assigned to e, and without those from an offset on.
func (g *group) with(old, e *fileEntry, from int64) *group {
	next := &group{blocks: slices.Clone(g.blocks), sigs: g.sigs, rows: g.rows, moved: g.moved}
	for i := range next.blocks {
		switch b := &next.blocks[i]; {
		case b.file != old:
		case b.offset < from || b.moved && e != nil: // its line is unchanged
			b.file = e
		default:
			b.file = nil
		}
	}
	return next
}

// slots returns the valid blocks by slot.
func (g *group) slots() (list [][]placed) {
	for _, b := range g.blocks {
		switch n := len(list); {
		case b.file == nil:
		case n > 0 && list[n-1][0].slot == b.slot:
			list[n-1] = append(list[n-1], b)
		default:
			list = append(list, []placed{b})
		}
	}
	return list
}
