package chattree

import (
	"cmp"
	"maps"
	"slices"
)

// kept is what a Forest knows that was restored, until a change makes it link
// its files: chats that were linked before, and what they were made from.
type kept struct {
	sessions map[string]place
	files    []File
	agents   []AgentFile
}

// place is where a session stands.
type place struct {
	chat    *Chat
	session *Session
}

// Restore returns a forest of the chats that Encode wrote. Their texts are used
// where they lie, in data, which may be a read-only view of a file and must not
// change. Until it is told of
// their files, with [Forest.Resume], it must not be given to Apply, and the
// sources of the sessions have no summaries.
func Restore(data []byte) (*Forest, error) {
	chats, err := decodeChats(data)
	if err != nil {
		return nil, err
	}
	f := Build(nil, nil)
	f.kept = &kept{sessions: make(map[string]place, len(chats))}
	for _, c := range chats {
		f.chats[c.ID] = c
		for _, s := range c.Sessions {
			f.kept.sessions[s.ID] = place{c, s}
		}
	}
	f.Chats()
	return f, nil
}

// Resume tells a restored forest what its chats were made from. They are not
// linked again before something changes. It reports false where they cannot
// have been made from these: then f is of no use.
func (f *Forest) Resume(files []File, agents []AgentFile) bool {
	k := f.kept
	found := 0
	for i := range files {
		file := &files[i]
		p, ok := k.sessions[file.ID]
		if !ok && file.Summary != nil && file.Summary.Silent() {
			continue
		}
		if !ok {
			return false
		}
		src := p.session.Source
		if src.Place() != file.Place() { // one of several places
			continue
		}
		if src.Size != file.Size || !src.ModTime.Equal(file.ModTime) || src.Summary != nil || file.Summary == nil {
			return false
		}
		src.Summary, src.Origins = file.Summary, file.Origins
		found++
	}
	k.files, k.agents = files, agents
	f.own(files, agents)
	return found == len(k.sessions)
}

// own finds whose the agents are, where any lies in no session's directory: of the
// others nobody asks before the files are linked.
func (f *Forest) own(files []File, agents []AgentFile) {
	if !slices.ContainsFunc(agents, func(a AgentFile) bool { return a.Session == "" }) {
		return
	}
	c := f.agents.begin()
	for i := range agents {
		c.put(&agents[i])
	}
	for i := range files {
		if p := f.kept.sessions[files[i].ID]; p.session != nil && p.session.Source.Summary == files[i].Summary {
			c.session(files[i].ID, nil, files[i].Summary)
		}
	}
	c.end()
}

// Linked reports whether the next change takes time with what it touches alone:
// not so for a restored forest, whose files have to be linked first.
func (f *Forest) Linked() bool { return f.kept == nil }

// Link returns a forest that says what f does and is linked, and the ids of the
// chats that are not as they were kept: none, if it was this program that kept
// them. f may be read meanwhile.
func (f *Forest) Link() (linked *Forest, changed []string) {
	if f.Linked() {
		return f, nil
	}
	if linked = f.adopted(); linked != nil {
		return linked, nil
	}
	linked = Build(nil, nil)
	linked.chats = maps.Clone(f.chats)
	linked.kept = &kept{files: slices.Clone(f.kept.files), agents: slices.Clone(f.kept.agents)}
	changed = linked.Apply(Change{})
	linked.Chats()
	return linked, changed
}

// adopted returns a linked forest with the very chats of a restored one: what
// ties the sessions to each other is found anew; what follows from it is not,
// which would take several times as long and leave as much garbage. It returns
// nil where the chats are not of the groups that are found.
func (f *Forest) adopted() *Forest {
	linked := Build(nil, nil)
	linked.chats = maps.Clone(f.chats)
	p := pool{f: linked, in: map[*session]bool{}, chats: map[string]*Chat{}}
	for _, s := range linked.update(Change{Files: f.kept.files, Agents: f.kept.agents}, &p) {
		p.add(s)
	}
	p.spread()
	for _, g := range p.regroup() {
		if !g.adopt(f.kept.sessions) {
			return nil
		}
	}
	linked.Chats()
	return linked
}

// adopt takes the chats of its members that were kept. It reports false where
// they are not made of these alone.
func (g *group) adopt(kept map[string]place) bool {
	sessions, members := 0, 0
	for _, s := range g.members {
		p := kept[s.id]
		if p.session == nil && s.sum.Silent() {
			continue
		}
		members++
		if p.session == nil || p.session.Source.Summary != s.sum {
			return false
		}
		if !slices.Contains(g.chats, p.chat) {
			g.chats = append(g.chats, p.chat)
			sessions += len(p.chat.Sessions)
		}
	}
	slices.SortFunc(g.chats, func(a, b *Chat) int { return cmp.Compare(a.ID, b.ID) })
	return sessions == members
}

// take makes one change of everything that the chats were made from and c.
func (k *kept) take(c Change) Change {
	later := map[Place]bool{}
	for i := range c.Files {
		later[c.Files[i].Place()] = true
	}
	for i := range c.Agents {
		later[c.Agents[i].Place()] = true
	}
	for _, p := range c.Gone {
		later[p] = true
	}
	files := slices.DeleteFunc(k.files, func(f File) bool { return later[f.Place()] })
	agents := slices.DeleteFunc(k.agents, func(a AgentFile) bool { return later[a.Place()] })
	return Change{Files: append(files, c.Files...), Agents: append(agents, c.Agents...)}
}
