package library

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"dendro/backend/chattree"
	"dendro/backend/thread"
	"dendro/backend/transcript"
)

// snapshot is what is known of a session at one moment.
type snapshot struct {
	chat    *chattree.Chat
	session *chattree.Session
	// files are the session's own file, its agents', and those of its
	// ancestors' agents, whose calls it may have copied; lent are the latter.
	files []*entry
	lent  map[*entry]bool
	// ancestors are the files of its ancestors, the parent's first.
	ancestors []*entry
	// loss says that the session's own file can no longer be opened, and that
	// this is how it was before; "" where all is well.
	loss Loss
}

// as returns s with a loss.
func (s *snapshot) as(loss Loss) *snapshot {
	lost := *s
	lost.loss = loss
	return &lost
}

// look returns what is known of a session.
func (l *Library) look(id string) (*snapshot, error) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	e, ok := l.sessions[id]
	chat, session := l.forest.Session(id)
	if !ok || session == nil {
		return nil, fmt.Errorf("session %q: %w", id, ErrNotFound)
	}
	s := &snapshot{
		chat: chat, session: session,
		files: append([]*entry{e}, l.agents[id]...), lent: map[*entry]bool{},
	}
	seen := map[string]bool{id: true}
	for up := session; up != nil; {
		parent := up.MissingParent // its agents may still be there
		if up.Parent != nil {
			parent = *up.Parent
		}
		if parent == "" || seen[parent] {
			break
		}
		seen[parent] = true
		if p := l.sessions[parent]; p != nil {
			s.ancestors = append(s.ancestors, p)
		}
		for _, a := range l.agents[parent] {
			s.lent[a] = true
			s.files = append(s.files, a)
		}
		_, up = l.forest.Session(parent)
	}
	return s, nil
}

// inline reports whether a file holds conversations of subagents itself
// (layout 1).
func (e *entry) inline() bool {
	return slices.ContainsFunc(e.summary.Nodes, func(n transcript.Node) bool {
		return n.Flags.Has(transcript.FlagSidechain)
	})
}

// own is the session's own file.
func (s *snapshot) own() *entry { return s.files[0] }

// sources are all files that the session's threads depend on.
func (s *snapshot) sources() []*entry {
	return append(s.files[:len(s.files):len(s.files)], s.ancestors...)
}

// inherited returns whether an ancestor has a record too.
func (s *snapshot) inherited() func(transcript.ID) bool {
	shared, copies := map[transcript.ID]bool{}, s.chat.Identities()
	for _, p := range s.ancestors {
		for i := range p.summary.Nodes {
			shared[copies.Of(p.summary.Nodes[i].ID)] = true
		}
	}
	return func(id transcript.ID) bool { return shared[copies.Of(id)] }
}

// open returns a session with its indexes, made now unless they are kept and
// its files have not changed.
func (l *Library) open(ctx context.Context, s *snapshot) (*opened, error) {
	leave, err := l.threads.enter(ctx, s.session.ID)
	if err != nil {
		return nil, err
	}
	defer leave()
	sources := s.sources()
	if o := l.threads.find(s.session.ID, sources); o != nil {
		return o, nil
	}
	// A session that grows keeps the indexes of the files that have not.
	x := indexer{ctx: ctx, known: l.threads.indexes(s.session.ID), made: map[*entry]indexed{}}
	defer func() { l.took(x.taken) }()
	main, err := x.index(s.own())
	if err != nil {
		return nil, err
	}
	var agents []thread.Agent
	for _, e := range s.files[1:] {
		index, err := x.index(e)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil { // costs this agent
			l.opt.Logger.Warn("agent not read", "file", e.file.Path, "error", err)
			continue
		}
		m := e.file.Meta
		agents = append(agents, thread.Agent{
			ID: e.file.ID, Index: index, Run: e.file.Run, Internal: e.internal(), Ancestor: s.lent[e],
			Meta: thread.Meta{
				Type: m.Type, Description: m.Description, Model: m.Model,
				ToolUseID: m.ToolUseID, ParentAgentID: m.ParentAgent,
			},
		})
	}
	opt := thread.Options{ID: s.session.ID, Inherited: s.inherited(), Runs: s.runs()}
	for i := range agents {
		for k := range opt.Runs {
			if agents[i].Run == opt.Runs[k].ID {
				agents[i].RunTask = opt.Runs[k].Task
			}
		}
	}
	for _, e := range s.ancestors {
		if !e.inline() {
			continue
		}
		index, err := x.index(e)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil { // costs the sidechains in it
			l.opt.Logger.Warn("ancestor not read", "file", e.file.Path, "error", err)
			continue
		}
		opt.Ancestors = append(opt.Ancestors, index)
	}
	o := &opened{
		id: s.session.ID, sources: sources, seen: s, indexes: x.made, threads: map[threadKey]*thread.Whole{},
		session: thread.NewSession(main, agents, opt),
	}
	o.held = l.hold(s.files, l.threads.last(o.id))
	l.threads.keep(o)
	return o, nil
}

// withOpen calls f with an open session; where its files turn out to have been
// rewritten since they were indexed, once more with new indexes.
func (l *Library) withOpen(ctx context.Context, id string, f func(*snapshot, *opened) error) error {
	for again := false; ; again = true {
		s, err := l.look(id)
		if o, loss := l.lost(id, s, err); o != nil {
			return f(o.seen.as(loss), o)
		}
		if err != nil {
			return err
		}
		o, err := l.open(ctx, s)
		if err != nil {
			return err
		}
		err = f(s, o)
		if !errors.Is(err, thread.ErrStale) {
			return err
		}
		l.threads.forget(o)
		for _, e := range o.ancestors() {
			l.threads.forget(e)
		}
		if again {
			return fmt.Errorf("session %q: %w: %w", id, ErrUnreadable, err)
		}
	}
}
