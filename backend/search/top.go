package search

import (
	"cmp"
	"container/heap"
	"slices"

	"dendro/backend/transcript"
)

// ranked is a hit with what its place in the order depends on.
type ranked struct {
	ms      int64
	kind    Kind
	session string
	key     string // of the file
	chat    string
	worth   int // see judge; where hits are gathered by chats
	offset  int64
	id      transcript.ID // zero: a title
	hit     Hit
}

// compare orders hits, the best first: newest, then by kind. What is left is
// only to make the order one.
func (a *ranked) compare(b *ranked) int {
	return cmp.Or(
		cmp.Compare(b.ms, a.ms), cmp.Compare(a.kind, b.kind),
		cmp.Compare(a.session, b.session), cmp.Compare(a.key, b.key), cmp.Compare(b.offset, a.offset),
	)
}

// top keeps the best hits. The worst of them stands first in the heap.
type top struct {
	limit int
	list  []*ranked
}

func (t *top) Len() int           { return len(t.list) }
func (t *top) Less(i, j int) bool { return t.list[i].compare(t.list[j]) > 0 }
func (t *top) Swap(i, j int)      { t.list[i], t.list[j] = t.list[j], t.list[i] }
func (t *top) Push(v any)         { t.list = append(t.list, v.(*ranked)) }

// Pop implements heap.Interface.
func (t *top) Pop() any {
	last := len(t.list) - 1
	r := t.list[last]
	t.list = t.list[:last]
	return r
}

func (t *top) full() bool { return len(t.list) >= t.limit }

// admits reports whether a hit is among the best.
func (t *top) admits(r *ranked) bool { return !t.full() || t.limit > 0 && r.compare(t.list[0]) < 0 }

// add takes a hit in, and lets the worst go where there are too many.
func (t *top) add(r *ranked) {
	heap.Push(t, r)
	if len(t.list) > t.limit {
		heap.Pop(t)
	}
}

// find returns the place of a record's hit, -1 where it is not among the best.
func (t *top) find(key string, id transcript.ID) int {
	return slices.IndexFunc(t.list, func(r *ranked) bool { return r.id == id && r.key == key })
}

// hits returns the best hits in order.
func (t *top) hits() []Hit {
	list := slices.Clone(t.list)
	slices.SortFunc(list, (*ranked).compare)
	hits := make([]Hit, len(list))
	for i, r := range list {
		hits[i] = r.hit
	}
	return hits
}

func (t *top) remove(i int) { heap.Remove(t, i) }
