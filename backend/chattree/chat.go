package chattree

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"unique"

	"dendro/backend/lineage"
	"dendro/backend/transcript"
)

// node is a session with its place in its chat.
type node struct {
	*session
	edge
	member int32 // index in the family
	kids   []*node
	above  *node // the parent; nil for a root
	// up maps each record that the parent also has to the parent's record. It is nil if
	// nothing is shared.
	up []int32
	// origin maps each record that an ancestor also has to the record of the ancestor that
	// owns it; see adopt for a lost one. It is nil for any other root.
	origin  []ref
	asked   int                   // index of the latest lookup, see prompt
	prompts map[transcript.ID]int // by id, see prompt
	path    []bool                // the active path, see strand
	out     *Session
	parts   parts
}

// ref refers to a record of a session.
type ref struct {
	in   *node
	node int32
}

// at returns record i in the session that owns it.
func (l *node) at(i int32) ref {
	if l.origin == nil {
		return ref{l, i}
	}
	return l.origin[i]
}

// own reports whether record i is owned by no other session.
func (l *node) own(i int32) bool { return l.origin == nil || l.origin[i].in == l }

// link computes the chats of a group.
func (f *Forest) link(g *group) {
	if f.restore(g) {
		return
	}
	all := make([]node, len(g.members))
	for i, s := range g.members {
		s.links = lineage.New(s.of, &s.sum.Facts)
		all[i] = node{session: s, edge: edge{parent: none, to: none}, member: int32(i)}
	}
	var fam *family
	if len(all) == 1 {
		all[0].missing = soloParent(all[0].session)
	} else {
		fam = newFamily(g.members)
		for i, e := range fam.edges() {
			all[i].edge = e
		}
	}
	for i := range all {
		if p := all[i].parent; p != none {
			all[i].above = &all[p]
			all[p].kids = append(all[p].kids, &all[i])
		}
	}
	if fam != nil {
		fam.share(all)
	}
	f.describe(fam, all)
	g.chats = nil
	roots := map[string][]*node{}
	for i := range all {
		l := &all[i]
		if l.above == nil && (!l.silent() || f.agentsSay(l.id)) {
			id := cmp.Or(l.missing, l.id)
			roots[id] = append(roots[id], l)
		}
	}
	for id, r := range roots {
		g.chats = append(g.chats, f.newChat(id, r))
	}
	slices.SortFunc(g.chats, func(a, b *Chat) int { return cmp.Compare(a.ID, b.ID) })
	for _, c := range g.chats {
		c.Shares = len(g.chats) > 1
	}
	for _, s := range g.members {
		s.links = nil
	}
}

// silent reports whether a session has no conversation and no continuation, so that it is
// not listed.
func (l *node) silent() bool {
	return l.sum.Silent() && !l.files[0].Unread && len(l.kids) == 0 && l.missing == ""
}

// agentsSay reports whether a session has agents with a conversation: it is listed for them,
// even if its own file has none.
func (f *Forest) agentsSay(id string) bool {
	return slices.ContainsFunc(f.agents.of[id], func(a AgentFile) bool { return a.Summary != nil && !a.Summary.Silent() })
}

// soloParent returns the lost parent of a session that is not connected to others.
func soloParent(s *session) string {
	if id := s.sum.ForkedFrom; id != "" && id != s.of {
		return id
	}
	return lostParent(s)
}

// share computes which records each session has from its ancestors.
func (f *family) share(all []node) {
	at := make([]int32, len(f.class)+1) // the parent's record + 1, by key + 1
	for i := range all {
		p := &all[i]
		if len(p.kids) == 0 {
			continue
		}
		for node, key := range f.keys[i] {
			at[key+1] = int32(node) + 1
		}
		at[none+1] = 0
		for _, kid := range p.kids {
			kid.up = make([]int32, len(f.keys[kid.member]))
			for node, key := range f.keys[kid.member] {
				kid.up[node] = at[key+1] - 1
			}
		}
		for _, key := range f.keys[i] {
			at[key+1] = 0
		}
	}
	f.adopt(all)
	for i := range all {
		all[i].trace()
	}
}

// adopt gives what sessions have from one lost parent to the first of them, as if the others
// branched off from that one: a tree shows it once.
func (f *family) adopt(all []node) {
	lost := map[string][]*node{}
	for i := range all {
		if l := &all[i]; l.missing != "" {
			lost[l.missing] = append(lost[l.missing], l)
		}
	}
	for _, heirs := range lost {
		if len(heirs) == 1 {
			continue
		}
		slices.SortFunc(heirs, byAge)
		owned := map[int32]ref{}
		for _, l := range heirs {
			l.origin = make([]ref, len(l.sum.Nodes))
			for i, key := range f.keys[l.member] {
				r, known := owned[key]
				if !known || key == none {
					r = ref{l, int32(i)}
					owned[key] = r
				}
				l.origin[i] = r
			}
		}
	}
}

// trace computes the origin of the session's and its ancestors' records.
func (l *node) trace() {
	if l.above == nil || l.origin != nil {
		return
	}
	l.above.trace()
	l.origin = make([]ref, len(l.up))
	for i, up := range l.up {
		l.origin[i] = ref{l, int32(i)}
		if up != none {
			l.origin[i] = l.above.at(up)
		}
	}
}

// walk visits sessions before their children.
func walk(sessions []*node, visit func(*node)) {
	for _, l := range sessions {
		visit(l)
		walk(l.kids, visit)
	}
}

// newChat builds the chat of the sessions below the given roots.
func (f *Forest) newChat(id string, roots []*node) *Chat {
	slices.SortFunc(roots, byAge)
	c := &Chat{ID: id, Sessions: []*Session{}}
	var sessions []*node
	walk(roots, func(l *node) {
		slices.SortFunc(l.kids, byAge)
		sessions = append(sessions, l)
	})
	first := roots[0]
	c.Project = unique.Make(f.projectOf(first)).Value() // detached, as the texts of sessions
	c.Repository = transcript.Repository(c.Project, first.sum.WorktreeOf)
	strand(sessions)
	var newest *node
	for _, l := range sessions {
		s := l.out
		c.Sessions = append(c.Sessions, s)
		c.Agents += s.Agents
		c.Malformed += s.Malformed
		sum := l.sum
		start, end := l.ordered(sum.StartMS), l.ordered(sum.EndMS)
		if s.Dated != "" {
			start = l.files[0].ModTime.UnixMilli()
			end = start
		}
		if s.Start != "" && (c.StartMS == 0 || start < c.StartMS) {
			c.StartMS, c.Start = start, s.Start
		}
		if s.End != "" && (c.EndMS == 0 || end > c.EndMS) {
			c.EndMS, c.End = end, s.End
		}
		// The last session of a chain has no resumed child, so some session is not
		// superseded, and it is not one that no client loads.
		if !s.Superseded && !l.renamed() && (newest == nil || end > newest.ordered(newest.sum.EndMS)) {
			newest = l
		}
	}
	c.NewestLeaf, c.GitBranch = newest.id, newest.out.GitBranch
	called := chatTitle(first, newest, sessions)
	c.Title, c.TitleFrom, c.Name = strings.Clone(called.Title), called.TitleFrom, strings.Clone(called.Name)
	f.segment(c, sessions)
	return c
}

// ordered is Ordered of the session's file.
func (l *node) ordered(ms int64) int64 { return l.files[0].Ordered(ms) }

func byAge(a, b *node) int {
	return cmp.Or(cmp.Compare(a.ownStart(), b.ownStart()), cmp.Compare(a.id, b.id))
}

// ownStart returns the time of the first record that does not come from the parent, or of the
// first record for a root.
func (l *node) ownStart() int64 {
	nodes := l.sum.Nodes
	for i := range nodes {
		if nodes[i].Time != 0 && (l.up == nil || l.up[i] == none) {
			return nodes[i].Time
		}
	}
	return l.sum.StartMS
}

// projectOf returns the directory that a session was started in: the first that a record
// of it names, else of its agents, else the name of the file's directory.
func (f *Forest) projectOf(l *node) string {
	if cwd := l.sum.CWD; cwd != "" {
		return cwd
	}
	for _, a := range f.agents.of[l.id] {
		if a.Summary != nil && a.Summary.CWD != "" {
			return a.Summary.CWD
		}
	}
	return path.Base(path.Dir(l.files[0].Path))
}

// text returns the uuid of a record as written in the file, or "".
func (s *session) text(i int32) string {
	if i == none {
		return ""
	}
	sum := s.sum
	return sum.Names.Text(sum.Nodes[i].ID)
}

// turn reports whether record i is a user or assistant record.
func (s *session) turn(i int32) bool { return s.sum.Nodes[i].Flags.Has(transcript.FlagTurn) }
