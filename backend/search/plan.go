package search

import (
	"cmp"
	"slices"

	"dendro/backend/search/fold"
	"dendro/backend/search/query"
)

// plan describes the blocks that may match: they must have every row, satisfy every plan in
// all, and at least one plan in any. The zero plan allows every block.
type plan struct {
	rows []uint32
	all  []plan
	any  []plan // alternatives; empty: no restriction
}

// maxRows is how many rows of one text are checked: more of them seldom exclude anything, and
// each costs a cache miss.
const maxRows = 24

// planText returns the plan of a folded text.
func planText(text []byte) plan {
	rows := rowsOf(text)
	return plan{rows: rows[:min(len(rows), maxRows)]}
}

// and narrows p by other.
func (p *plan) and(other plan) {
	if !other.open() {
		p.all = append(p.all, other)
	}
}

// open reports whether p allows every block.
func (p *plan) open() bool { return len(p.rows) == 0 && len(p.all) == 0 && len(p.any) == 0 }

// mask returns the slots of g that are allowed.
func (p *plan) mask(g *group) uint64 {
	m := ^uint64(0)
	for _, r := range p.rows {
		if m &= g.row(r); m == 0 {
			return 0
		}
	}
	for i := range p.all {
		if m &= p.all[i].mask(g); m == 0 {
			return 0
		}
	}
	if len(p.any) > 0 {
		var one uint64
		for i := range p.any {
			one |= p.any[i].mask(g)
		}
		m &= one
	}
	return m
}

// planQuery returns the plan of all required terms.
func planQuery(q *query.Query) plan {
	var p plan
	for _, t := range q.Terms {
		switch {
		case t.Not:
		case t.Kind == query.Regex:
			p.and(planRegex(t.Text))
		default:
			p.and(planText(fold.Text(t.Text)))
		}
	}
	if id := idOf(q); id != nil {
		return plan{any: append(planID(id), p)}
	}
	return p
}

// candidates returns the blocks that the plan and the bounds allow, the newest first.
func (s *snapshot) candidates(p *plan, want kinds, after, before int64) []*placed {
	var found []*placed
	for _, g := range s.groups {
		m := p.mask(g)
		if m == 0 {
			continue
		}
		for i := range g.blocks {
			b := &g.blocks[i]
			if b.file != nil && !b.moved && m>>b.slot&1 == 1 && b.kinds&want != 0 && b.max >= after && b.min < before {
				found = append(found, b)
			}
		}
	}
	slices.SortFunc(found, newestFirst)
	return found
}

func newestFirst(a, b *placed) int { return cmp.Compare(b.max, a.max) }
