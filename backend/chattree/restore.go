package chattree

import (
	"hash/fnv"
	"slices"

	"dendro/backend/transcript"
)

// Linked is what a forest has decided, for one that knows the same states of files: it need
// not link them again.
type Linked struct {
	// Titles identifies the titles that summary records give to conversations of whatever
	// file.
	Titles uint64
	Groups []LinkedGroup
}

// LinkedGroup is a set of connected sessions with their chats.
type LinkedGroup struct {
	Sessions []LinkedSession // by id
	Chats    []*Chat         // Source of their sessions is not used
}

// LinkedSession holds the states of files behind a session.
type LinkedSession struct {
	ID, Of string
	Files  []FileState // its own, then its duplicates
	Agents []FileState // those that count as its own
}

// FileState is a state of a file. No two states share a summary.
type FileState struct {
	Key     transcript.FileKey
	Summary *transcript.Summary
}

// Linked returns what the forest has decided.
func (f *Forest) Linked() *Linked {
	l := &Linked{Titles: f.titleSum()}
	done := map[*group]bool{}
	for _, s := range f.nums {
		if s == nil || s.group == nil || done[s.group] {
			continue
		}
		done[s.group] = true
		g := LinkedGroup{Chats: s.group.chats, Sessions: make([]LinkedSession, len(s.group.members))}
		for i, m := range s.group.members {
			own := LinkedSession{ID: m.id, Of: m.of}
			for k := range m.files {
				own.Files = append(own.Files, FileState{m.files[k].Key(), m.files[k].Summary})
			}
			for _, a := range f.agents.of[m.id] {
				own.Agents = append(own.Agents, FileState{a.Key(), a.Summary})
			}
			g.Sessions[i] = own
		}
		l.Groups = append(l.Groups, g)
	}
	return l
}

// ApplyLinked is [Forest.Apply] for the files that an earlier forest has linked, nil for
// none. It takes over the chats of all groups that are made from the same states, and links
// the rest.
func (f *Forest) ApplyLinked(c Change, linked *Linked) []string {
	if linked != nil {
		f.linkedTitles, f.linked = linked.Titles, make(map[string]*LinkedGroup, len(linked.Groups))
		for i := range linked.Groups {
			if g := &linked.Groups[i]; len(g.Sessions) > 0 {
				f.linked[g.Sessions[0].ID] = g
			}
		}
	}
	defer func() { f.linked = nil }()
	return f.Apply(c)
}

// adopt takes over all groups if they are those of the forest's sessions, all of them. It
// returns the ids of their chats, sorted. Nothing is indexed for that: most processes end
// before a file changes.
func (f *Forest) adopt() (ids []string, all bool) {
	if f.linked == nil {
		return nil, false
	}
	if f.linkedTitles != f.titleSum() { // titles of other files count, too
		f.linked = nil
		return nil, false
	}
	groups, sessions := make([]*group, 0, len(f.linked)), 0
	for _, l := range f.linked {
		g := &group{}
		for i := range l.Sessions {
			s := f.sessions[l.Sessions[i].ID]
			if s == nil {
				return nil, false
			}
			g.members = append(g.members, s)
		}
		if !f.restore(g) {
			return nil, false
		}
		groups, sessions = append(groups, g), sessions+len(g.members)
	}
	if sessions != len(f.sessions) || len(f.chats) > 0 {
		return nil, false
	}
	for _, g := range groups {
		for _, s := range g.members {
			s.group = g
		}
		for _, c := range g.chats {
			f.replace(c.ID, c)
			ids = append(ids, c.ID)
		}
	}
	f.unindexed = true
	slices.Sort(ids)
	return ids, true
}

// index fills the index of relations, if the groups were taken over.
func (f *Forest) index() {
	if !f.unindexed {
		return
	}
	f.unindexed = false
	keys := 0
	for _, s := range f.nums {
		if s != nil {
			s.eachRelKey(&f.rels, func(relKey) { keys++ })
		}
	}
	f.rels = newRelIndex(keys, len(f.nums)*9/8)
	for _, s := range f.nums {
		if s != nil {
			s.eachRelKey(&f.rels, func(h relKey) { f.rels.put(h, s.num) })
		}
	}
}

// titleSum identifies the titles that summary records give.
func (f *Forest) titleSum() (sum uint64) {
	for leaf, text := range f.titles {
		h := fnv.New64a()
		_, _ = h.Write(leaf[:])      // never fails
		_, _ = h.Write([]byte(text)) // never fails
		sum ^= h.Sum64()
	}
	return sum
}

// restore gives a group the chats that were made of the same states of its files, if there
// are any.
func (f *Forest) restore(g *group) bool {
	l := f.linked[g.members[0].id]
	if l == nil || len(l.Sessions) != len(g.members) {
		return false
	}
	files := make(map[string]File, len(g.members))
	for i, s := range g.members {
		if !l.Sessions[i].is(s, f.agents.of[s.id]) {
			return false
		}
		files[s.id] = s.files[0]
	}
	for _, c := range l.Chats {
		for _, s := range c.Sessions {
			file, known := files[s.ID]
			if !known {
				return false
			}
			s.Source = &file
		}
	}
	g.chats = l.Chats
	return true
}

// is reports whether a session and its agents are in the states that l was made from.
func (l *LinkedSession) is(s *session, agents []AgentFile) bool {
	if l.ID != s.id || l.Of != s.of || len(l.Files) != len(s.files) || len(l.Agents) != len(agents) {
		return false
	}
	for i := range s.files {
		if s.files[i].Unread || l.Files[i] != (FileState{s.files[i].Key(), s.files[i].Summary}) {
			return false
		}
	}
	for i := range agents {
		if l.Agents[i] != (FileState{agents[i].Key(), agents[i].Summary}) {
			return false
		}
	}
	return true
}
