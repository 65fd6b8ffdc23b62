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
			owner := e.owner(naming[e.file.ID])
			l.agents[owner] = append(l.agents[owner], e)
		}
	}
	for _, list := range l.agents {
		slices.SortFunc(list, func(a, b *entry) int {
			return cmp.Or(cmp.Compare(a.file.Path, b.file.Path), cmp.Compare(a.file.Root, b.file.Root))
		})
	}
}

// owner returns the session that an agent belongs to (format.md section 7), as
// chattree counts it: the one whose side directory holds it, else the one that
// a forked subagent points to, else the one whose result names it. Copies of a
// session name its agents too: among several, and where none names it, the id
// that most of the agent's records carry decides.
func (e *entry) owner(naming []string) string {
	switch {
	case e.file.Owner != "":
		return e.file.Owner
	case e.summary.ForkContext.Session != "":
		return e.summary.ForkContext.Session
	case len(naming) == 1:
		return naming[0]
	}
	var majority, called string
	most, mostCalled := 0, 0
	for i, id := range e.summary.SessionIDs {
		n := e.summary.SessionOf[i]
		if n > most {
			majority, most = id, n
		}
		if n > mostCalled && slices.Contains(naming, id) {
			called, mostCalled = id, n
		}
	}
	switch {
	case called != "":
		return called
	case majority == "" && len(naming) > 0:
		return slices.Min(naming)
	}
	return majority
}
