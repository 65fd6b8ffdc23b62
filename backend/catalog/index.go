package catalog

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"dendro/backend/chattree"
	"dendro/backend/transcript"
)

// listFiles makes the lists of the draft anew, of the files as they were read last.
func (w *writer) listFiles() {
	d := &w.draft
	d.roles = w.roles()
	d.Files = slices.SortedFunc(maps.Values(w.files), byPlace)
	d.Read, d.Partial, d.sessions, d.agents = 0, map[string]bool{}, nil, map[string][]*File{}
	d.bearers = map[string][]*File{}
	for _, f := range d.Files {
		if !f.Partial && !f.unindexed {
			d.Read++
		}
		if f.Agent {
			id := w.owner(f)
			d.agents[id] = append(d.agents[id], f)
			continue
		}
		id := f.ID
		if role, ok := d.roles[f.at()]; ok {
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
	}
	slices.SortFunc(d.sessions, func(a, b SessionFile) int { return strings.Compare(a.Session, b.Session) })
	for id, files := range d.bearers {
		if primary := d.File(id); primary != nil {
			d.bearers[id] = slices.Insert(files, 0, primary)
		}
	}
}

// distinctAgents returns the agents of a session in order of their paths, without the
// files of an agent that another one of it holds all of: they lie beside several files of
// one session.
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
		has := map[transcript.ID]bool{}
		for i, f := range list {
			needless[f] = i > 0
			for k := range f.Summary.Nodes {
				id := f.Summary.Nodes[k].ID
				needless[f] = needless[f] && has[id]
				has[id] = true
			}
		}
	}
	return slices.DeleteFunc(agents, func(f *File) bool { return needless[f] })
}

// listChats makes chats those of the draft.
func (w *writer) listChats(chats []*chattree.Chat) {
	d, now := &w.draft, w.opt.Now()
	w.spellings = spell(chats)
	d.Chats, d.Recent = chats, nil
	d.members = make(map[string]Member, len(chats))
	projects := map[string]bool{}
	totals := Totals{Bytes: d.Totals.Bytes, Chats: len(chats)}
	for _, c := range chats {
		projects[c.Project] = true
		totals.Sessions += len(c.Sessions)
		totals.Agents += c.Agents
		totals.Malformed += c.Malformed
		for _, s := range c.Sessions {
			m := Member{c, s}
			d.members[s.ID] = m
			if now.Sub(s.Source.ModTime) < RecentFor {
				d.Recent = append(d.Recent, m)
			}
		}
	}
	totals.Projects = len(projects)
	d.Totals = totals
}

func byPlace(a, b *File) int {
	return cmp.Or(strings.Compare(a.Root, b.Root), strings.Compare(a.Path, b.Path))
}

func byPath(a, b *File) int {
	return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.Root, b.Root))
}
