package session

import (
	"cmp"
	"slices"

	"dendro/backend/chattree"
	"dendro/backend/transcript"
)

// SegmentAt gives the first row in a thread of a node of the chat's tree.
type SegmentAt struct {
	Row     int    `json:"row"`
	Segment string `json:"id"`
}

// Split is a place of a thread where the chat branches.
type Split struct {
	Row      int      `json:"row"` // the last row before it
	At       string   `json:"at"`  // the record it follows
	Branches []Branch `json:"branches"`
}

// Branch is one continuation after a split. Opening Session with Tip shows it to its newest
// end.
type Branch struct {
	Session string `json:"session"`
	First   string `json:"first"`
	Tip     string `json:"tip"`
	Title   string `json:"title"`
	Active  bool   `json:"active"` // the way this thread takes
}

// route is the part of a chat's tree that a thread shows.
type route struct {
	chat     *chattree.Chat
	children map[string][]*chattree.Segment
	rows     map[string]int // first row, by segment on the way
	way      []SegmentAt    // the same, from the root on
}

// Segments returns the nodes of the tree on the thread's path, in row order. An agent's
// thread has no segments.
func (t *Thread) Segments() []SegmentAt {
	return append([]SegmentAt{}, t.route().way...)
}

// Splits returns the places where other branches diverge from the thread, in order.
func (t *Thread) Splits() []Split {
	p := t.route()
	splits := []Split{}
	for i := range p.chat.Segments {
		s := &p.chat.Segments[i]
		children := p.children[s.ID]
		if _, on := p.rows[s.ID]; !on || len(children) < 2 {
			continue
		}
		split := Split{Row: t.Rows.Len() - 1, At: s.Tip}
		for _, c := range children {
			row, active := p.rows[c.ID]
			if active && row > 0 {
				split.Row = row - 1
			}
			if c.At != nil {
				split.At = *c.At
			}
			end := p.newest(c)
			split.Branches = append(split.Branches, Branch{
				Session: end.Session, First: c.First, Tip: end.Tip, Title: c.Name, Active: active,
			})
		}
		if split.Row >= 0 {
			splits = append(splits, split)
		}
	}
	slices.SortFunc(splits, func(a, b Split) int { return cmp.Compare(a.Row, b.Row) })
	return splits
}

// route finds the thread's place in the tree: the segments on the way from the root
// to that of the tip, each with the first row of a record that belongs to it.
func (t *Thread) route() *route {
	p := &route{chat: &chattree.Chat{}, children: map[string][]*chattree.Segment{}, rows: map[string]int{}}
	if t.key.side != "" {
		return p
	}
	p.chat = t.seen.chat
	at := map[string]int{}
	for i := range p.chat.Segments {
		s := &p.chat.Segments[i]
		at[s.ID] = i
		if s.Parent != nil {
			p.children[*s.Parent] = append(p.children[*s.Parent], s)
		}
	}
	for _, list := range p.children {
		slices.SortStableFunc(list, func(a, b *chattree.Segment) int { return cmp.Compare(a.Start, b.Start) })
	}
	shown, row := t.segmentStarts(), t.Rows.Len()-1
	var mute []string // segments without a row: they begin where the next one does
	for i := t.segment(); i >= 0 && row >= 0; {
		s := &p.chat.Segments[i]
		mute = append(mute, s.ID)
		if first, ok := shown[i]; ok {
			for _, id := range mute[:len(mute)-1] {
				p.pass(row, id)
			}
			p.pass(first, s.ID)
			row, mute = first, nil
		}
		if i = -1; s.Parent != nil {
			i = at[*s.Parent]
		}
	}
	if len(p.way) == 0 && len(mute) > 0 {
		p.pass(0, mute[0]) // nothing but the work of agents
	}
	slices.Reverse(p.way)
	return p
}

func (p *route) pass(row int, segment string) {
	p.rows[segment] = row
	p.way = append(p.way, SegmentAt{row, segment})
}

// segmentStarts returns the first row of every segment that the thread has a row of.
func (t *Thread) segmentStarts() map[int]int {
	shown := map[int]int{}
	items, last, home, session := t.Rows.Items(), int32(-1), "", t.seen.session
	for i := range items {
		if of := t.Rows.Session(i); of != home {
			home, session, last = of, t.seen.chat.Session(cmp.Or(of, t.Session)), -1
		}
		if r := items[i].Record; r >= 0 && r != last && session != nil {
			last = r
			if at := session.SegmentAt(int(r)); at >= 0 {
				if _, known := shown[at]; !known {
					shown[at] = i
				}
			}
		}
	}
	return shown
}

// segment returns the segment in which the thread ends, -1 where there is none.
func (t *Thread) segment() int {
	nodes := t.seen.own().Summary.Nodes
	tip, _ := transcript.ParseID(t.Tip)
	for _, id := range [...]transcript.ID{t.key.tip, tip} {
		at, ok := t.Rows.Index().Find(id)
		if ok && at < len(nodes) && nodes[at].Flags.Has(transcript.FlagTurn) {
			if segment := t.seen.session.SegmentAt(at); segment >= 0 {
				return segment
			}
		}
	}
	for _, it := range slices.Backward(t.Rows.Items()[t.Rows.Own():]) {
		if it.Record >= 0 {
			if segment := t.seen.session.SegmentAt(int(it.Record)); segment >= 0 {
				return segment
			}
		}
	}
	// Only the work of agents.
	return slices.IndexFunc(t.seen.chat.Segments, func(s chattree.Segment) bool { return s.ID == t.Session+":" })
}

// newest returns the end below s that was written to last.
func (p *route) newest(s *chattree.Segment) *chattree.Segment {
	best := s
	stack := []*chattree.Segment{s}
	for len(stack) > 0 {
		top := stack[len(stack)-1]
		stack = append(stack[:len(stack)-1], p.children[top.ID]...)
		if len(p.children[top.ID]) == 0 && (best == s || top.End > best.End) {
			best = top
		}
	}
	return best
}
