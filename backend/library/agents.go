package library

import (
	"cmp"
	"maps"
	"slices"
)

// known are the files by what they are asked for. Its maps are replaced, not
// changed: a search goes on with those it began with.
type known struct {
	sessions map[string]*entry   // by id; where two files have one id, the newer one
	agents   map[string][]*entry // by the session they belong to, in order of their paths; "": those that say of no session that it is theirs
	partial  map[string]bool     // sessions that are known from head and tail only

	several map[string]bool // ids that several files have
	named   bool            // whose an agent is may depend on what sessions say of it
}

// reread is a file that was read again.
type reread struct{ old, now *entry }

// index finds the file of every session id, and the agents of every session.
// l.mu is held.
func (l *Library) index() {
	k := known{sessions: make(map[string]*entry, len(l.entries)), agents: map[string][]*entry{}, partial: map[string]bool{}, several: map[string]bool{}}
	for _, e := range l.entries {
		if e.file.Agent {
			k.named = k.named || e.file.Owner == ""
			continue
		}
		old := k.sessions[e.file.ID]
		if old != nil {
			k.several[e.file.ID] = true
		}
		if old == nil || e.newer(old) {
			k.sessions[e.file.ID] = e
		}
	}
	naming := map[string][]string{} // sessions whose results name an agent
	for id, e := range k.sessions {
		if e.partial {
			k.partial[id] = true
		}
		for _, agent := range e.summary.NamedAgents {
			naming[agent] = append(naming[agent], id)
		}
	}
	for _, e := range l.entries {
		if e.file.Agent {
			a := e.agent()
			owner := a.Owner(naming[e.file.ID])
			k.agents[owner] = append(k.agents[owner], e)
		}
	}
	for _, list := range k.agents {
		slices.SortFunc(list, byPath)
	}
	l.known = k
}

func byPath(a, b *entry) int {
	return cmp.Or(cmp.Compare(a.file.Path, b.file.Path), cmp.Compare(a.file.Root, b.file.Root))
}

// reindex takes files that have grown into the index: what a line that is
// appended costs does not depend on how many files there are. It reports false
// where everything has to be looked at. l.mu is held.
func (l *Library) reindex(files []reread) bool {
	k := l.known
	var sessions, agents bool // are copies
	for _, f := range files {
		id := f.now.file.ID
		switch {
		case f.old == nil || f.old.partial || f.now.partial || f.old.file.Owner != f.now.file.Owner:
			return false
		case f.now.file.Agent:
			if f.now.file.Owner == "" {
				return false
			}
			if !agents {
				k.agents, agents = maps.Clone(k.agents), true
			}
			list := slices.Clone(k.agents[f.now.file.Owner])
			at := slices.Index(list, f.old)
			if at < 0 {
				return false
			}
			list[at] = f.now
			k.agents[f.now.file.Owner] = list
		default:
			if k.several[id] || k.sessions[id] != f.old || k.named && !slices.Equal(f.old.summary.NamedAgents, f.now.summary.NamedAgents) {
				return false
			}
			if !sessions {
				k.sessions, sessions = maps.Clone(k.sessions), true
			}
			k.sessions[id] = f.now
		}
	}
	l.known = k
	return true
}
