package chattree

import (
	"slices"

	"dendro/backend/transcript"
)

// lostParent returns the session other than its own that a file's records
// name last, if the file goes on under its own id afterwards:
// copies of R1 and F1 keep the ids of their originals. "" for none.
func lostParent(s *session) string {
	sum := s.summary()
	if len(sum.SessionIDs) < 2 {
		return ""
	}
	own := slices.Index(sum.SessionIDs, s.id)
	last, goesOn := none, false
	for i := range sum.Nodes {
		n := &sum.Nodes[i]
		if !n.Flags.Has(transcript.FlagTurn) || n.Flags.Has(transcript.FlagSidechain) || int(n.Session) >= len(sum.SessionIDs) {
			continue
		}
		if goesOn = int(n.Session) == own; !goesOn {
			last = int32(i)
		}
	}
	if last == none || !goesOn {
		return ""
	}
	return sum.SessionIDs[sum.Nodes[last].Session]
}

// gone returns the session that m's copied records name last, where that is
// not there any more, else "". near is the parent that sharing suggests: a
// mere sibling where both name the same lost parent on the last record they
// share.
func (f *family) gone(m, near int32) string {
	s := f.members[m]
	id := lostParent(s)
	if _, exists := f.number[id]; exists || id == "" {
		return ""
	}
	if near == none {
		return id
	}
	if _, named := f.named[m][near]; named {
		return ""
	}
	sum := s.summary()
	for i := len(sum.Nodes) - 1; i >= 0; i-- {
		key := f.keys[m][i]
		if key == none || !f.classes[f.class[key]].holds(near) {
			continue
		}
		if by := sum.SessionID(&sum.Nodes[i]); by != s.id && by != "" {
			if by == id && f.names(near, key, id) {
				return id
			}
			return ""
		}
	}
	return ""
}

// names reports whether a member's record with this key carries a session id.
func (f *family) names(m, key int32, id string) bool {
	sum := f.members[m].summary()
	i := slices.Index(f.keys[m], key)
	return i >= 0 && sum.SessionID(&sum.Nodes[i]) == id
}

// pointed returns the edge that a pointer makes between sessions that share
// nothing: continued-in, or a parent that lies in another file.
func (f *family) pointed(m int32) edge {
	best := none
	for o, s := range f.members {
		if s.summary().ContinuedIn == f.members[m].id && int32(o) != m && (best == none || f.tie(int32(o), best) < 0) {
			best = int32(o)
		}
	}
	if best != none {
		return edge{parent: best, rule: rulePointer, from: none, to: none}
	}
	s := f.members[m]
	if i := s.links.Outward; i != none {
		n := &s.summary().Nodes[i]
		for _, id := range []transcript.ID{n.Parent, s.summary().Logical[n.ID]} {
			if to, at := f.holder(m, id); to != none {
				return edge{parent: to, rule: rulePointer, from: i, to: at}
			}
		}
	}
	return edge{parent: none, from: none, to: none}
}

// holder returns who wrote the record with this id, if that is another member
// than m, and the record's place there.
func (f *family) holder(m int32, id transcript.ID) (member, node int32) {
	if id.IsZero() {
		return none, none
	}
	key := f.table.find(f.minted.Of(id))
	if key == none {
		return none, none
	}
	c := &f.classes[f.class[key]]
	if c.owner == m || c.owner == none || c.holds(m) {
		return none, none
	}
	return c.owner, int32(slices.Index(f.keys[c.owner], key))
}
