package library

import (
	"cmp"
	"slices"
)

// index finds the file of every session id, and the agents of every session.
// l.mu is held.
func (l *Library) index() {
	l.sessions = make(map[string]*entry, len(l.entries))
	for _, e := range l.entries {
		if e.file.Agent {
			continue
		}
		if old := l.sessions[e.file.ID]; old == nil || e.newer(old) {
			l.sessions[e.file.ID] = e
		}
	}
	naming := map[string][]string{} // sessions whose results name an agent
	for id, e := range l.sessions {
		for _, agent := range e.summary.NamedAgents {
			naming[agent] = append(naming[agent], id)
		}
	}
	l.agents = map[string][]*entry{} // "": those that say of no session that it is theirs
	for _, e := range l.entries {
		if e.file.Agent {
			a := e.agent()
			owner := a.Owner(naming[e.file.ID])
			l.agents[owner] = append(l.agents[owner], e)
		}
	}
	for _, list := range l.agents {
		slices.SortFunc(list, func(a, b *entry) int {
			return cmp.Or(cmp.Compare(a.file.Path, b.file.Path), cmp.Compare(a.file.Root, b.file.Root))
		})
	}
}
