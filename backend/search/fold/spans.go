package fold

import (
	"cmp"
	"slices"
)

// MergeSpans orders half-open ranges of a text and joins those that overlap. It reuses list.
func MergeSpans(list [][2]int) [][2]int {
	slices.SortFunc(list, func(a, b [2]int) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(b[1], a[1])) })
	out := list[:0]
	for _, s := range list {
		if last := len(out) - 1; last >= 0 && s[0] < out[last][1] {
			out[last][1] = max(out[last][1], s[1])
		} else {
			out = append(out, s)
		}
	}
	return out
}
