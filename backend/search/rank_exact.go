package search

import (
	"cmp"
	"slices"

	"dendro/backend/search/fold"
	"dendro/backend/search/query"
)

// A record that holds all words of a query is often what somebody remembers of a long output,
// of which turn words have only the beginning. So some of these turns follow the best ones.
const (
	keptTurns  = 3  // best turns that stay in front
	exactTurns = 2  // turns with such a record that follow
	exactLimit = 50 // records to look at
	leastNear  = 2  // matches that must be close to each other
)

// ExactCount is how many records have all words of a query.
type ExactCount struct {
	Total    *int `json:"total"` // nil while unknown
	Complete bool `json:"complete"`
}

// exactFirst moves turns with a record that holds all words behind the best turns, and returns
// how many records do.
func (r *ranking) exactFirst() *ExactCount {
	s := r.exactSearch(r.q, exactLimit)
	found := s.result(len(s.queue) == 0 && r.ctx.Err() == nil)
	count := &ExactCount{Complete: found.Complete}
	if found.Total >= 0 {
		count.Total = &found.Total
	}
	if len(r.words) > 1 {
		records := slices.Clone(s.top.Items)
		records = slices.DeleteFunc(records, func(one *ranked) bool { return one.hit.near() < min(len(r.words), leastNear) })
		slices.SortStableFunc(records, func(a, b *ranked) int { return cmp.Compare(b.hit.near(), a.hit.near()) })
		r.insert(records)
	}
	return count
}

// insert moves the turns of records, the best first, behind the best turns.
func (r *ranking) insert(records []*ranked) {
	kept := r.order[:min(len(r.order), keptTurns)]
	var moved []*scoredTurn
	for _, hit := range records {
		doc, ok := r.docs.at(hit.key, hit.offset)
		if !ok || !r.allows(doc) {
			continue
		}
		t := r.of(doc)
		if slices.Contains(kept, t) || slices.Contains(moved, t) {
			continue
		}
		if !slices.Contains(r.order, t) {
			r.order = append(r.order, t)
		}
		t.best = passage{key: hit.key, offset: hit.offset, kind: hit.kind, part: hit.part, found: hit}
		t.has = 1<<len(r.terms) - 1
		if moved = append(moved, t); len(moved) == exactTurns {
			break
		}
	}
	rest := slices.DeleteFunc(slices.Clone(r.order[len(kept):]), func(t *scoredTurn) bool { return slices.Contains(moved, t) })
	r.order = slices.Concat(kept, moved, rest)
}

// near returns how many different matches a hit's snippet shows. In a long record the words
// may be together by chance; the closer they are, the less so.
func (h *Hit) near() int {
	runes := []rune(h.Snippet)
	seen := map[string]bool{}
	for _, at := range h.Ranges {
		seen[string(fold.Text(string(runes[at[0]:at[1]])))] = true
	}
	return len(seen)
}

// exactSearch finds the newest records that match a query exactly.
func (r *ranking) exactSearch(q *query.Query, limit int) *search {
	opt := r.opt
	opt.Limit, opt.Partial, opt.Chats, opt.Count = limit, nil, false, false
	s := newSearch(r.ctx, r.x, q, opt)
	s.snap = r.snap
	plan := planQuery(q)
	s.queue = s.snap.candidates(&plan, s.cond.want|s.cond.wantOfID, s.cond.after, s.cond.before)
	s.addMoved()
	s.run(false)
	return s
}
