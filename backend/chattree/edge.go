package chattree

import (
	"cmp"
	"slices"

	"dendro/backend/lineage"
	"dendro/backend/transcript"
)

// none means "no record" or "no session".
const none = lineage.None

// edge is the evidence for a session's parent.
type edge struct {
	parent  int32  // member; none for a root
	missing string // the session that a pointer names and that no longer exists
	rule    rule
	to      int32 // the parent's record that is pointed to if nothing is shared
}

// edges finds the parent of every member.
func (f *family) edges() []edge {
	d := &descents{family: f, over: make([][]ancestor, len(f.members))}
	d.owners()
	edges := make([]edge, len(f.members))
	for m := range edges {
		edges[m] = d.edge(int32(m))
	}
	d.breakCycles(edges)
	d.joinCopies(edges)
	return edges
}

// joinCopies attaches the copies of a session that are not connected to its chat otherwise:
// a copy is a session of the same chat, whatever it shares.
func (d *descents) joinCopies(edges []edge) {
	root := func(m int32) (int32, string) {
		for edges[m].parent != none {
			m = edges[m].parent
		}
		return m, edges[m].missing
	}
	for m, s := range d.members {
		primary, exists := d.number[s.of]
		if !s.isCopy() || !exists {
			continue
		}
		from, lost := root(primary)
		if at, missing := root(int32(m)); at != from && (missing == "" || missing != lost) {
			edges[m] = edge{parent: primary, rule: rulePointer, to: none}
		}
	}
}

// edge finds the parent of a member: the nearest generation that it shares records with,
// unless a pointer contradicts.
func (d *descents) edge(m int32) edge {
	if from := d.begunFrom(m); from != none {
		return edge{parent: from, rule: rulePointer, to: none}
	}
	near, r := d.nearest(m)
	sum := d.members[m].sum
	if id := sum.ForkedFrom; id != "" && id != d.members[m].of {
		from, exists := d.number[id]
		if !exists {
			from = none
		}
		if near != none && near != from && d.nearer(m, near, from) {
			return edge{parent: near, rule: r, to: none}
		}
		if !exists {
			return edge{parent: none, missing: id, to: none}
		}
		return edge{parent: from, rule: rulePointer, to: none}
	}
	if gone := d.deletedParent(m, near); gone != "" {
		return edge{parent: none, missing: gone, to: none}
	}
	if near != none {
		return edge{parent: near, rule: r, to: none}
	}
	return d.pointed(m)
}

// begunFrom returns the member that Dendro itself started m from, or none. Others may share
// more with m: those that were started with the same parts left out, or the origin of a copy
// made by /branch, whose pointer m has copied too.
func (d *descents) begunFrom(m int32) int32 {
	for _, o := range d.members[m].origins() {
		if from, exists := d.number[o.Session]; exists && from != m && o.By == transcript.BesideLog && d.sharing(from, m).counts {
			return from
		}
	}
	return none
}

// nearer reports whether m was copied from near although its forkedFrom names from (none if
// that session no longer exists). A plain copy of a fork retains the fork's pointers. It
// differs from the fork's siblings by the records that the fork wrote itself, which have no
// pointer. If it has none of them, because it was copied from what its parent had
// inherited, the session id in the copies decides.
func (d *descents) nearer(m, near, from int32) bool {
	more := int32(1)
	if from != none {
		more = d.sharing(near, m).keys - d.sharing(from, m).keys
	}
	if more > 0 && d.unmarked(m, near) {
		return true
	}
	_, carriesNear := d.named[m][near]
	_, carriesFrom := d.named[m][from]
	return more >= 0 && carriesNear && !carriesFrom
}

// overlap is the set of records that a member shares with another one.
type overlap struct {
	keys   int32
	counts bool // holds a human prompt or an assistant record
	opens  bool // is at the beginning of the member, like copies
}

// lead is the maximum number of records in a copy before the shared ones.
const lead = 8

// sharing returns the overlap of m with another member.
func (f *family) sharing(with, m int32) overlap {
	var o overlap
	for _, at := range f.held[m] {
		if c := &f.classes[at]; c.holds(with) {
			mk := c.mark(m)
			o.keys += c.keys
			o.counts = o.counts || c.counts
			o.opens = o.opens || mk.first <= lead || mk.before == 0
		}
	}
	return o
}

// nearest returns the member that m was copied from and the rule that shows it, or none if
// it shares nothing that counts. The owner of the last record that m inherited is the
// nearest one, because records are copied in order; the others are considered only if that
// one lacks something.
func (d *descents) nearest(m int32) (int32, rule) {
	const enough = 32
	inherited := int32(0)
	var owners []int32
	for _, at := range d.held[m] {
		c := &d.classes[at]
		if c.owner == m {
			continue
		}
		inherited += c.keys
		if len(owners) < enough && !slices.Contains(owners, c.owner) {
			owners = append(owners, c.owner)
		}
	}
	best, bestKeys := none, int32(0)
	for _, o := range owners {
		if s := d.sharing(o, m); s.counts && s.opens && s.keys > bestKeys {
			best, bestKeys = o, s.keys
		}
		if bestKeys == inherited {
			break
		}
	}
	// Among members with equal overlap, the one that the records name wins.
	for k, by := range append(d.besides(m), sortedByRecord(d.named[m])...) {
		if k == 4 || best == by {
			break
		}
		if s := d.sharing(by, m); s.counts && s.keys >= bestKeys && d.ancestor(m, by) >= 0 {
			best = by
			break
		}
	}
	if best == none {
		return none, ruleNone
	}
	return best, d.why(best, m)
}

// why returns the rule that makes one member the parent of another.
func (d *descents) why(parent, m int32) rule {
	if _, ok := d.named[m][parent]; ok {
		return rulePointer
	}
	if i := d.ancestor(m, parent); i >= 0 {
		return d.over[m][i].rule
	}
	if older, r := d.older(parent, m, &d.classes[d.lastShared(parent, m)]); older {
		return r
	}
	return ruleNone
}

// ancestor returns the index of a member among the known ancestors of m.
func (d *descents) ancestor(m, of int32) int {
	return slices.IndexFunc(d.over[m], func(o ancestor) bool { return o.member == of })
}

// unmarked reports whether m has records of a parent without forkedFrom.
func (d *descents) unmarked(m, parent int32) bool {
	nodes := d.members[m].sum.Nodes
	for i, key := range d.keys[m] {
		if key == none || nodes[i].Flags.Has(transcript.FlagForked) || !nodes[i].Flags.Has(significant) {
			continue
		}
		if d.classes[d.class[key]].holds(parent) {
			return true
		}
	}
	return false
}

// breakCycles makes a root of one member of every cycle of parents: the one with the
// weakest edge, the oldest of those.
func (d *descents) breakCycles(edges []edge) {
	state := make([]int32, len(edges))
	for i := range edges {
		at, walk := int32(i), int32(i)+1
		for at != none && state[at] == 0 {
			state[at] = walk
			at = edges[at].parent
		}
		if at == none || state[at] != walk {
			continue
		}
		weakest := at
		for k := edges[at].parent; k != at; k = edges[k].parent {
			a, b := edges[k].rule.certain(), edges[weakest].rule.certain()
			if b && !a || a == b && d.tie(k, weakest) < 0 {
				weakest = k
			}
		}
		edges[weakest] = edge{parent: none, to: none}
	}
}

// sortedByRecord returns the named members, the one named last first.
func sortedByRecord(named map[int32]int32) []int32 {
	list := make([]int32, 0, len(named))
	for m := range named {
		list = append(list, m)
	}
	slices.SortFunc(list, func(a, b int32) int { return cmp.Or(cmp.Compare(named[b], named[a]), cmp.Compare(a, b)) })
	return list
}
