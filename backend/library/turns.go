package library

import (
	"cmp"
	"slices"

	"dendro/backend/catalog"
	"dendro/backend/chattree"
	"dendro/backend/lineage"
	"dendro/backend/search"
	"dendro/backend/transcript"
)

// turnFinder knows which turn each record belongs to.
type turnFinder struct {
	last latest[*catalog.File, *fileTurns]
}

// turnsOf is a file, and that of its session. call is the record there that started an
// agent, zero where none is known.
type turnsOf struct {
	file, session *catalog.File
	call          transcript.ID
}

// fileTurns are the turns of a session's file.
type fileTurns struct {
	nodes []transcript.Node
	table *transcript.NodeTable
	turns []int32
}

// describe sets the turns of a session's file f and of its agents: infos describe them, in
// that order. An agent of a session without turns is a turn of its own. Those of files that
// are as they were in last stay the same.
func (z *turnFinder) describe(
	d, last *describedChat, infos []*search.FileInfo, f *catalog.File, s *chattree.Session, agents []*catalog.File,
) {
	put := func(info *search.FileInfo, key turnsOf, holder *catalog.File, of func([]transcript.ID) []search.Turn) {
		var t *search.FileTurns
		if last != nil {
			t = last.turns[key]
		}
		if t == nil {
			t = &search.FileTurns{Session: holder.Abs(), Of: of}
		}
		d.turns[key], info.Turns = t, t
	}
	put(infos[0], turnsOf{f, f, transcript.ID{}}, f, func(records []transcript.ID) []search.Turn { return z.of(f, s).all(records) })
	calls := callsOf(f, agents)
	for i, a := range agents {
		call := calls[a.ID]
		if !s.HasTurns() {
			put(infos[i+1], turnsOf{a, f, call}, a, func(records []transcript.ID) []search.Turn {
				return slices.Repeat([]search.Turn{asTurn(a)}, len(records))
			})
			continue
		}
		put(infos[i+1], turnsOf{a, f, call}, f, func(records []transcript.ID) []search.Turn {
			return slices.Repeat([]search.Turn{z.of(f, s).ofAgent(call, a)}, len(records))
		})
	}
}

// asTurn returns an agent's whole work as one turn.
func asTurn(a *catalog.File) search.Turn {
	if len(a.Summary.Nodes) == 0 {
		return search.Turn{}
	}
	return search.Turn{ID: a.Summary.Nodes[0].ID, Time: a.Summary.StartMS}
}

// of returns the turns of a session's file.
func (z *turnFinder) of(f *catalog.File, s *chattree.Session) *fileTurns {
	return z.last.get(f, func() *fileTurns {
		nodes := s.Source.Summary.Nodes
		return &fileTurns{nodes, transcript.NewNodeTable(nodes), s.Turns()}
	})
}

// all returns the turns of records.
func (t *fileTurns) all(records []transcript.ID) []search.Turn {
	list := make([]search.Turn, len(records))
	for i, id := range records {
		list[i] = t.turn(id)
	}
	return list
}

// turn returns the turn of a record, the zero Turn where it has none.
func (t *fileTurns) turn(id transcript.ID) search.Turn {
	at := t.table.Find(t.nodes, id)
	if at < 0 || t.turns[at] == lineage.None {
		return search.Turn{}
	}
	n := &t.nodes[t.turns[at]]
	return search.Turn{ID: n.ID, Time: n.Time}
}

// callsOf returns the records of a session's file that name its agents, by agent. One that
// was started by another agent has that one's.
func callsOf(f *catalog.File, agents []*catalog.File) map[string]transcript.ID {
	calls := map[string]transcript.ID{}
	for i, name := range f.Summary.NamedAgents {
		if i < len(f.Summary.NamedAt) {
			calls[name] = f.Summary.NamedAt[i]
		}
	}
	by := map[string]string{}
	for _, a := range agents {
		for _, name := range a.Summary.NamedAgents {
			if _, known := by[name]; !known && name != a.ID {
				by[name] = a.ID
			}
		}
	}
	for _, a := range agents {
		name := a.ID
		for range agents { // of which each may have been started by another one
			if _, known := calls[name]; known {
				break
			}
			name = by[name]
		}
		if call, known := calls[name]; known {
			calls[a.ID] = call
		}
	}
	return calls
}

// ofAgent returns the turn that started an agent: that of the call, else the newest one
// when it began.
func (t *fileTurns) ofAgent(call transcript.ID, a *catalog.File) search.Turn {
	if turn := t.turn(call); !turn.ID.IsZero() {
		return turn
	}
	return t.before(a.Summary.StartMS)
}

// before returns the newest turn that was opened at some time or earlier, else the first.
func (t *fileTurns) before(ms int64) (turn search.Turn) {
	for i, opener := range t.turns {
		n := &t.nodes[i]
		if int(opener) != i {
			continue
		}
		if turn.ID.IsZero() || n.Time <= ms && cmp.Compare(n.Time, turn.Time) >= 0 {
			turn = search.Turn{ID: n.ID, Time: n.Time}
		}
	}
	return turn
}
