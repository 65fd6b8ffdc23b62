package thread

import "dendro/backend/transcript"

// After prepends the rows of an ancestor session to t, without the ancestor's agents that
// have no parent call.
func (t *Thread) After(session string, earlier *Thread) *Thread {
	all, named := *t, *earlier
	named.session = session
	before := earlier.items[:len(earlier.items)-earlier.Unattached()]
	all.own = len(before)
	all.items = append(make([]Item, 0, len(before)+len(t.items)), before...)
	for i := range all.items {
		it := &all.items[i]
		it.Flags |= ItemInherited
		if it.in.session == "" {
			it.in = &named
		}
	}
	for _, it := range t.items {
		it.Turn += int32(len(earlier.turns))
		all.items = append(all.items, it)
	}
	all.turns = append(make([]Turn, 0, len(earlier.turns)+len(t.turns)), earlier.turns...)
	for _, turn := range t.turns {
		turn.Row += len(before)
		all.turns = append(all.turns, turn)
	}
	return &all
}

// Begins returns the first record of the branch in the session's own file, and whether the
// conversation began before it. What the queue held before all records began nowhere.
func (t *Thread) Begins() (first transcript.ID, elsewhere bool) {
	for i := range t.items[t.own:] {
		if at := t.items[t.own+i].Record; at >= 0 && !t.x.has(at, transcript.FlagQueued) {
			return t.x.node(at).ID, t.openHead
		}
	}
	return first, false
}

// Own returns the index of the first row from the session's own file: earlier rows are an
// ancestor's.
func (t *Thread) Own() int { return t.own }

// Session returns the ancestor whose file contains a row, or "" for the session's own.
func (t *Thread) Session(row int) string { return t.items[row].in.session }
