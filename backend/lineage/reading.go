package lineage

import (
	"iter"
	"slices"
)

// Reading returns the records in the order in which they are read: that of the file,
// but each behind what it goes on from. Replies that were written before their prompt
// follow it.
func (l *Links) Reading() iter.Seq[int32] {
	return func(yield func(int32) bool) {
		if len(l.Late) == 0 {
			for i := range l.Up {
				if !yield(int32(i)) {
					return
				}
			}
			return
		}
		placed, late := make([]bool, len(l.Up)), map[int32][]int32{}
		for i, p := range l.Up {
			if p != None && !placed[p] {
				late[p] = append(late[p], int32(i))
				continue
			}
			for stack := []int32{int32(i)}; len(stack) > 0; {
				at := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				placed[at] = true
				if !yield(at) {
					return
				}
				for _, next := range slices.Backward(late[at]) {
					stack = append(stack, next)
				}
			}
		}
	}
}
