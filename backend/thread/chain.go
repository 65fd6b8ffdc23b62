package thread

import (
	"sort"

	"dendro/backend/transcript"
)

// graph is what walking the records of an index needs and nobody keeps.
type graph struct {
	x          *Index
	first      []int32 // first child by record, -1: none
	next       []int32 // next child of the same parent, in file order
	before     []int32 // the record before it in the file, sidechains apart
	crossed    map[int32]int32
	seen       []bool
	incomplete bool

	id          string // of the session
	firstPrompt int32  // that nothing but structure stands before, -1: none
	unlinked    bool   // replies without a parent: the file says nothing about who answers whom
}

func newGraph(x *Index, id string) *graph {
	n := len(x.recs)
	g := &graph{
		x: x, first: make([]int32, n), next: make([]int32, n), before: make([]int32, n),
		seen: make([]bool, n), crossed: map[int32]int32{}, id: id, firstPrompt: -1,
	}
	lastMain := int32(-1)
	said := false
	for i := range x.recs {
		g.first[i], g.next[i], g.before[i] = -1, -1, lastMain
		r := &x.recs[i]
		if r.flags&recSidechain != 0 {
			continue
		}
		lastMain = int32(i)
		if r.class() == transcript.ClassPrompt && !said {
			g.firstPrompt = lastMain
		}
		said = said || r.spoken()
		g.unlinked = g.unlinked || i > 0 && r.parent == noParent && r.spoken() && r.class() != transcript.ClassPrompt
	}
	for i := n - 1; i >= 0; i-- {
		if p := x.recs[i].parent; p >= 0 {
			g.next[i], g.first[p] = g.first[p], int32(i)
		}
	}
	return g
}

// opensTurn reports whether a record is what a person typed.
func (r *record) opensTurn() bool {
	switch r.class() {
	case transcript.ClassPrompt, transcript.ClassCommand, transcript.ClassBash:
		return true
	}
	return false
}

// isTurn reports whether a record is a message: user or assistant and not
// injected.
func (r *record) isTurn() bool {
	return r.kind().Turn() && r.flags&recMeta == 0 && r.class() != transcript.ClassInjected
}

// chain returns the records from the session's first to tip.
func (g *graph) chain(tip int32) []int32 {
	var out []int32
	for i := tip; i >= 0 && !g.seen[i]; i = g.up(i) {
		g.seen[i] = true
		out = append(out, i)
	}
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	if len(out) > 0 {
		g.incomplete = g.beginsElsewhere(out)
	}
	return out
}

// beginsElsewhere reports whether a conversation began before the first record
// of its chain: that one names a parent which the file lacks, or it is a
// compaction, or the first thing said is a plan accepted with cleared context.
func (g *graph) beginsElsewhere(chain []int32) bool {
	first := &g.x.recs[chain[0]]
	if first.parent == missingParent || first.flags&recBoundary != 0 || first.class() == transcript.ClassCompactSummary {
		return true
	}
	for _, i := range chain {
		if r := &g.x.recs[i]; r.isTurn() {
			return r.flags&recPlan != 0
		}
	}
	return false
}

// up returns the record that i is shown behind, -1 where there is none.
func (g *graph) up(i int32) int32 {
	r := &g.x.recs[i]
	if p, ok := g.crossed[i]; ok { // a boundary reached from behind a kept segment
		return p
	}
	switch p := r.parent; {
	case p >= 0 && g.x.recs[p].flags&recSidechain != 0 && r.flags&recSidechain == 0:
		return g.outOfSidechain(i, p)
	case p >= 0 && g.seen[p]: // a cycle
		return g.back(i)
	case p >= 0:
		if b := g.crossing(i, p); b >= 0 {
			return b
		}
		if g.relinked(i, p) {
			return g.back(i)
		}
		return p
	case p == missingParent:
		// Several records below one missing record are siblings.
		for _, first := range g.x.waiting[g.x.missing[i]] {
			if g.x.recs[first].flags&recSidechain == 0 {
				return g.back(first)
			}
		}
		return g.back(i)
	}
	if logical, ok := g.x.logical[i]; ok {
		if p := g.x.find(logical); p >= 0 && !g.seen[p] {
			return p
		}
	}
	if g.replacesFirst(i) {
		return -1
	}
	return g.back(i)
}

// back returns the record before i in the file.
func (g *graph) back(i int32) int32 {
	if g.x.recs[i].flags&recSidechain != 0 {
		return -1
	}
	return g.before[i]
}

// outOfSidechain returns the record of the main conversation that a sidechain
// hangs on, for a main record that hangs on the sidechain.
func (g *graph) outOfSidechain(i, p int32) int32 {
	for n := 0; n < 1000 && p >= 0; n++ {
		if g.x.recs[p].flags&recSidechain == 0 {
			if g.seen[p] {
				break
			}
			return p
		}
		p = g.x.recs[p].parent
	}
	return g.back(i)
}

// relinked reports whether i hangs on a Caveat record although talk went on
// since: in 1.0.x every local command of one process does.
func (g *graph) relinked(i, p int32) bool {
	return g.x.recs[p].flags&recCaveat != 0 && g.x.recs[i].class() != transcript.ClassPrompt &&
		g.before[i] >= 0 && !g.seen[g.before[i]]
}

// replacesFirst reports whether the root i is a first prompt that a person
// asked in place of another one, so that the other is no part of this branch.
// Other new roots (a plan with cleared context, records written without links,
// replays) go on where the file was.
func (g *graph) replacesFirst(i int32) bool {
	r, f := &g.x.recs[i], g.firstPrompt
	if f < 0 || f >= i || g.unlinked || r.class() != transcript.ClassPrompt || r.flags&recPlan != 0 {
		return false
	}
	first := &g.x.recs[f]
	if first.time != (wide{}) && first.time == r.time {
		return false
	}
	session := g.x.places.all[r.place].session
	return session == g.id || session == g.x.places.all[first.place].session
}

// crossing returns where the chain goes on above i when i hangs on a segment
// that a compaction kept: the last record of the compaction, behind whose
// boundary the kept record p follows. Without it the walk would pass the
// boundary by (preservedSegment, ~2.1.7x+).
func (g *graph) crossing(i, p int32) int32 {
	x := g.x
	// Compactions stand in file order: only those between p and i matter.
	n := sort.Search(len(x.bounds), func(n int) bool { return x.bounds[n].at >= i })
	for n--; n >= 0 && x.bounds[n].at > p; n-- {
		b := &x.bounds[n]
		if g.seen[b.at] || b.tail.IsZero() || !g.kept(b, p) {
			continue
		}
		g.crossed[b.at] = p
		end := x.find(b.last)
		if end < 0 {
			end = b.summary
		}
		if end >= 0 && !g.seen[end] && g.above(end, b.at) {
			return end
		}
		return b.at
	}
	return -1
}

// kept reports whether p stands in the segment that b kept.
func (g *graph) kept(b *boundary, p int32) bool {
	if g.x.recs[p].id == b.tail || g.x.recs[p].id == b.head {
		return true
	}
	head, at := g.x.find(b.head), g.x.find(b.tail)
	for at >= 0 && at != head && at > p {
		up := g.x.recs[at].parent
		if up >= at { // a circle, or a link ahead
			return false
		}
		at = up
	}
	return at == p
}

// above reports whether boundary stands a few records above i.
func (g *graph) above(i, boundary int32) bool {
	for n := 0; n < 32 && i >= 0; n++ {
		if i == boundary {
			return true
		}
		i = g.x.recs[i].parent
	}
	return false
}
