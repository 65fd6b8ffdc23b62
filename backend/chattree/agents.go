package chattree

import (
	"cmp"
	"maps"
	"slices"

	"dendro/backend/transcript"
)

// agentIndex knows which agent file belongs to which session: its Owner.
type agentIndex struct {
	files map[Place]AgentFile
	owner map[Place]string
	of    map[string][]AgentFile // by session: those that are not internal, each once, in the order of their ids
}

func newAgentIndex() agentIndex { return agentIndex{files: map[Place]AgentFile{}} }

// settle finds the owners anew and returns the sessions that have other agents than
// before, sorted. naming are the sessions whose results name an agent.
func (x *agentIndex) settle(naming map[string][]string) []string {
	owner, of := make(map[Place]string, len(x.files)), map[string][]AgentFile{}
	for p, a := range x.files {
		owner[p] = a.Owner(naming[a.AgentID])
		if !a.Internal {
			of[owner[p]] = append(of[owner[p]], a)
		}
	}
	changed := map[string]bool{}
	for session, list := range of {
		slices.SortFunc(list, func(a, b AgentFile) int {
			return cmp.Or(cmp.Compare(a.AgentID, b.AgentID), cmp.Compare(a.Root, b.Root), cmp.Compare(a.Path, b.Path))
		})
		of[session] = slices.CompactFunc(list, func(a, b AgentFile) bool { return a.AgentID == b.AgentID })
		changed[session] = !slices.Equal(of[session], x.of[session])
	}
	for session := range x.of {
		changed[session] = changed[session] || of[session] == nil
	}
	x.owner, x.of = owner, of
	maps.DeleteFunc(changed, func(_ string, is bool) bool { return !is })
	return slices.Sorted(maps.Keys(changed))
}

// names notes in naming which agents a session's results name.
func names(naming map[string][]string, session string, s *transcript.Summary) {
	for _, agent := range s.NamedAgents {
		naming[agent] = append(naming[agent], session)
	}
}

// Owner returns the session that the file of an agent belongs to, "" for none.
func (f *Forest) Owner(agent Place) string { return f.agents.owner[agent] }

// Owners returns what Owner says in a forest of these chats, of the agents that lie in
// no session's directory.
func Owners(chats []*Chat, agents []AgentFile) map[Place]string {
	x := newAgentIndex()
	for _, a := range agents {
		if a.Session == "" {
			x.files[a.Place()] = a
		}
	}
	if len(x.files) == 0 {
		return nil
	}
	naming := map[string][]string{}
	for _, chat := range chats {
		for _, s := range chat.Sessions {
			names(naming, s.ID, s.Source.Summary)
		}
	}
	x.settle(naming)
	return x.owner
}

// Owner returns the session that an agent file belongs to, ""
// for none: the one whose side directory holds it, else the one that a
// forked subagent points to, else the one whose id the agent's own records
// carry: a call in another session is a copy. They carry two ids when the
// session was switched while the agent ran: then the session counts whose
// results name the agent, else the id that most records carry. naming are the
// sessions whose results name it, in any order.
func (a *AgentFile) Owner(naming []string) string {
	if a.Session != "" {
		return a.Session
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
