package library

import (
	"context"
)

// Resumed is what a client does that resumes a session, where that is not what a branch
// of the session shows.
type Resumed struct {
	Leaf    string // the record that it goes on from; "" where there is none
	Segment string // the node of the chat's tree that holds Leaf
	// Elsewhere says that Leaf does not stand on the branch.
	Elsewhere bool
	// Omitted are messages of the branch, behind its last compaction, that are not
	// sent, and Added those that are sent and do not stand on it.
	Omitted, Added []string
}

// Resumed compares the branch of a session that ends at tip, or where claude would go on
// where tip is empty, with what a client would load, by its version.
func (l *Threads) Resumed(ctx context.Context, id, tip, client string) (r Resumed, err error) {
	err = l.withOpen(ctx, id, func(s *subject, o *opened) error {
		_, end := s.tip(o, tip)
		d := o.session.Differs(end, client)
		r = Resumed{Elsewhere: d.Elsewhere, Omitted: o.session.Names(d.Omitted...), Added: o.session.Names(d.Added...)}
		for _, leaf := range o.session.Names(d.Leaf) {
			r.Leaf, r.Segment = leaf, s.segmentAt(int(d.Leaf))
		}
		return nil
	})
	return r, err
}

// segmentAt returns the node of the chat's tree that a record of the session's own file
// belongs to.
func (s *subject) segmentAt(node int) string {
	segments := s.chat.Segments
	if at := s.session.SegmentAt(node); at >= 0 && at < len(segments) {
		return segments[at].ID
	}
	return ""
}
