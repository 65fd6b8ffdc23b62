package chattree

import (
	"dendro/backend/lineage"
	"dendro/backend/transcript"
)

// session is the Forest's state of a session.
type session struct {
	id    string
	of    string // the session id known to the client: of the primary file for a copy
	num   int32  // index into Forest.nums; never reused
	files []File // its own file, then its duplicates; empty if the session is gone
	sum   *transcript.Summary
	links *lineage.Links // built from sum while the session is being linked
	group *group
}

// leaf returns the record that a resume continues from, or its original if it is a repeat.
func (s *session) leaf() int32 { return s.links.Original(s.links.Leaf) }

// resumesAt reports whether some client continues from record i, which must not be a
// repeat: the active leaf, or the record above calls without a result, which clients before
// 2.1.300 drop.
func (s *session) resumesAt(i int32) bool {
	return i == s.leaf() || i == s.links.Original(s.links.Answered)
}

// origins returns the sessions that files beside the transcripts name as ancestors of s.
func (s *session) origins() []transcript.Origin { return s.files[0].About.From }

// group is a set of sessions that are not connected to any other session.
type group struct {
	members []*session // by id
	chats   []*Chat
}

// isCopy reports whether another file has the session's id.
func (s *session) isCopy() bool { return s.id != s.of }

// copyOf returns the session id that a copy shares with the primary file, else "".
func (s *session) copyOf() string {
	if s.isCopy() {
		return s.of
	}
	return ""
}

// renamed reports whether a sync program named the copy, so that no client loads it.
func (s *session) renamed() bool { return s.isCopy() && s.files[0].ID != s.of }

// eachRelKey calls visit with the keys that connect the session to others: of the records
// that it holds, the missing records that it points to, and the sessions that it names.
func (s *session) eachRelKey(t *relIndex, visit func(relKey)) {
	sum := s.sum
	id := func(id transcript.ID) {
		if !id.IsZero() {
			visit(t.id(id))
		}
	}
	last := uint64(0)
	for i := range sum.Nodes {
		visit(t.id(sum.Nodes[i].ID))
		if n := &sum.Nodes[i]; n.Message != last && n.Message != 0 && !n.Flags.Has(transcript.FlagOtherID) {
			visit(t.message(n.Message))
			last = n.Message // the parts of a response are consecutive
		}
	}
	for _, orig := range sum.Aliases {
		id(orig)
	}
	for _, to := range sum.Loose {
		id(to)
	}
	visit(t.text(s.id))
	visit(t.text(s.of))
	for _, name := range sum.SessionIDs {
		visit(t.text(name))
	}
	if sum.ForkedFrom != "" {
		visit(t.text(sum.ForkedFrom))
	}
	if sum.ContinuedIn != "" {
		visit(t.text(sum.ContinuedIn))
	}
	for _, name := range [...]string{sum.Planned, sum.Summarized} {
		if name != "" {
			visit(t.text(name))
		}
	}
	for _, o := range s.origins() {
		visit(t.text(o.Session))
	}
}
