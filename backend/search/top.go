package search

import (
	"cmp"
	"slices"

	"dendro/backend/transcript"
)

// ranked is a hit with the values that determine its position.
type ranked struct {
	ms      int64
	kind    Kind
	session string
	key     string // of the file
	chat    string
	worth   int // see judge; only if hits are grouped by chat
	offset  int64
	part    int           // the best part of the record
	id      transcript.ID // zero: a title
	hit     Hit
}

// compare orders hits, the best first: by age, then by kind. The other criteria only make the
// order total.
func (a *ranked) compare(b *ranked) int {
	return cmp.Or(
		cmp.Compare(b.ms, a.ms), cmp.Compare(a.kind, b.kind),
		cmp.Compare(a.session, b.session), cmp.Compare(a.key, b.key), cmp.Compare(b.offset, a.offset),
	)
}

// best retains the first limit values in order.
type best[T any] struct {
	limit   int
	list    []T
	compare func(a, b T) int
}

func (b *best[T]) full() bool { return len(b.list) >= b.limit }

// admits reports whether v is among the first.
func (b *best[T]) admits(v T) bool {
	return !b.full() || b.limit > 0 && b.compare(v, b.list[len(b.list)-1]) < 0
}

// add inserts an admitted value and drops the last one if there are too many.
func (b *best[T]) add(v T) {
	if b.full() {
		b.list = b.list[:b.limit-1]
	}
	at, _ := slices.BinarySearchFunc(b.list, v, b.compare)
	b.list = slices.Insert(b.list, at, v)
}

// top retains the best hits.
type top struct{ best[*ranked] }

func newTop(limit int) top {
	return top{best[*ranked]{limit: limit, compare: (*ranked).compare}}
}

// find returns the index of a record's hit, -1 if it is not among the best.
func (t *top) find(key string, id transcript.ID) int {
	return slices.IndexFunc(t.list, func(r *ranked) bool { return r.id == id && r.key == key })
}

// hits returns the best hits in order.
func (t *top) hits() []Hit {
	hits := make([]Hit, len(t.list))
	for i, r := range t.list {
		hits[i] = r.hit
	}
	return hits
}

func (t *top) remove(i int) { t.list = slices.Delete(t.list, i, i+1) }
