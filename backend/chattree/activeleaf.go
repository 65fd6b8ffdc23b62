package chattree

import "dendro/backend/transcript"

// activeLeaf finds the record that `claude --resume` goes on from, by the
// official reader's rule: of all records that are
// nobody's parent, walk up to the nearest user or assistant record; of those
// that belong to the main conversation take the one that stands last in the
// file; where none does, the last one of all. Only parentUuid counts, and
// position, never time.
func (g *graph) activeLeaf(z *scratch) {
	const (
		unknown = -2
		walking = -3
	)
	nodes := g.s.Nodes
	// z.marks[i] is the nearest user or assistant record at or above i.
	z.marks = resize(z.marks, len(nodes))
	for i := range z.marks {
		z.marks[i] = unknown
	}
	parent := make([]uint64, (len(nodes)+63)/64)
	for _, p := range z.raw {
		if p != none {
			parent[p/64] |= 1 << (p % 64)
		}
	}
	best, bestOfAll := none, none
	bestEnd, bestEndOfAll := none, none
	for i := range nodes {
		if parent[i/64]&(1<<(i%64)) != 0 {
			continue
		}
		at := int32(i)
		for at >= 0 && z.marks[at] == unknown && !nodes[at].Flags.Has(transcript.FlagTurn) {
			z.marks[at] = walking
			at = z.raw[at]
		}
		leaf := none
		switch {
		case at < 0 || z.marks[at] == walking: // no such record, or a cycle
		case nodes[at].Flags.Has(transcript.FlagTurn):
			leaf = at
		default:
			leaf = z.marks[at]
		}
		for at = int32(i); at >= 0 && z.marks[at] == walking; at = z.raw[at] {
			z.marks[at] = leaf
		}
		if leaf == none {
			continue
		}
		if leaf >= bestOfAll {
			bestOfAll, bestEndOfAll = leaf, int32(i)
		}
		const aside = transcript.FlagSidechain | transcript.FlagTeam | transcript.FlagMeta
		if leaf >= best && !nodes[leaf].Flags.Has(aside) {
			best, bestEnd = leaf, int32(i)
		}
	}
	g.leaf, g.tail = best, bestEnd
	if best == none {
		g.leaf, g.tail = bestOfAll, bestEndOfAll
	}
}
