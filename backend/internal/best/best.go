// Package best retains the first values of an order.
package best

import "slices"

// List holds the first Limit of the values that were added, in order.
type List[T any] struct {
	Limit   int
	Compare func(a, b T) int
	Items   []T
}

// Full reports whether another value replaces the last one.
func (l *List[T]) Full() bool { return len(l.Items) >= l.Limit }

// Admits reports whether v is among the first.
func (l *List[T]) Admits(v T) bool {
	return !l.Full() || l.Limit > 0 && l.Compare(v, l.Items[len(l.Items)-1]) < 0
}

// Add inserts an admitted value and drops the last one if there are too many.
func (l *List[T]) Add(v T) {
	if l.Full() {
		l.Items = l.Items[:l.Limit-1]
	}
	at, _ := slices.BinarySearchFunc(l.Items, v, l.Compare)
	l.Items = slices.Insert(l.Items, at, v)
}
