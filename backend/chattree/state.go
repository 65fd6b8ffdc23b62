package chattree

import (
	"cmp"
	"slices"

	"dendro/backend/lineage"
	"dendro/backend/transcript"
)

// session is what the Forest keeps of a session.
type session struct {
	id    string
	num   int32  // index into Forest.nums; never used again
	files []File // all places where the id was found; the first one counts
	sum   *transcript.Summary
	links *lineage.Links // made of sum, while the session is linked
	group *group
}

// leaf is the record that a resume goes on from, the original of one that repeats another.
func (s *session) leaf() int32 { return s.links.Original(s.links.Leaf) }

// origins are the sessions that files beside the transcripts name as those that s comes
// from.
func (s *session) origins() []transcript.Origin { return s.files[0].Origins }

// group is a set of sessions that nothing ties to any session outside of it.
type group struct {
	members []*session // by id
	chats   []*Chat
}

// put takes in a file that was found for the session.
func (s *session) put(f File) {
	i := slices.IndexFunc(s.files, func(o File) bool { return o.Place() == f.Place() })
	if i < 0 {
		s.files = append(s.files, f)
	} else {
		s.files[i] = f
	}
	s.sort()
}

// drop forgets a place and reports whether it was known.
func (s *session) drop(p Place) bool {
	n := len(s.files)
	s.files = slices.DeleteFunc(s.files, func(o File) bool { return o.Place() == p })
	return len(s.files) < n
}

// sort puts the newest file first that says something: it is the session, the others
// are duplicates, such as a move to another directory leaves behind.
func (s *session) sort() {
	silent := func(f *File) int {
		if f.Summary.Silent() {
			return 1
		}
		return 0
	}
	slices.SortFunc(s.files, func(a, b File) int {
		return cmp.Or(silent(&a)-silent(&b), b.ModTime.Compare(a.ModTime), cmp.Compare(a.Root, b.Root), cmp.Compare(a.Path, b.Path))
	})
}

// touch calls visit with everything that ties the session to others: the records that it holds, those that it points to and does not
// hold, and the sessions that it names.
func (s *session) touch(t *touches, visit func(thing)) {
	sum := s.sum
	id := func(id transcript.ID) {
		if !id.IsZero() {
			visit(t.id(id))
		}
	}
	remints := s.remints()
	for i := range sum.Nodes {
		visit(t.id(sum.Nodes[i].ID))
		if m := sum.Nodes[i].Message; remints && m != 0 {
			visit(t.message(m))
		}
	}
	for _, orig := range sum.Aliases {
		id(orig)
	}
	for _, to := range sum.Loose {
		id(to)
	}
	visit(t.text(s.id))
	for _, name := range sum.SessionIDs {
		visit(t.text(name))
	}
	if sum.ForkedFrom != "" {
		visit(t.text(sum.ForkedFrom))
	}
	if sum.ContinuedIn != "" {
		visit(t.text(sum.ContinuedIn))
	}
	if sum.Planned != "" {
		visit(t.text(sum.Planned))
	}
	for _, o := range s.origins() {
		visit(t.text(o.Session))
	}
}
