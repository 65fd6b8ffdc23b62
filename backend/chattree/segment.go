package chattree

import (
	"slices"

	"dendro/backend/lineage"
	"dendro/backend/transcript"
)

// run is a path through a session's own records: from its entry, or one branch of a rewind.
type run struct {
	in     *node
	nodes  []int32 // own records in reading order
	from   ref     // the record it continues; in is nil if there is none
	apart  bool    // it only comes after from: its session began without those messages
	opener bool    // a branch of a rewind
	again  bool    // a later branch: the person asked again
	entry  bool    // the entry of the session
}

// piece is a run or a part of one, to become a segment.
type piece struct {
	*run
	nodes  []int32
	first  bool // of its run
	parent *piece
	seg    *Segment
	turns  int   // on the path up to its end
	number int32 // in the chat
	filled bool  // its segment is built
	leads  bool  // some piece continues it
	// preface holds the records before the first one that counts, see inPreface.
	preface map[int32]bool
}

// segmenter divides the sessions of a chat into segments.
type segmenter struct {
	f      *Forest
	runs   []*run
	cuts   map[ref]bool // records that another session or branch continues
	pieces []*piece     // parents before children within a session
}

// parts are the pieces of a session.
type parts struct {
	of   []int32 // piece + 1 by record
	head *piece  // the first one
}

// segment computes the segments of a chat. Sessions are ordered parents first.
func (f *Forest) segment(c *Chat, sessions []*node) {
	z := &segmenter{f: f, cuts: map[ref]bool{}}
	for _, l := range sessions {
		z.split(l)
	}
	for _, r := range z.runs {
		if r.from.in != nil && !r.apart {
			z.cuts[r.from] = true
		}
	}
	for _, r := range z.runs {
		z.cut(r)
	}
	c.Segments = make([]Segment, len(z.pieces))
	for i, p := range z.pieces {
		p.seg = &c.Segments[i]
	}
	z.connect()
	locateRanges(sessions)
	for _, p := range z.pieces {
		p.seg.Leaf = !p.leads
		if p.seg.Leaf {
			c.Branches++
		}
		c.Turns += p.seg.Turns
	}
}

// split finds the runs of a session.
func (z *segmenter) split(l *node) {
	links := l.links
	l.parts.of = make([]int32, len(links.Up))
	trunk := &run{in: l, entry: true}
	runs := []*run{trunk}
	opens, tops := map[int32]*run{}, map[int32]int32{}
	for i := range links.Rewinds {
		for k, b := range links.Rewinds[i].Branches {
			if l.own(b.First) && opens[b.First] == nil {
				r := &run{in: l, opener: true, again: k > 0}
				opens[b.First], tops[b.First] = r, b.First
				if l.own(b.Top) {
					tops[b.First] = b.Top
				}
				runs = append(runs, r)
			}
		}
	}
	of := l.spread(trunk, opens)
	trunk.from, trunk.apart = z.entry(l, trunk)
	for first, r := range opens {
		if p := links.Up[tops[first]]; p != none {
			r.from = l.at(p)
		}
	}
	if !l.counts(trunk.nodes) && len(runs) > 1 {
		trunk.nodes = nil // hooks before a first prompt that was replaced
		runs = runs[1:]
		for _, r := range runs {
			if r.from.in == l && of[r.from.node] == trunk {
				r.from, r.apart = trunk.from, trunk.apart
			}
		}
	}
	runs[0].entry = true
	z.runs = append(z.runs, runs...)
}

// spread assigns each of a session's own records to its run. It returns nil if all belong
// to trunk because nothing else opens a run.
func (l *node) spread(trunk *run, opens map[int32]*run) []*run {
	links := l.links
	var of []*run
	var ways *lineage.Ways
	if len(opens) > 0 {
		of, ways = make([]*run, len(links.Up)), links.Ways()
	} else {
		trunk.nodes = make([]int32, 0, len(links.Up))
	}
	for k := range links.Reading() {
		if n := &l.sum.Nodes[k]; !links.Main(k) || links.Repeat(k) || !l.own(k) ||
			n.Flags.Has(transcript.FlagQueued) && n.Flags.Has(transcript.FlagGone) {
			continue
		}
		r := trunk
		if of != nil {
			if opened := opens[ways.Opener[k]]; opened != nil {
				r = opened
			}
			of[k] = r
		}
		r.nodes = append(r.nodes, k)
	}
	return of
}

// counts reports whether records hold anything that a person would call part of the
// conversation.
func (s *session) counts(nodes []int32) bool {
	all := s.sum.Nodes
	return slices.ContainsFunc(nodes, func(i int32) bool { return !lineage.Structure(all[i].Flags) })
}

// entry returns the record of another session that a session's own conversation continues,
// or that it comes after, apart: without the messages up to it.
func (z *segmenter) entry(l *node, trunk *run) (from ref, apart bool) {
	if l.origin == nil {
		return ref{}, false
	}
	at := none
	for _, i := range trunk.nodes {
		if l.turn(i) {
			at = i
			break
		}
	}
	for at != none && l.own(at) {
		at = l.links.Up[at]
	}
	if at == none { // no records of its own, or a root: after the last shared one
		for i := range l.links.Reading() {
			if !l.own(i) && l.turn(i) {
				at = i
			}
		}
	}
	switch {
	case at != none:
		return l.at(at), false
	case l.above == nil:
		return ref{}, false
	case l.to != none:
		return l.above.at(l.to), false
	case l.above.leaf() != none:
		return l.above.at(l.above.leaf()), true
	}
	return ref{}, false
}

// cut divides a run into pieces: at compactions, and after records that something else
// continues.
func (z *segmenter) cut(r *run) {
	l := r.in
	nodes := l.sum.Nodes
	var parts [][]int32
	from, pending := 0, false
	for k, i := range r.nodes {
		starts := l.opens(i)
		turn := nodes[i].Flags.Has(transcript.FlagTurn) || starts
		if k > from && (starts || pending) {
			parts = append(parts, r.nodes[from:k])
			from = k
		}
		pending = (pending && !turn) || z.cuts[ref{l, i}]
	}
	parts = append(parts, r.nodes[from:])
	for k, part := range l.merge(parts) {
		p := &piece{run: r, nodes: part, first: k == 0, number: int32(len(z.pieces))}
		if k > 0 {
			p.parent = z.pieces[len(z.pieces)-1]
			p.parent.leads = true
		}
		z.pieces = append(z.pieces, p)
		for _, i := range part {
			l.parts.of[i] = int32(len(z.pieces))
		}
		if l.parts.head == nil {
			l.parts.head = p
		}
	}
}

// merge joins parts without conversation to the one before, or the first one to the next.
// Consecutive parts are consecutive in the list.
func (s *session) merge(parts [][]int32) [][]int32 {
	if len(parts) == 1 {
		return parts
	}
	var out [][]int32
	for _, part := range parts {
		if n := len(out); n > 0 && (!s.counts(part) || n == 1 && !s.counts(out[0])) {
			out[n-1] = out[n-1][:len(out[n-1])+len(part)]
			continue
		}
		out = append(out, part)
	}
	return out
}

// connect links the pieces and builds their segments, parents first.
func (z *segmenter) connect() {
	for _, p := range z.pieces {
		if p.first {
			if p.parent = z.pieceAt(p.from); p.parent != nil {
				p.parent.leads = p.parent.leads || !p.apart && !p.skips()
			}
		}
	}
	for _, p := range z.pieces {
		z.fill(p)
	}
	for _, p := range z.pieces {
		if p.first && p.entry {
			z.attachAgents(p.in)
		}
	}
}

// skips reports whether the session of a piece copied the parent without some of its turns,
// as clients do that follow the parents past an API error written late (1.0.x): no branch of
// that session has these turns.
func (p *piece) skips() bool {
	l, above, held := p.in, p.parent, map[int32]bool{}
	for i, r := range l.origin {
		if r.in == above.in && !l.own(int32(i)) {
			held[r.node] = true
		}
	}
	copied, lacking := false, false // up to the last record that it has
	for _, i := range slices.Backward(above.nodes) {
		switch {
		case !held[i]:
			lacking = lacking || copied && above.in.sum.Nodes[i].Flags.Has(transcript.FlagAsks)
		case lacking:
			return true
		default:
			copied = true
		}
	}
	return false
}

// pieceAt returns the piece of a record, or of the nearest record above it that has one. The
// hooks that a piece begins with are no part of the conversation: what continues one of them
// continues the piece before.
func (z *segmenter) pieceAt(r ref) *piece {
	for r.in != nil {
		if of := r.in.parts.of[r.node]; of != 0 {
			p := z.pieces[of-1]
			if p.parent != nil && p.inPreface(r.node) {
				return p.parent
			}
			return p
		}
		p := r.in.links.Up[r.node]
		if p == none {
			return nil
		}
		r = r.in.at(p)
	}
	return nil
}

// inPreface reports whether a record comes before all of the piece that counts.
func (p *piece) inPreface(record int32) bool {
	if p.preface == nil {
		p.preface = map[int32]bool{}
		for _, i := range p.nodes {
			if p.in.counts([]int32{i}) {
				break
			}
			p.preface[i] = true
		}
	}
	return p.preface[record]
}
