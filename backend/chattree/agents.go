package chattree

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"

	"dendro/backend/transcript"
)

// agentIndex maps agent files to the sessions that own them.
type agentIndex struct {
	files map[transcript.FileKey]AgentFile
	owner map[transcript.FileKey]string
	of    map[string][]AgentFile // by session: its agents that are not internal, each once, sorted by id
}

func newAgentIndex() agentIndex { return agentIndex{files: map[transcript.FileKey]AgentFile{}} }

// settle recomputes the owners and returns the sessions whose agents changed, sorted.
// naming lists, by agent, the sessions whose results name it; copied the sessions of each
// id that has several; sessionOf returns the session with an id, or the primary one among
// files with that id. A side directory whose name is not a session's may be named after a
// renamed file.
func (x *agentIndex) settle(naming map[string][]string, copied map[string][]sibling, sessionOf func(id string) string) []string {
	owner, of := make(map[transcript.FileKey]string, len(x.files)), map[string][]AgentFile{}
	for p, a := range x.files {
		id := a.BelongsTo(naming[a.ID])
		session := sessionOf(id)
		if session == "" && a.Summary != nil {
			session = sessionOf(borneBy(id, a.Summary))
		}
		owner[p] = cmp.Or(session, id)
		if several := copied[owner[p]]; several != nil {
			owner[p] = a.ownerAmong(several)
		}
		if !a.Internal {
			of[owner[p]] = append(of[owner[p]], a)
		}
	}
	changed := map[string]bool{}
	for session, list := range of {
		slices.SortFunc(list, func(a, b AgentFile) int {
			return cmp.Or(cmp.Compare(a.ID, b.ID), b.records()-a.records(), kept(&a)-kept(&b), cmp.Compare(a.Root, b.Root), cmp.Compare(a.Path, b.Path))
		})
		of[session] = slices.CompactFunc(list, func(a, b AgentFile) bool { return a.ID == b.ID })
		changed[session] = !slices.EqualFunc(of[session], x.of[session], sameAgent)
	}
	for session := range x.of {
		changed[session] = changed[session] || of[session] == nil
	}
	x.owner, x.of = owner, of
	maps.DeleteFunc(changed, func(_ string, is bool) bool { return !is })
	return slices.Sorted(maps.Keys(changed))
}

// records returns how many chain records the agent's file has: of several files, one that was
// emptied is not shown.
func (a *AgentFile) records() int {
	if a.Summary == nil {
		return 0
	}
	return len(a.Summary.Nodes)
}

// kept is 1 for a file of the archive, which is not shown instead of Claude Code's own.
func kept(a *AgentFile) int {
	if a.Kept {
		return 1
	}
	return 0
}

// replaceAgent puts an agent that was read again in the place of its former state, and
// reports whether it has no other owner by that: it belongs to the session in whose side
// directory it is. Otherwise the owners must be settled.
func (f *Forest) replaceAgent(a AgentFile) bool {
	x, key := &f.agents, a.Key()
	old, known := x.files[key]
	x.files[key] = a
	if !known || old.Owner != a.Owner || old.ID != a.ID || old.Internal != a.Internal ||
		x.owner[key] != a.Owner || f.sessions[a.Owner] == nil || f.copied[a.Owner] != nil {
		return false
	}
	if i := slices.IndexFunc(x.of[a.Owner], func(o AgentFile) bool { return o.Key() == key }); i >= 0 {
		x.of[a.Owner] = slices.Clone(x.of[a.Owner])
		x.of[a.Owner][i] = a
	}
	return true
}

// names adds the agents that a session's results name to naming.
func names(naming map[string][]string, session string, s *transcript.Summary) {
	for _, agent := range s.NamedAgents {
		naming[agent] = append(naming[agent], session)
	}
}

// Owner returns the session that owns an agent's file, or "".
func (f *Forest) Owner(agent transcript.FileKey) string { return f.agents.owner[agent] }

// sibling is one of several sessions with the same id.
type sibling struct {
	id   string
	file *File
}

// ownerAmong returns the owner of an agent among several sessions with one id, given with
// the primary first: the first whose results name the agent, else the one with the agent in
// its side directory, else the one in the same project, else the primary.
func (a *AgentFile) ownerAmong(several []sibling) string {
	for _, s := range several {
		if slices.Contains(s.file.Summary.NamedAgents, a.ID) {
			return s.id
		}
	}
	for _, dirOf := range []func(string) string{sideDir, path.Dir} {
		for _, s := range several {
			if s.file.Root == a.Root && strings.HasPrefix(a.Path, dirOf(s.file.Path)+"/") {
				return s.id
			}
		}
	}
	return several[0].id
}

func sideDir(file string) string { return strings.TrimSuffix(file, ".jsonl") }

// BelongsTo returns the session that owns an agent file, or "": the session of its side
// directory, else the one that a forked subagent points to, else the one whose id the
// agent's own records carry, since a call in another session is a copy. Records carry two
// ids if the session was switched while the agent ran: then it is the session whose results
// name the agent, else the id that most records carry. naming lists the sessions whose
// results name it, in any order.
func (a *AgentFile) BelongsTo(naming []string) string {
	if a.Owner != "" {
		return a.Owner
	}
	s := a.Summary
	if s == nil {
		s = &transcript.Summary{}
	}
	if s.ForkContext != nil && s.ForkContext.Session != "" {
		return s.ForkContext.Session
	}
	var majority, called string
	most, mostCalled := 0, 0
	for i, id := range s.SessionIDs {
		n := s.SessionOf[i]
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
