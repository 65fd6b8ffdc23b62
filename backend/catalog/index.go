package catalog

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"dendro/backend/chattree"
	"dendro/backend/transcript"
)

// listFiles updates the lists of the draft to the files as they were read last.
func (w *writer) listFiles() {
	if w.replaceFiles() {
		return
	}
	d := &w.draft
	d.roles, w.doubled = w.forest.Roles(), map[string]bool{}
	d.Files = slices.SortedFunc(maps.Values(w.files), byPlace)
	d.Read, d.Partial, d.sessions, d.agents = 0, map[string]bool{}, nil, map[string][]*File{}
	d.bearers = map[string][]*File{}
	for _, f := range d.Files {
		if !f.Partial && !f.unindexed {
			d.Read++
		}
		if f.Agent {
			id := w.forest.Owner(f.Key())
			d.agents[id] = append(d.agents[id], f)
			continue
		}
		id := f.ID
		if role, ok := d.roles[f.Key()]; ok {
			d.bearers[role.Of] = append(d.bearers[role.Of], f)
			if role.Duplicate {
				continue
			}
			id = role.Session
		}
		d.sessions = append(d.sessions, SessionFile{id, f})
		if f.Partial {
			d.Partial[id] = true
		}
	}
	for owner, agents := range d.agents {
		d.agents[owner] = distinctAgents(agents)
		w.doubled[owner] = len(d.agents[owner]) < len(agents)
	}
	slices.SortFunc(d.sessions, func(a, b SessionFile) int { return strings.Compare(a.Session, b.Session) })
	for id, files := range d.bearers {
		if primary := d.File(id); primary != nil {
			d.bearers[id] = slices.Insert(files, 0, primary)
		}
	}
}

// replaceFiles puts files that were read again in the place of their former states, and
// reports whether that is all there is to do. It is not if a file is new or gone, counts
// otherwise, may change what counts of several files with one id, or gives agents other
// owners.
func (w *writer) replaceFiles() bool {
	p, d := &w.pending, &w.draft
	if p.moved || w.forest.Resettled() || len(w.forest.Reclaimed()) > 0 {
		return false
	}
	files, sessions, agents := slices.Clone(d.Files), slices.Clone(d.sessions), maps.Clone(d.agents)
	for _, states := range p.again {
		old, now := states[0], states[1]
		_, hasRole := d.roles[now.Key()]
		at, found := slices.BinarySearchFunc(files, now, byPlace)
		if !found || hasRole || old.ID != now.ID || old.Partial != now.Partial || old.unindexed != now.unindexed {
			return false
		}
		files[at] = now
		if now.Agent {
			owner := w.forest.Owner(now.Key())
			i := slices.Index(agents[owner], old)
			if i < 0 || w.doubled[owner] {
				return false
			}
			agents[owner] = slices.Clone(agents[owner])
			agents[owner][i] = now
			continue
		}
		i, found := slices.BinarySearchFunc(sessions, now.ID, compareSession)
		if !found {
			return false
		}
		sessions[i].File = now
	}
	d.Files, d.sessions, d.agents = files, sessions, agents
	return true
}

// distinctAgents returns the agents of a session in order of their paths, without the
// files of an agent that others of it hold all of, with the same content: they lie beside
// several files of one session.
func distinctAgents(agents []*File) []*File {
	slices.SortFunc(agents, byPath)
	files := make(map[string][]*File, len(agents))
	for _, f := range agents {
		files[f.ID] = append(files[f.ID], f)
	}
	if len(files) == len(agents) {
		return agents
	}
	needless := map[*File]bool{}
	for _, list := range files {
		slices.SortStableFunc(list, func(a, b *File) int { return cmp.Compare(len(b.Summary.Nodes), len(a.Summary.Nodes)) })
		type record struct {
			id      transcript.ID
			content uint32
		}
		has := map[record]bool{}
		for i, f := range list {
			needless[f] = i > 0
			for k := range f.Summary.Nodes {
				n := record{f.Summary.Nodes[k].ID, f.Summary.Nodes[k].Content}
				needless[f] = needless[f] && has[n]
				has[n] = true
			}
		}
	}
	return slices.DeleteFunc(agents, func(f *File) bool { return needless[f] })
}

// listChats makes chats those of the draft. changed are the ids of the chats with other
// sessions than before, or that are new or gone.
func (w *writer) listChats(chats []*chattree.Chat, changed []string) {
	d, now := &w.draft, w.opt.Now()
	w.repositories.place(chats)
	w.spellings = spell(chats)
	members := w.unchanged(changed, len(changed) > len(d.Chats)/4)
	d.Chats, d.members, d.Recent = chats, members, nil
	totals := Totals{Bytes: d.Totals.Bytes, Chats: len(chats), Projects: projectsIn(chats)}
	for _, c := range chats {
		totals.Sessions += len(c.Sessions)
		totals.Agents += c.Agents
		totals.Malformed += c.Malformed
		known := len(c.Sessions) > 0 && members[c.Sessions[0].ID].Chat == c
		for _, s := range c.Sessions {
			m := Member{c, s}
			if !known {
				members[s.ID] = m
			}
			if now.Sub(s.Source.ModTime) < RecentFor {
				d.Recent = append(d.Recent, m)
			}
		}
	}
	d.Totals = totals
}

// unchanged returns a copy of the draft's members without those of changed chats; with all
// set, none.
func (w *writer) unchanged(changed []string, all bool) map[string]Member {
	if all {
		return make(map[string]Member, len(w.draft.members))
	}
	members, is := maps.Clone(w.draft.members), make(map[string]bool, len(changed))
	for _, id := range changed {
		is[id] = true
	}
	for _, c := range w.draft.Chats {
		if is[c.ID] {
			for _, s := range c.Sessions {
				delete(members, s.ID)
			}
		}
	}
	return members
}

func byPlace(a, b *File) int {
	return cmp.Or(strings.Compare(a.Root, b.Root), strings.Compare(a.Path, b.Path))
}

func byPath(a, b *File) int {
	return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.Root, b.Root))
}
