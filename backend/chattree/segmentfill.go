package chattree

import (
	"cmp"
	"slices"

	"dendro/backend/transcript"
)

// fill builds the segment of a piece, after its parent's.
func (z *segmenter) fill(p *piece) {
	if p == nil || p.filled {
		return
	}
	p.filled = true
	z.fill(p.parent)
	l, s := p.in, p.seg
	*s = Segment{
		Session: l.id, Evidence: []string{}, Confidence: ConfidenceCertain,
		First: "", Tip: l.out.ActiveLeaf, Model: l.out.Model, GitBranch: l.out.GitBranch,
	}
	if len(p.nodes) > 0 {
		s.First = l.text(p.nodes[0])
		z.count(p)
	} else {
		s.Title, s.Name = l.out.Title, l.out.Name
		s.ResumesHere = true
		s.Active = true
	}
	s.ID = l.id + ":" + s.First
	s.Superseded = l.out.Superseded && s.Active
	p.turns = s.Turns
	if p.parent != nil {
		id := p.parent.seg.ID
		s.Parent = &id
		if s.Apart = p.apart && p.first; !s.Apart {
			s.ForkTurn = p.parent.turns
		}
		p.turns += s.ForkTurn
	}
	z.edge(p)
}

// edge fills in the edge from a piece to its parent.
func (z *segmenter) edge(p *piece) {
	s, l := p.seg, p.in
	switch {
	case !p.first:
		s.Edge = EdgeContinue
		if s.Compactions > 0 && z.opensCompaction(p) {
			s.Edge = EdgeCompaction
		}
		at := l.text(p.parent.nodes[len(p.parent.nodes)-1])
		s.At = &at
		return
	case p.from.in != nil:
		at := p.from.in.text(p.from.node)
		s.At = &at
	}
	if p.entry {
		s.Evidence, s.Confidence, s.Shared, s.Without = l.out.Evidence, l.out.Confidence, l.out.Shared, l.out.Without
	}
	switch {
	case p.entry && l.missing != "" && p.from.in != nil:
		s.Edge = EdgeFork
	case p.entry && l.missing != "":
		s.Edge, s.MissingParent = EdgeMissing, l.missing
	case p.entry && l.above == nil && z.headless(p):
		s.Edge = EdgeMissing
	case p.entry && l.above == nil:
		s.Edge = EdgeRoot
	case p.entry && l.out.Relation == RelationForked:
		s.Edge = EdgeFork
	case p.entry && !p.opener:
		s.Edge = EdgeResume
	case p.opener && (p.again || p.entry):
		s.Edge = EdgeRewind
	default:
		s.Edge = EdgeContinue
	}
}

// headless reports whether a piece begins with a record whose predecessor is in no file:
// the earlier messages were deleted.
func (z *segmenter) headless(p *piece) bool {
	if len(p.nodes) == 0 {
		return false
	}
	root := p.nodes[0]
	for up := p.in.links.Up[root]; up != none; up = p.in.links.Up[up] {
		root = up
	}
	return slices.Contains(p.in.links.Dangling, root)
}

func (z *segmenter) opensCompaction(p *piece) bool {
	if len(p.nodes) == 0 {
		return false
	}
	return p.in.opens(p.nodes[0])
}

// opens reports whether a compaction begins with record i.
func (s *session) opens(i int32) bool {
	_, found := slices.BinarySearch(s.links.Openers, i)
	return found
}

// count fills in the counts of a piece's records.
func (z *segmenter) count(p *piece) {
	s, l := p.seg, p.in
	sum := l.sum
	tip, sent := none, false
	var turns transcript.TurnFinder
	var start, end int64
	for _, i := range p.nodes {
		n := &sum.Nodes[i]
		if n.Time != 0 {
			if start == 0 || n.Time < start {
				start = n.Time
			}
			end = max(end, n.Time)
		}
		if int(n.Branch) < len(sum.Branches) && sum.Branches[n.Branch] != "" {
			s.GitBranch = sum.Branches[n.Branch]
		}
		if n.Model > 0 && int(n.Model) <= len(sum.Models) {
			s.Model = sum.Models[n.Model-1]
		}
		s.Active = s.Active || l.path[i]
		s.ResumesHere = s.ResumesHere || i == l.leaf()
		if n.Flags.Has(transcript.FlagTurn) {
			tip = i
		}
		if l.opens(i) {
			s.Compactions++
		}
		if _, begins := turns.Add(int(i), n.Flags.TurnPart()); begins {
			s.Turns++
		}
		if n.Flags.Has(transcript.FlagAsks | transcript.FlagQueued) {
			// A message, or a prompt that was never sent, gives the title only if there is
			// no other prompt.
			if s.Title == "" || sent {
				if p := l.prompt(n.ID); p != nil && (s.Title == "" || !p.IsMessage && !p.IsUnsent) {
					s.Title, s.Name, sent = p.Text, p.Called(), p.IsMessage || p.IsUnsent
				}
			}
		}
	}
	if tip == none {
		tip = p.nodes[len(p.nodes)-1]
	}
	s.Tip = l.text(tip)
	s.Start, s.End = transcript.Stamp(start), transcript.Stamp(end)
	if s.Title == "" {
		s.Title, s.Name = l.out.Title, l.out.Name
	}
	if p.entry && p.first && p.from.in == nil { // the tree shows the same title as the list
		s.Name = cmp.Or(l.opening(), s.Name)
	}
	s.NewerElsewhere = s.ResumesHere && l.newerElsewhere()
}

// prompt returns a prompt, or nil if unknown. Most are requested in file order and found
// near the last one; otherwise a map of all is built.
func (l *node) prompt(id transcript.ID) *transcript.Prompt {
	const near = 16
	prompts := l.sum.Prompts
	for k := range min(near, len(prompts)) {
		if at := (l.asked + k) % len(prompts); prompts[at].ID == id {
			l.asked = at
			return &prompts[at]
		}
	}
	if l.prompts == nil {
		l.prompts = make(map[transcript.ID]int, len(prompts))
		for i := range prompts {
			l.prompts[prompts[i].ID] = i
		}
	}
	at, known := l.prompts[id]
	if !known {
		return nil
	}
	l.asked = at
	return &prompts[at]
}

// newerElsewhere reports whether another branch of the file has a human turn newer than the
// last one on the active path.
func (l *node) newerElsewhere() bool {
	nodes := l.sum.Nodes
	newest, onPath := int64(0), false
	for i := range nodes {
		n := &nodes[i]
		if n.Flags.Has(transcript.FlagPrompt) && n.Time >= newest && !l.links.Repeat(int32(i)) {
			newest, onPath = n.Time, l.path[i]
		}
	}
	return newest != 0 && !onPath
}

// attachAgents counts each agent of a session in the segment that started it: that of the
// record that names it, else that of the turn in which it began.
func (z *segmenter) attachAgents(l *node) {
	agents := z.f.agents.of[l.id]
	head := l.parts.head
	if head == nil || len(agents)+len(l.links.Sidechains) == 0 {
		return
	}
	nodes := l.sum.Nodes
	named := map[transcript.ID]*piece{}
	for _, id := range l.sum.NamedAt {
		named[id] = head
	}
	type turn struct {
		ms int64
		in *piece
	}
	var turns []turn
	at, inline := head, l.links.Sidechains
	for i := range nodes {
		if of := l.parts.of[i]; of != 0 {
			at = z.pieces[of-1]
			if nodes[i].Flags.Has(transcript.FlagAsks) {
				turns = append(turns, turn{nodes[i].Time, at})
			}
		}
		if _, known := named[nodes[i].ID]; known {
			named[nodes[i].ID] = at
		}
		if len(inline) > 0 && inline[0] == int32(i) {
			inline = inline[1:]
			if l.own(int32(i)) {
				at.seg.Agents++
			}
		}
	}
	slices.SortStableFunc(turns, func(a, b turn) int { return cmp.Compare(a.ms, b.ms) })
	called := l.namedAgents()
	for _, a := range agents {
		p := head
		if id, ok := called[a.ID]; ok {
			p = named[id]
		} else if a.Summary != nil {
			k, _ := slices.BinarySearchFunc(turns, a.Summary.StartMS, func(t turn, ms int64) int {
				return cmp.Or(cmp.Compare(t.ms, ms), -1) // after equal times
			})
			if k > 0 {
				p = turns[k-1].in
			}
		}
		p.seg.Agents++
		l.out.startedIn = append(l.out.startedIn, startedIn{a.ID, p.number})
	}
}

// namedAgents returns the records that name agents, by agent.
func (s *session) namedAgents() map[string]transcript.ID {
	sum := s.sum
	named := map[string]transcript.ID{}
	for i, a := range sum.NamedAgents {
		if i < len(sum.NamedAt) {
			named[a] = sum.NamedAt[i]
		}
	}
	return named
}
