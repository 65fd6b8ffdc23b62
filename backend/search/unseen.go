package search

import (
	"hash/crc32"
	"sync/atomic"
)

// unseen is what is known of rows that another process has written, and whose
// sum is compared when they are needed first. A start would otherwise have to
// read the whole index.
type unseen struct{ state atomic.Uint32 }

const (
	rowsWhole   = 1
	rowsDamaged = 2
)

// whole reports whether the rows of g have the sum that they were written with.
func (g *group) whole() bool {
	if g.unseen == nil {
		return true
	}
	state := g.unseen.state.Load()
	if state == 0 {
		state = rowsDamaged
		if sum, ok := g.rowsSum(); ok && sum == g.sum {
			state = rowsWhole
		}
		g.unseen.state.Store(state) // who does it at the same time finds the same
	}
	return state == rowsWhole
}

// rowsSum sums the rows, of a file a piece at a time.
func (g *group) rowsSum() (sum uint32, ok bool) {
	if g.file == nil {
		return castagnoli(g.rows), true
	}
	var piece [rowsSize / 16]byte
	table := crc32.MakeTable(crc32.Castagnoli)
	for at := int64(0); at < rowsSize; at += int64(len(piece)) {
		if _, err := g.file.ReadAt(piece[:], g.at+at); err != nil {
			return 0, false
		}
		sum = crc32.Update(sum, table, piece[:])
	}
	return sum, true
}
