package thread

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"dendro/backend/transcript"
)

// add adds an agent's file.
func (s *attacher) add(a *Agent) {
	internal := a.Index != nil && (a.Internal || transcript.InternalAgent(a.ID, a.Index.taskHead()))
	if a.Index == nil || internal && a.Ancestor {
		return
	}
	if s.byIndex[a.Index] != nil {
		return
	}
	key := a.ID
	for n := 2; s.byKey[key] != nil; n++ {
		if other := s.byKey[key]; a.Ancestor || other.x != nil && !other.x.lacks(a.Index) {
			return
		}
		key = fmt.Sprint(a.ID, "~", n) // another file of the same agent, with records of its own
	}
	f := newFile(a.Index)
	f.pair(nil)
	s.byIndex[a.Index] = f
	f.side = &sidechain{key: key, agent: a, x: a.Index, records: make([]int32, 0, len(a.Index.recs))}
	for at := range a.Index.recs {
		n := a.Index.node(int32(at))
		if f.side.time == 0 {
			f.side.time = n.Time
		}
		if a.Index.claims.fork.Session != "" && s.main.find(n.ID) >= 0 {
			continue // the parent's context, copied
		}
		f.side.records = append(f.side.records, int32(at))
	}
	if tasks := a.Index.claims.tasks; len(tasks) > 0 {
		f.side.task = tasks[slices.Min(slices.Collect(maps.Keys(tasks)))]
	}
	if internal {
		// Internal agents may hold a copy of the conversation: their calls and results are
		// ignored.
		s.addInternal(f.side)
		return
	}
	s.files = append(s.files, f)
	s.addSide(f.side)
}

func (s *attacher) addInternal(side *sidechain) {
	side.session, side.internal, side.depth = s.Session, true, 1
	s.internal = append(s.internal, side)
	s.byKey[side.key] = side
}

func (s *attacher) addSide(side *sidechain) {
	side.session = s.Session
	s.sides = append(s.sides, side)
	s.byKey[side.key] = side
}

// inline finds the sidechains inside the main file (layout 1): each begins at a sidechain
// record without a parent on a sidechain.
func (s *attacher) inline() {
	x := s.main
	owners := s.files[0].owners
	var newest *sidechain
	scope := int32(0)
	for i := range x.recs {
		at := int32(i)
		n := x.node(at)
		if !n.Flags.Has(transcript.FlagSidechain) {
			continue
		}
		side := owners[x.parent(at)]
		if side == nil && !n.Parent.IsZero() && n.Parent != n.ID && x.parent(at) < 0 { // its parent is lost
			side = newest
		}
		if side == nil {
			scope++
			side = &sidechain{key: x.Text(n.ID), x: x, time: n.Time, task: x.claims.tasks[at], caller: x.claims.callers[at], scope: scope}
			if _, taken := s.byKey[side.key]; taken {
				side.key = fmt.Sprintf("record-%d", at)
			}
			if transcript.InternalAgent("", x.heads[at]) {
				s.addInternal(side)
			} else {
				s.addSide(side)
			}
		}
		side.records = append(side.records, at)
		owners[at] = side
		newest = side
	}
}

// borrow attaches an ancestor's inline sidechains to the copies of the calls that started
// them: a copy includes the conversation without its sidechains. Calls retain their ids.
func (s *attacher) borrow(ancestor *Index) {
	if s.byIndex[ancestor] != nil {
		return
	}
	own := s.files[0]
	a := NewSession(ancestor, nil, Options{Inherited: func(transcript.ID) bool { return true }})
	for key, side := range a.byKey {
		if s.byKey[key] == nil {
			s.byKey[key] = side
		}
	}
	lender := a.files[0]
	for i := range lender.calls {
		side := a.started[callKey{ancestor, int32(i)}]
		if side == nil || lender.calls[i].Scope != 0 {
			continue
		}
		call, ok := own.copyOf(lender, int32(i))
		copied := callKey{s.main, call}
		if !ok || s.started[copied] != nil || s.holds(side) {
			continue
		}
		s.started[copied] = &sidechain{
			key: side.key, session: s.Session, x: side.x, lent: side, time: side.time,
			depth: 1, call: s.main, callAt: own.calls[call].Record, number: call,
		}
	}
	for key, side := range a.hosted {
		at := s.main.find(ancestor.node(key.at).ID)
		copied := recordKey{s.main, at}
		if key.x != ancestor || at < 0 || a.ownerOf(ancestor, key.at) != nil || own.owners[at] != nil || s.holds(side) {
			continue
		}
		if s.hosted[copied] == nil {
			s.hosted[copied] = &sidechain{
				key: side.key, session: s.Session, x: side.x, lent: side, time: side.time,
				depth: 1, call: s.main, callAt: at, number: noCall,
			}
		}
	}
}

// copyOf returns the copy in f of an ancestor's call: by its record, else the call with its
// id at the same position among those with the id.
func (f *file) copyOf(ancestor *file, call int32) (int32, bool) {
	c := &ancestor.calls[call]
	list := f.callsWith(c.ID)
	if len(list) == 0 {
		return 0, false
	}
	if at := f.x.find(ancestor.x.node(c.Record).ID); at >= 0 {
		i, _ := slices.BinarySearchFunc(list, at, func(call, at int32) int { return cmp.Compare(f.calls[call].Record, at) })
		return list[min(i, len(list)-1)], i < len(list) && f.calls[list[i]].Record == at
	}
	i, _ := slices.BinarySearch(ancestor.callsWith(c.ID), call)
	return list[min(i, len(list)-1)], i < len(list)
}

// holds reports whether the main file also contains another file's sidechain: some copies
// include them.
func (s *attacher) holds(side *sidechain) bool {
	for _, member := range side.group {
		if s.holds(member) {
			return true
		}
	}
	return len(side.records) > 0 && s.main.find(side.x.node(side.records[0]).ID) >= 0
}
