package chattree

import (
	"cmp"
	"maps"
	"slices"

	"dendro/backend/transcript"
)

// agentIndex knows which agent file belongs to which session: its Owner.
type agentIndex struct {
	files  map[Place]AgentFile
	owner  map[Place]string
	of     map[string]map[Place]bool // agent files by owner
	beside map[string]map[Place]bool // files that no side directory places, by agent
	naming map[string][]string       // sessions whose results name an agent, sorted
}

func newAgentIndex() agentIndex {
	return agentIndex{
		files: map[Place]AgentFile{}, owner: map[Place]string{}, of: map[string]map[Place]bool{},
		beside: map[string]map[Place]bool{}, naming: map[string][]string{},
	}
}

// agentChange takes one change in.
type agentChange struct {
	x       *agentIndex
	dirty   map[Place]bool  // whose owner has to be found anew
	touched map[string]bool // sessions whose agents changed
}

func (x *agentIndex) begin() *agentChange {
	return &agentChange{x: x, dirty: map[Place]bool{}, touched: map[string]bool{}}
}

func (c *agentChange) put(a *AgentFile) {
	p, x := a.Place(), c.x
	x.files[p] = *a
	if a.Session == "" {
		add(x.beside, a.AgentID, p)
	}
	if owner := x.owner[p]; owner != "" {
		c.touched[owner] = true
	}
	c.dirty[p] = true
}

func (c *agentChange) drop(p Place) {
	x := c.x
	a, ok := x.files[p]
	if !ok {
		return
	}
	owner := x.owner[p]
	c.touched[owner] = true
	remove(x.of, owner, p)
	remove(x.beside, a.AgentID, p)
	delete(x.files, p)
	delete(x.owner, p)
	delete(c.dirty, p)
}

// session notes what a session names, when its summary changes.
func (c *agentChange) session(id string, old, now *transcript.Summary) {
	var was, is []string
	if old != nil {
		was = old.NamedAgents
	}
	if now != nil {
		is = now.NamedAgents
	}
	for _, agent := range was {
		if !slices.Contains(is, agent) {
			list := slices.DeleteFunc(c.x.naming[agent], func(s string) bool { return s == id })
			c.x.naming[agent] = list
			c.renamed(agent)
		}
	}
	for _, agent := range is {
		list := c.x.naming[agent]
		if at, known := slices.BinarySearch(list, id); !known {
			c.x.naming[agent] = slices.Insert(list, at, id)
			c.renamed(agent)
		}
	}
}

func (c *agentChange) renamed(agent string) {
	for p := range c.x.beside[agent] {
		c.dirty[p] = true
	}
}

// end finds the owners anew and returns the sessions whose agents changed.
func (c *agentChange) end() []string {
	x := c.x
	for p := range c.dirty {
		a := x.files[p]
		was, is := x.owner[p], a.Owner(x.naming[a.AgentID])
		if was != is {
			remove(x.of, was, p)
			c.touched[was] = true
		}
		x.owner[p] = is
		add(x.of, is, p)
		c.touched[is] = true
	}
	return slices.Sorted(maps.Keys(c.touched))
}

// Owner returns the session that the file of an agent belongs to, "" for none.
func (f *Forest) Owner(agent Place) string { return f.agents.owner[agent] }

// Owners returns what Owner says in a forest of these chats, of the agents that lie in
// no session's directory.
func Owners(chats []*Chat, agents []AgentFile) map[Place]string {
	x := newAgentIndex()
	c := x.begin()
	for i := range agents {
		if agents[i].Session == "" {
			c.put(&agents[i])
		}
	}
	if len(x.files) == 0 {
		return nil
	}
	for _, chat := range chats {
		for _, s := range chat.Sessions {
			c.session(s.ID, nil, s.Source.Summary)
		}
	}
	c.end()
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

// list returns the agents of a session that are not internal, each once, in
// the order of their ids.
func (x *agentIndex) list(session string) []AgentFile {
	var list []AgentFile
	for p := range x.of[session] {
		if a := x.files[p]; !a.Internal {
			list = append(list, a)
		}
	}
	slices.SortFunc(list, func(a, b AgentFile) int {
		return cmp.Or(cmp.Compare(a.AgentID, b.AgentID), cmp.Compare(a.Root, b.Root), cmp.Compare(a.Path, b.Path))
	})
	return slices.CompactFunc(list, func(a, b AgentFile) bool { return a.AgentID == b.AgentID })
}

func add(m map[string]map[Place]bool, key string, p Place) {
	if m[key] == nil {
		m[key] = map[Place]bool{}
	}
	m[key][p] = true
}

func remove(m map[string]map[Place]bool, key string, p Place) {
	delete(m[key], p)
	if len(m[key]) == 0 {
		delete(m, key)
	}
}
