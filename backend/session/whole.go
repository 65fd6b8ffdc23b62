package session

import (
	"cmp"
	"context"

	"dendro/backend/thread"
	"dendro/backend/transcript"
)

// origin is where the conversation of a session began, when its own file does not
// hold that: a copy may start at the last compaction, or hang on a record that it
// does not repeat.
type origin struct {
	session string        // the ancestor
	copied  transcript.ID // the first record of the branch as the ancestor has it
	parent  transcript.ID // else the record of the ancestor that the first one names
	gone    bool          // no file holds it
}

// origin returns the ancestor with the messages before the first record of the session's
// own file: the nearest one with a message before that record, or with the record that it
// names as its parent. It is zero if there is none and nothing is missing: a plan may be
// accepted in a session that began with it.
func (s *target) origin(first transcript.ID) origin {
	own, copies := s.own().Summary, s.chat.Identities()
	identity := copies.Of(first)
	var missing transcript.ID // the parent that the file lacks
	gone := false
	for i := range own.Nodes {
		if n := &own.Nodes[i]; n.ID == first {
			missing = copies.Of(cmp.Or(n.Parent, own.Logical[first]))
			gone = !missing.IsZero() || n.Flags.Has(transcript.FlagBoundary|transcript.FlagCompactSummary)
			break
		}
	}
	for _, p := range s.ancestors {
		before, nodes := false, p.File.Summary.Nodes
		for i := range nodes {
			n := &nodes[i]
			switch id := copies.Of(n.ID); {
			case id == identity && before:
				return origin{session: p.Session, copied: n.ID}
			case !missing.IsZero() && id == missing:
				return origin{session: p.Session, parent: n.ID}
			}
			before = before || n.Flags.Has(transcript.FlagTurn)
		}
	}
	return origin{gone: gone && !s.earlierElsewhere(identity, missing)}
}

// earlierElsewhere reports whether the chat has the messages before a record, although its
// session began without them: in the session that it comes after, or in one that holds the
// record, or the one before it.
func (s *target) earlierElsewhere(identity, missing transcript.ID) bool {
	for i := range s.chat.Segments {
		if at := &s.chat.Segments[i]; at.Session == s.session.ID && at.Apart {
			return true
		}
	}
	copies := s.chat.Identities()
	for _, other := range s.chat.Sessions {
		if other == s.session {
			continue
		}
		before, nodes := false, other.Source.Summary.Nodes
		for i := range nodes {
			id := copies.Of(nodes[i].ID)
			if id == identity && before || !missing.IsZero() && id == missing {
				return true
			}
			before = before || nodes[i].Flags.Has(transcript.FlagTurn)
		}
	}
	return false
}

// branch returns the rows of a branch or an agent, and its beginning. On request, the rows
// of the ancestor with its beginning precede the session's own. It returns nil if there is
// no such agent.
func (l *Threads) branch(ctx context.Context, s *target, o *opened, key threadKey) *branch {
	if b, ok := o.threads.Get(key); ok {
		return b
	}
	rows, ok := o.thread(key)
	if !ok {
		return nil
	}
	b := &branch{rows: rows}
	if first, begins := rows.Begins(); key.side == "" && begins {
		b.from = s.origin(first)
	}
	if b.from.session != "" && key.whole {
		if earlier := l.earlier(ctx, o, b.from); earlier != nil {
			b.rows = rows.After(b.from.session, earlier)
		}
	}
	o.threads.Add(key, b)
	return b
}

// earlier returns the rows of the branch up to where a conversation came from in an
// ancestor, nil where they cannot be read.
func (l *Threads) earlier(ctx context.Context, o *opened, from origin) *thread.Thread {
	s, err := subjectOf(l.opt.Catalog.Snapshot(), from.session)
	if err != nil {
		return nil
	}
	a, err := l.open(ctx, s)
	if err != nil {
		l.opt.Logger.Warn("beginning not read", "session", from.session, "error", err)
		return nil
	}
	tip := from.parent
	if tip.IsZero() {
		tip = a.session.Before(from.copied)
	}
	if tip.IsZero() {
		return nil
	}
	rows := l.branch(ctx, s, a, threadKey{tip: tip, whole: true}).rows
	o.mu.Lock()
	defer o.mu.Unlock()
	o.earlier = append(o.earlier, a)
	o.earlier = append(o.earlier, a.earlier...)
	return rows
}

// ancestors returns the ancestors with rows in the session's threads.
func (o *opened) ancestors() []*opened {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.earlier
}
