package search

import "sync/atomic"

// unseen is what is known of rows that another process has written: their sum,
// which is compared when they are needed first. A start would otherwise have
// to read the whole index.
type unseen struct {
	sum   uint32
	state atomic.Uint32
}

const (
	rowsWhole   = 1
	rowsDamaged = 2
)

// whole reports whether rows have the sum that they were written with.
func (u *unseen) whole(rows []byte) bool {
	state := u.state.Load()
	if state == 0 {
		state = rowsWhole
		if castagnoli(rows) != u.sum {
			state = rowsDamaged
		}
		u.state.Store(state) // who does it at the same time finds the same
	}
	return state == rowsWhole
}
