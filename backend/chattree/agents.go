package chattree

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"

	"dendro/backend/transcript"
)

// agentIndex knows which agent file belongs to which session: its Owner.
type agentIndex struct {
	files map[FileKey]AgentFile
	owner map[FileKey]string
	of    map[string][]AgentFile // by session: those that are not internal, each once, in the order of their ids
}

func newAgentIndex() agentIndex { return agentIndex{files: map[FileKey]AgentFile{}} }

// settle finds the owners anew and returns the sessions that have other agents than
// before, sorted. naming are the sessions whose results name an agent, copied the sessions
// of ids that have several; sessionOf returns the session with an id, or the primary one of
// the files that bear it. A side directory that is named after none may be named after the
// renamed file of one.
func (x *agentIndex) settle(naming map[string][]string, copied map[string][]sibling, sessionOf func(id string) string) []string {
	owner, of := make(map[FileKey]string, len(x.files)), map[string][]AgentFile{}
	for p, a := range x.files {
		id := a.Owner(naming[a.AgentID])
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
func (f *Forest) Owner(agent FileKey) string { return f.agents.owner[agent] }

// Owners returns the result of Owner in a forest of these chats, for the agents whose
// directory does not decide it.
func Owners(chats []*Chat, agents []AgentFile) map[FileKey]string {
	naming, copied := map[string][]string{}, map[string][]sibling{}
	exists, primary := map[string]bool{}, map[string]string{}
	for _, chat := range chats {
		for _, s := range chat.Sessions {
			exists[s.ID] = true
			if of := s.CopyOf; of != "" {
				if copied[of] == nil {
					copied[of] = []sibling{{id: of}} // its file follows below
				}
				copied[of] = append(copied[of], sibling{s.ID, s.Source})
			}
		}
	}
	x := newAgentIndex()
	for _, a := range agents {
		if !exists[a.Session] || copied[a.Session] != nil {
			x.files[a.Key()] = a
		}
	}
	if len(x.files) == 0 {
		return nil
	}
	for _, chat := range chats {
		for _, s := range chat.Sessions {
			names(naming, cmp.Or(s.CopyOf, s.ID), s.Source.Summary)
			if s.CopyOf == "" {
				primary[borneBy(s.Source.ID, s.Source.Summary)] = s.ID
			}
			if several := copied[s.ID]; several != nil {
				several[0].file = s.Source
			}
		}
	}
	for of, several := range copied {
		if several[0].file == nil { // these chats were damaged
			delete(copied, of)
			continue
		}
		slices.SortFunc(several, func(a, b sibling) int { return cmp.Or(cmp.Compare(len(a.id), len(b.id)), cmp.Compare(a.id, b.id)) })
	}
	x.settle(naming, copied, func(id string) string {
		if exists[id] {
			return id
		}
		return primary[id]
	})
	return x.owner
}

// sibling is one of several sessions with one id.
type sibling struct {
	id   string
	file *File
}

// ownerAmong returns which of several sessions with one id an agent belongs to, the
// primary first among them: the first whose results name the agent, else the one in whose
// side directory it lies, else the one in whose project, else the primary.
func (a *AgentFile) ownerAmong(several []sibling) string {
	for _, s := range several {
		if slices.Contains(s.file.Summary.NamedAgents, a.AgentID) {
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
