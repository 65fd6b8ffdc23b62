package library

import (
	"cmp"
	"slices"

	"dendro/backend/chattree"
	"dendro/backend/transcript"
)

// SegmentAt says at which row of a thread a node of the chat's tree begins.
type SegmentAt struct {
	Row     int
	Segment string
}

// Split is a place of a thread where the chat goes several ways.
type Split struct {
	Row      int    // the last row before it
	At       string // the record it follows
	Branches []Branch
}

// Branch is one way on from a split. Opening Session with Tip follows it to
// its newest end.
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
	rows     map[string]int // first row, by segment on the path
}

// Segments returns the nodes of the tree that the thread passes through, in
// order of their rows. An agent's thread has none.
func (t *Thread) Segments() []SegmentAt {
	p := t.route()
	list := []SegmentAt{}
	for id, row := range p.rows {
		list = append(list, SegmentAt{row, id})
	}
	slices.SortFunc(list, func(a, b SegmentAt) int {
		return cmp.Or(cmp.Compare(a.Row, b.Row), cmp.Compare(a.Segment, b.Segment))
	})
	return list
}

// Splits returns the places where other branches leave the thread, in order.
func (t *Thread) Splits() []Split {
	p := t.route()
	splits := []Split{}
	for i := range p.segments() {
		s := &p.segments()[i]
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
				Session: end.Session, First: c.First, Tip: end.Tip, Title: c.Title, Active: active,
			})
		}
		if split.Row >= 0 {
			splits = append(splits, split)
		}
	}
	slices.SortFunc(splits, func(a, b Split) int { return cmp.Compare(a.Row, b.Row) })
	return splits
}

func (p *route) segments() []chattree.Segment {
	if p.chat == nil {
		return nil
	}
	return p.chat.Segments
}

// route finds the thread's place in the tree. A node is on it where the thread
// shows its first record or its last, or goes through a node below it: what a
// node begins with (a hook, an attachment) need not have a row.
func (t *Thread) route() *route {
	p := &route{children: map[string][]*chattree.Segment{}, rows: map[string]int{}}
	if t.key.side != "" {
		return p
	}
	p.chat = t.seen.chat
	own := t.own()
	first := map[string]transcript.ID{}
	parent := map[string]string{}
	shown := t.shownAt(own)
	var roots, hits []string
	for i := range p.chat.Segments {
		s := &p.chat.Segments[i]
		first[s.ID] = ownID(own, s.First)
		if s.Parent != nil {
			p.children[*s.Parent] = append(p.children[*s.Parent], s)
			parent[s.ID] = *s.Parent
		} else {
			roots = append(roots, s.ID)
		}
		if row, ok := shown[first[s.ID]]; ok {
			p.rows[s.ID] = row
			hits = append(hits, s.ID)
		} else if _, ok := shown[ownID(own, s.Tip)]; ok {
			hits = append(hits, s.ID)
		}
	}
	if len(hits) == 0 && len(roots) == 1 {
		hits = roots
	}
	for _, id := range hits {
		for ok := true; ok; id, ok = parent[id] {
			if _, known := p.rows[id]; known {
				continue
			}
			if row, ok := t.Rows.RowAt(first[id]); ok {
				p.rows[id] = row
			}
		}
	}
	if len(p.rows) == 0 && len(hits) > 0 && t.Rows.Len() > 0 {
		p.rows[hits[0]] = 0 // its records go round in a circle
	}
	for _, list := range p.children {
		slices.SortStableFunc(list, func(a, b *chattree.Segment) int { return cmp.Compare(a.Start, b.Start) })
	}
	return p
}

// shownAt returns the first row of every record that a node of the tree begins
// or ends with and that has one. Nodes are few, and rows are many.
func (t *Thread) shownAt(own map[transcript.ID]transcript.ID) map[transcript.ID]int {
	ids := map[transcript.ID]bool{}
	for i := range t.seen.chat.Segments {
		s := &t.seen.chat.Segments[i]
		for _, uuid := range [...]string{s.First, s.Tip} {
			ids[ownID(own, uuid)] = true
			id, _ := transcript.ParseID(uuid)
			ids[id] = true
		}
	}
	rows := make(map[transcript.ID]int, len(ids))
	for i := range t.Rows.Len() {
		if id := t.Rows.ID(i); ids[id] {
			rows[id] = i
			delete(ids, id)
		}
	}
	return rows
}

// ownID returns the record that stands for uuid in this file.
func ownID(own map[transcript.ID]transcript.ID, uuid string) transcript.ID {
	id, _ := transcript.ParseID(uuid)
	if here, ok := own[id]; ok {
		return here
	}
	return id
}

// own maps the identity of a remapped record to the uuid it has in this file.
func (t *Thread) own() map[transcript.ID]transcript.ID {
	copies := t.seen.chat.Identities()
	own := map[transcript.ID]transcript.ID{}
	if len(copies) == 0 {
		return own
	}
	for i := range t.seen.own().summary.Nodes {
		if id := t.seen.own().summary.Nodes[i].ID; copies.Of(id) != id {
			own[copies.Of(id)] = id
		}
	}
	return own
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
