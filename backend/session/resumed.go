package session

import (
	"cmp"
	"context"
)

// Resumed describes how a client's resume of a session differs from a branch of it.
type Resumed struct {
	Leaf      string `json:"leaf"`      // the record that it continues from, or ""
	Segment   string `json:"segment"`   // the node of the chat's tree that holds Leaf
	Elsewhere bool   `json:"elsewhere"` // Leaf is not on the branch
	Omitted   int    `json:"omitted"`   // messages of the branch, behind its last compaction, that are not sent
	Added     int    `json:"added"`     // number of messages that are sent and not on it
	First     string `json:"first"`     // the first of Omitted
}

// Resumed compares the branch of a session that ends at tip, or the one that claude would
// resume if tip is "", with the messages that a client loads, by its version.
func (l *Threads) Resumed(ctx context.Context, id, tip, client string) (r Resumed, err error) {
	err = l.withSession(ctx, id, func(s *target, o *opened) error {
		_, end := s.tip(o, tip)
		d := o.session.Differs(end, client)
		omitted := o.session.Names(d.Omitted...)
		r = Resumed{
			Elsewhere: d.Elsewhere, Omitted: len(omitted), Added: len(o.session.Names(d.Added...)),
			First: cmp.Or(append(omitted, "")...),
		}
		for _, leaf := range o.session.Names(d.Leaf) {
			r.Leaf, r.Segment = leaf, s.segmentAt(int(d.Leaf))
		}
		return nil
	})
	return r, err
}

// segmentAt returns the node of the chat's tree that a record of the session's own file
// belongs to.
func (s *target) segmentAt(node int) string {
	segments := s.chat.Segments
	if at := s.session.SegmentAt(node); at >= 0 && at < len(segments) {
		return segments[at].ID
	}
	return ""
}
