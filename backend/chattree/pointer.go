package chattree

import (
	"slices"

	"dendro/backend/transcript"
)

// lostParent returns the last session other than its own that a file's records name, if the
// file continues under its own id afterwards: copies of R1 and F1 retain the ids of their
// originals. It returns "" otherwise.
func lostParent(s *session) string {
	sum := s.sum
	if len(sum.SessionIDs) < 2 {
		return ""
	}
	own := slices.Index(sum.SessionIDs, s.of)
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

// deletedParent returns the last session that m's copied records name if it no longer exists, else
// "". near is the parent that sharing suggests: a mere sibling if both name the same lost
// parent on the last record they share.
func (d *descents) deletedParent(m, near int32) string {
	s := d.members[m]
	id := lostParent(s)
	if _, exists := d.number[id]; exists || id == "" {
		return ""
	}
	if near == none {
		return id
	}
	if _, named := d.named[m][near]; named || slices.Contains(d.besides(m), near) {
		return ""
	}
	sum := s.sum
	for i := len(sum.Nodes) - 1; i >= 0; i-- {
		key := d.keys[m][i]
		if key == none || !d.classes[d.class[key]].holds(near) {
			continue
		}
		if by := sum.SessionID(&sum.Nodes[i]); by != s.of && by != "" {
			if by == id && d.names(near, key, id) {
				return id
			}
			return ""
		}
	}
	return ""
}

// names reports whether a member's record with this key carries a session id.
func (f *family) names(m, key int32, id string) bool {
	sum := f.members[m].sum
	i := f.nodeOf(m, key)
	return i != none && sum.SessionID(&sum.Nodes[i]) == id
}

// besides returns the members that files beside the transcripts name as ancestors of m,
// except those for which they also name the opposite.
func (f *family) besides(m int32) []int32 {
	var list []int32
	for _, o := range f.members[m].origins() {
		by, ok := f.number[o.Session]
		if ok && by != m && !slices.Contains(list, by) && !f.members[by].says(f.members[m].id, 0) {
			list = append(list, by)
		}
	}
	return list
}

// says reports whether a file beside the transcripts names another session as an ancestor
// of s. kind restricts the kind of file unless it is 0.
func (s *session) says(other string, by transcript.Beside) bool {
	return slices.ContainsFunc(s.origins(), func(o transcript.Origin) bool { return o.Session == other && (by == 0 || o.By == by) })
}

// pointed returns the edge that a pointer creates between sessions that share nothing:
// continued-in, a job's state, the transcript named by the plan that it begins with, or a
// parent in another file. Sessions of one chat of the desktop app may be unrelated.
func (d *descents) pointed(m int32) edge {
	if from, ok := d.handedOver()[m]; ok {
		return edge{parent: from, rule: rulePointer, to: none}
	}
	s := d.members[m]
	for _, by := range d.besides(m) {
		if s.says(d.members[by].id, transcript.BesideJob) {
			return edge{parent: by, rule: rulePointer, to: none}
		}
	}
	if by, ok := d.number[s.sum.Planned]; ok && by != m && d.members[by].sum.Planned != s.of {
		return edge{parent: by, rule: rulePointer, to: none}
	}
	if by, ok := d.number[s.sum.Summarized]; ok && by != m && d.members[by].sum.Summarized != s.of {
		return edge{parent: by, rule: rulePointer, to: none}
	}
	if i := s.links.ExternalParent; i != none {
		n := &s.sum.Nodes[i]
		for _, id := range []transcript.ID{n.Parent, s.sum.Logical[n.ID]} {
			if to, at := d.holder(m, id); to != none {
				return edge{parent: to, rule: rulePointer, to: at}
			}
		}
	}
	return edge{parent: none, to: none}
}

// handedOver returns, by member, the session that names it as its continuation, the oldest
// if there are several.
func (d *descents) handedOver() map[int32]int32 {
	if d.handed == nil {
		d.handed = map[int32]int32{}
		for o, s := range d.members {
			to, ok := d.number[s.sum.ContinuedIn]
			if !ok || to == int32(o) {
				continue
			}
			if best, known := d.handed[to]; !known || d.tie(int32(o), best) < 0 {
				d.handed[to] = int32(o)
			}
		}
	}
	return d.handed
}

// holder returns the author of the record with this id, if that is a member other than m,
// and the record's index there.
func (f *family) holder(m int32, id transcript.ID) (member, node int32) {
	if id.IsZero() {
		return none, none
	}
	key, known := f.key[f.identity(m, id)]
	if !known {
		return none, none
	}
	c := &f.classes[f.class[key]]
	if c.owner == m || c.owner == none {
		return none, none
	}
	return c.owner, f.nodeOf(c.owner, key)
}
