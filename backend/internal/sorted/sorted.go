// Package sorted changes sorted lists without touching those that somebody has.
package sorted

import "slices"

// Difference is what makes one list of another.
type Difference[T any] struct{ Gone, Came []T }

// Merge returns a sorted list without what is gone and with what came, which it puts
// in order; the list itself stays as it is. What takes time is the difference, and a
// copy of the list. What is gone and not in the list is passed over.
func Merge[T any](list []T, d Difference[T], compare func(a, b T) int) []T {
	gone, came := d.Gone, d.Came
	if len(gone)+len(came) == 0 {
		return list
	}
	slices.SortFunc(gone, compare)
	slices.SortFunc(came, compare)
	next := make([]T, 0, max(0, len(list)-len(gone))+len(came))
	for len(gone)+len(came) > 0 {
		if len(came) == 0 || len(gone) > 0 && compare(gone[0], came[0]) <= 0 {
			at, there := slices.BinarySearchFunc(list, gone[0], compare)
			next, list, gone = append(next, list[:at]...), list[at:], gone[1:]
			if there {
				list = list[1:]
			}
			continue
		}
		at, _ := slices.BinarySearchFunc(list, came[0], compare)
		next, list, came = append(append(next, list[:at]...), came[0]), list[at:], came[1:]
	}
	return append(next, list...)
}
