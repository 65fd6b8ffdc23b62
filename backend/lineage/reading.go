package lineage

import (
	"iter"
	"slices"
)

// Reading returns the records in reading order: file order, but each after its predecessor.
// Replies that were written before their prompt follow it (2.1.150–2.1.250), and
// continuations of preserved messages follow the compaction's summary.
func (l *Links) Reading() iter.Seq[int32] {
	return func(yield func(int32) bool) {
		placed, late := make([]bool, len(l.Up)), map[int32][]int32{}
		var stack []int32
		for i, p := range l.Up {
			if p != None && !placed[p] {
				late[p] = append(late[p], int32(i))
				continue
			}
			for stack = append(stack, int32(i)); len(stack) > 0; {
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
