package search

import (
	"cmp"
	"slices"

	"dendro/backend/internal/best"
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

// top retains the best hits.
type top struct{ best.List[*ranked] }

func newTop(limit int) top {
	return top{best.List[*ranked]{Limit: limit, Compare: (*ranked).compare}}
}

// find returns the index of a record's hit, -1 if it is not among the best.
func (t *top) find(key string, id transcript.ID) int {
	return slices.IndexFunc(t.Items, func(r *ranked) bool { return r.id == id && r.key == key })
}

// hits returns the best hits in order.
func (t *top) hits() []Hit {
	hits := make([]Hit, len(t.Items))
	for i, r := range t.Items {
		hits[i] = r.hit
	}
	return hits
}

func (t *top) remove(i int) { t.Items = slices.Delete(t.Items, i, i+1) }
