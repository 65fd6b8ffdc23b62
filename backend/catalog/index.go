package catalog

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"dendro/backend/chattree"
)

// listFiles makes the lists of the draft anew, of the files as they were read last.
func (w *writer) listFiles() {
	d := &w.draft
	d.Files = slices.SortedFunc(maps.Values(w.files), byPlace)
	d.Read, d.Partial, d.sessions, d.agents = 0, map[string]bool{}, nil, map[string][]*File{}
	for _, f := range d.Files {
		if !f.Partial && !f.unindexed {
			d.Read++
		}
		if f.Agent {
			id := f.Owner
			if id == "" {
				id = w.owner(chattree.Place{Root: f.Root, Path: f.Path})
			}
			d.agents[id] = append(d.agents[id], f)
		} else {
			d.sessions = append(d.sessions, f)
		}
	}
	for _, agents := range d.agents {
		slices.SortFunc(agents, byPath) // they may lie in several roots
	}
	slices.SortFunc(d.sessions, bySession)
	for f := range d.SessionsFrom("") {
		if f.Partial {
			d.Partial[f.ID] = true
		}
	}
}

// listChats makes chats those of the draft.
func (w *writer) listChats(chats []*chattree.Chat) {
	d, now := &w.draft, w.opt.Now()
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

// bySession orders files by the ids of their sessions. Where several have one id the
// one that is the session stands first: the later change decides, then root and
// path, as in chattree.
func bySession(a, b *File) int {
	return cmp.Or(strings.Compare(a.ID, b.ID), b.ModTime.Compare(a.ModTime), byPlace(a, b))
}
