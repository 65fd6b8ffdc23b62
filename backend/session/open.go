package session

import (
	"cmp"
	"context"
	"errors"
	"slices"

	lru "github.com/hashicorp/golang-lru/v2"

	"dendro/backend/catalog"
	"dendro/backend/chattree"
	"dendro/backend/thread"
	"dendro/backend/transcript"
)

// target is the session of a question, with its state at one moment.
type target struct {
	chat    *chattree.Chat
	session *chattree.Session
	// files are the session's own file, its agents', and those of agents whose
	// calls it may have copied: of its ancestors, and of other files with its id. lent
	// are the latter two.
	files           []*catalog.File
	inheritedAgents map[*catalog.File]bool
	// ancestors are the files of its ancestors, the parent's first.
	ancestors []catalog.SessionFile
	// beside are the files in whose side directories its outputs may lie: its own, its
	// ancestors', and others with its id.
	beside []*catalog.File
	// loss says that the session's own file can no longer be opened, and that
	// this is how it was before; "" where all is well.
	loss Loss
}

// as returns s with a loss.
func (s *target) as(loss Loss) *target {
	lost := *s
	lost.loss = loss
	return &lost
}

// subjectOf returns the target for a session id.
func subjectOf(known *catalog.Snapshot, id string) (*target, error) {
	own := known.File(id)
	chat, session := known.Session(id)
	if own == nil || session == nil {
		return nil, NoSession(id)
	}
	s := &target{
		chat: chat, session: session,
		files: append([]*catalog.File{own}, known.Agents(id)...), inheritedAgents: map[*catalog.File]bool{},
		beside: []*catalog.File{own},
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
		if p := known.File(parent); p != nil {
			s.ancestors = append(s.ancestors, catalog.SessionFile{Session: parent, File: p})
			s.beside = append(s.beside, p)
		}
		s.lend(known.Agents(parent))
		_, up = known.Session(parent)
	}
	there := make(map[*catalog.File]bool, len(s.beside))
	for _, f := range s.beside {
		there[f] = true
	}
	for _, f := range known.FilesWithID(id) {
		if !there[f] {
			s.beside = append(s.beside, f)
		}
		if role, ok := known.Role(f); ok && !role.Duplicate && !seen[role.Session] {
			s.lend(known.Agents(role.Session))
		}
	}
	if of := session.CopyOf; of != "" && !seen[of] {
		s.lend(known.Agents(of))
	}
	return s, nil
}

// lend adds agents of another session whose calls this one may have copied.
func (s *target) lend(agents []*catalog.File) {
	for _, a := range agents {
		s.inheritedAgents[a] = true
		s.files = append(s.files, a)
	}
}

// inline reports whether a file holds conversations of subagents itself
// (layout 1).
func inline(e *catalog.File) bool {
	return slices.ContainsFunc(e.Summary.Nodes, func(n transcript.Node) bool {
		return n.Flags.Has(transcript.FlagSidechain)
	})
}

// own is the session's own file.
func (s *target) own() *catalog.File { return s.files[0] }

// sources are all files that the session's threads depend on.
func (s *target) sources() []*catalog.File {
	return append(s.files[:len(s.files):len(s.files)], s.beside...)
}

// open returns a session with its indexes, made now unless they are kept and
// its files have not changed.
func (l *Threads) open(ctx context.Context, s *target) (*opened, error) {
	for {
		if o := l.cache.last(s.session.ID); o != nil && slices.Equal(o.sources, s.sources()) {
			return o, nil
		}
		made, err, shared := l.opening.Do(s.session.ID, func() (any, error) { return l.index(ctx, s) })
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case shared && (err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)):
			continue // the creator may have had other files, or may have been cancelled
		case err != nil:
			return nil, err
		}
		return made.(*opened), nil
	}
}

// index makes the indexes of a session's files. One that grows keeps those of the
// files that have not.
func (l *Threads) index(ctx context.Context, s *target) (*opened, error) {
	before := l.cache.last(s.session.ID)
	x := indexer{Reader: Reader{ctx: ctx}, made: indexes{}}
	if before != nil {
		x.known = before.indexes
	}
	main, err := x.index(s.own())
	if err != nil {
		return nil, err
	}
	opt := thread.Options{ID: cmp.Or(s.session.CopyOf, s.session.ID), Inherited: s.chat.Inherited(s.session.ID), Runs: s.runs()}
	agents, err := l.agents(&x, s)
	if err != nil {
		return nil, err
	}
	for _, ancestor := range s.ancestors {
		e := ancestor.File
		if !inline(e) {
			continue
		}
		index, err := x.index(e)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil { // costs the sidechains in it
			l.opt.Logger.Warn("ancestor not read", "file", e.Path, "error", err)
			continue
		}
		opt.Ancestors = append(opt.Ancestors, index)
	}
	threads, _ := lru.New[threadKey, *branch](maxThreads) // it fails for a size of 0 only
	o := &opened{
		id: s.session.ID, sources: s.sources(), seen: s, indexes: x.made, threads: threads,
		session: thread.NewSession(main, agents, opt),
	}
	o.open = l.keepOpen(s.files, before)
	l.cache.keep(o)
	return o, nil
}

// agents indexes the agents of a session.
func (l *Threads) agents(x *indexer, s *target) ([]thread.Agent, error) {
	var agents []thread.Agent
	for _, e := range s.files[1:] {
		index, err := x.index(e)
		if x.ctx.Err() != nil {
			return nil, x.ctx.Err()
		}
		if err != nil { // costs this agent
			l.opt.Logger.Warn("agent not read", "file", e.Path, "error", err)
			continue
		}
		agents = append(agents, thread.Agent{
			ID: e.ID, Index: index, Meta: e.Meta, Run: e.Run, Internal: e.Internal(), Ancestor: s.inheritedAgents[e],
		})
	}
	return agents, nil
}

// withSession calls f with an open session; where its files turn out to have been
// rewritten since they were indexed, once more with new indexes.
func (l *Threads) withSession(ctx context.Context, id string, f func(*target, *opened) error) error {
	for again := false; ; again = true {
		s, err := subjectOf(l.opt.Catalog.Snapshot(), id)
		if o, loss := l.lost(id, s, err); o != nil {
			return f(o.seen.as(loss), o)
		}
		if err != nil {
			return err
		}
		o, err := l.open(ctx, s)
		if err == nil {
			err = f(s, o)
		}
		if !errors.Is(err, thread.ErrStale) {
			return err
		}
		if o != nil {
			l.cache.forget(o)
			for _, e := range o.ancestors() {
				l.cache.forget(e)
			}
		}
		if again {
			return CannotRead(err)
		}
	}
}
