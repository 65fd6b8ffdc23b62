package session

import (
	"context"

	"dendro/backend/message"
	"dendro/backend/thread"
	"dendro/backend/transcript"
)

// Thread is one branch of a session, or the conversation of one of its agents, to be read
// page by page. It is for one goroutine.
type Thread struct {
	Session   string
	Tip       string // uuid; "" for an agent's
	Continues string // the session that holds the beginning, "" where this one does
	Gone      bool   // the beginning is in no file
	Loss      Loss   // the file's state since it was opened
	Rows      *thread.Thread

	threads *Threads
	seen    *target
	key     threadKey
}

// Thread opens the branch of a session that ends at tip, or the one that claude would
// resume if tip is "", as far as the session's own file holds it.
func (l *Threads) Thread(ctx context.Context, id, tip string) (*Thread, error) {
	return l.thread(ctx, id, tip, threadKey{})
}

// Whole opens the same as Thread, preceded by the rows that exist only in files of
// ancestors.
func (l *Threads) Whole(ctx context.Context, id, tip string) (*Thread, error) {
	return l.thread(ctx, id, tip, threadKey{whole: true})
}

// WithInternal opens the same as Whole, followed by Claude Code's internal agents.
func (l *Threads) WithInternal(ctx context.Context, id, tip string) (*Thread, error) {
	return l.thread(ctx, id, tip, threadKey{whole: true, internal: true})
}

func (l *Threads) thread(ctx context.Context, id, tip string, key threadKey) (*Thread, error) {
	t := &Thread{Session: id, threads: l, key: key}
	err := l.withSession(ctx, id, func(s *target, o *opened) error {
		return t.begin(ctx, s, o, tip)
	})
	if err != nil {
		return nil, err
	}
	return t, nil
}

// tip returns where the branch ends that is asked for, and the record that its rows
// run to: behind the active leaf, to what a client would leave out.
func (s *target) tip(o *opened, asked string) (tip string, end transcript.ID) {
	if asked == "" || asked == s.session.ActiveLeaf {
		return s.session.ActiveLeaf, o.session.End()
	}
	end, _ = transcript.ParseID(asked)
	return asked, end
}

// Sidechain opens the conversation of an agent of a session, by the agent's id, or by the
// uuid of its first record if it has no file of its own.
func (l *Threads) Sidechain(ctx context.Context, id, agent string) (*Thread, error) {
	if agent == "" {
		return nil, noAgent(agent, id)
	}
	return l.thread(ctx, id, "", threadKey{side: agent})
}

// noAgent returns the error of an agent that a session does not have.
func noAgent(agent, session string) error {
	return message.New("agent_not_found", "agent", agent, "session", session).Error(ErrNotFound)
}

// begin makes t the branch of o that ends at tip, or the agent's conversation that its
// key names. A record of an agent stands for the branch on which the agent unfolds.
func (t *Thread) begin(ctx context.Context, s *target, o *opened, tip string) error {
	if t.key.side == "" {
		t.Tip, t.key.tip = s.tip(o, tip)
	}
	if err := t.bind(ctx, s, o); err != nil || tip == "" || t.endsAtTip() {
		return err
	}
	place, err := t.threads.locate(ctx, s, o, "", tip, 0)
	if err != nil {
		return err
	}
	t.Tip, t.key.tip = s.tip(o, place.Tip)
	return t.bind(ctx, s, o)
}

// endsAtTip reports whether the tip of t is a record of the session's own conversation.
func (t *Thread) endsAtTip() bool {
	at, ok := t.Rows.Index().Find(t.key.tip)
	nodes := t.seen.own().Summary.Nodes
	return ok && (at >= len(nodes) || !nodes[at].Flags.Has(transcript.FlagSidechain))
}

// bind makes t the thread of its key in o.
func (t *Thread) bind(ctx context.Context, s *target, o *opened) error {
	b := t.threads.branch(ctx, s, o, t.key)
	if b == nil {
		return noAgent(t.key.side, t.Session)
	}
	t.Rows, t.Continues, t.Gone, t.seen, t.Loss = b.rows, b.from.session, b.from.gone, s, s.loss
	return nil
}

// sessions returns the session and its ancestors, in whose directories its outputs
// may lie.
func (t *Thread) sessions() []string {
	list := []string{t.Session}
	for _, e := range t.seen.ancestors {
		list = append(list, e.Session)
	}
	return list
}

// Loads returns the uuids of the records that a client from 2.1.120 on sends when the
// session is resumed, in order, whatever branch t is.
func (t *Thread) Loads() []string { return t.Rows.Loads() }

// Page returns n rows starting at from, fewer at the end or if they are large; long texts
// are truncated and marked. If the file was rewritten, the thread is reopened, and Rows
// changes.
func (t *Thread) Page(ctx context.Context, from, n int) ([]thread.Row, error) {
	return t.PageBy(ctx, from, n, thread.WindowPage())
}

// All returns every row in full, including nested agents.
func (t *Thread) All(ctx context.Context) ([]thread.Row, error) {
	return t.PageBy(ctx, 0, -1, thread.PageOptions{Nested: true})
}

// pageRows and pageBytes are how much of a thread Each holds at once, or one record.
const (
	pageRows  = 2000
	pageBytes = 1 << 20
)

// Each yields all rows in order, reading page by page, so that memory does not grow with
// the session.
func (t *Thread) Each(ctx context.Context, yield func([]thread.Row) error) error {
	for from := 0; ; {
		rows, err := t.PageBy(ctx, from, pageRows, thread.PageOptions{Nested: true, Bytes: pageBytes, WholeRecords: true})
		if err != nil || len(rows) == 0 {
			return err
		}
		if err := yield(rows); err != nil {
			return err
		}
		from += len(rows)
	}
}

// Agent describes the agent of this conversation; nil for a branch.
func (t *Thread) Agent(ctx context.Context) (agent *thread.Sidechain, err error) {
	err = t.withLoader(ctx, func(load thread.Load) error {
		agent, err = t.Rows.Agent(ctx, load)
		return err
	})
	return agent, err
}

// Work returns the outcome of the turns starting at a number.
func (t *Thread) Work(ctx context.Context, from, n int) (list []thread.Work, err error) {
	err = t.withLoader(ctx, func(load thread.Load) error {
		list, err = t.Rows.Work(ctx, from, n, load)
		return err
	})
	return list, err
}

// PageBy returns n rows starting at from by options; -1 is all.
func (t *Thread) PageBy(ctx context.Context, from, n int, options thread.PageOptions) (rows []thread.Row, err error) {
	err = t.withLoader(ctx, func(load thread.Load) error {
		rows, err = t.Rows.Page(ctx, from, n, load, options)
		return err
	})
	return rows, err
}

// withLoader calls f with a loader for the current records of t.
func (t *Thread) withLoader(ctx context.Context, f func(thread.Load) error) error {
	return t.threads.withSession(ctx, t.Session, func(s *target, o *opened) error {
		if err := t.bind(ctx, s, o); err != nil {
			return err
		}
		d := o.loader()
		defer d.close()
		return f(d.load)
	})
}

// Commands returns the shell commands of a branch, and how they ended.
func (t *Thread) Commands(ctx context.Context) (c thread.Commands, err error) {
	err = t.withLoader(ctx, func(load thread.Load) error {
		c, err = t.Rows.Commands(ctx, load)
		return err
	})
	return c, err
}
