package window

import (
	"cmp"
	"context"
	"crypto/rand"
	"time"

	"dendro/backend/archive"
	"dendro/backend/chattree"
	"dendro/backend/library"
	"dendro/backend/session"
)

// PlanKind is an action on chats and the archive.
type PlanKind string

// The kinds.
const (
	PlanKeep    PlanKind = "keep"    // copy them into the archive
	PlanRestore PlanKind = "restore" // put them back where Claude Code finds them
	PlanDrop    PlanKind = "drop"    // remove them from the archive
)

// Plan is what the user is asked before something is done with chats and the archive. The page
// can run this plan only.
type Plan struct {
	Kind     PlanKind         `json:"kind"`
	Token    string           `json:"token"`
	Sessions []PlannedSession `json:"sessions"` // empty: there is nothing to do
	Bytes    int64            `json:"bytes"`    // of all
	// Files are what a restore writes, as people write paths, and Aside the files without a
	// conversation that move to the archive.
	Files []string `json:"files"`
	Aside []string `json:"aside"`
	// Expires is when Claude Code may delete the first restored session again, RFC 3339.
	Expires string `json:"expires"`

	restores []library.Restoring
	drops    []library.Dropping
}

// PlannedSession is a session of a plan.
type PlannedSession struct {
	Session string `json:"session"`
	Title   string `json:"title"`
	Bytes   int64  `json:"bytes"`
	Changed string `json:"changed"` // RFC 3339
	Kept    string `json:"kept"`    // when it was kept last; "" if it was not
	Only    bool   `json:"only"`    // it exists nowhere else
	Older   int    `json:"older"`   // older versions that are kept with it
}

// Keeping is the result of a plan.
type Keeping struct {
	Sessions int    `json:"sessions"` // that were kept, restored or dropped
	Before   int    `json:"before"`   // of the kept ones, those that were archived already as they are
	Freed    int64  `json:"freed"`    // bytes that a drop removed from the disk
	Problem  string `json:"problem"`  // why others could not be, or some of their files; "" if all are
	Failed   error  `json:"-"`        // the same, in no language
}

// PlanArchive returns what a kind of plan would do with the sessions of chats. The next plan
// replaces it.
func (h *History) PlanArchive(ctx context.Context, kind PlanKind, chats []string) (*Plan, error) {
	sessions, err := h.sessionsOf(chats)
	if err != nil {
		return nil, err
	}
	kept, err := h.kept.keeper.Kept(ctx)
	if err != nil {
		h.log.Warn("archive", "error", err) // damaged lists cost themselves
	}
	p := &Plan{Kind: kind, Token: rand.Text(), Sessions: []PlannedSession{}, Files: []string{}, Aside: []string{}}
	planned := map[*archive.Session]bool{}
	for _, s := range sessions {
		found := kept.Of(s.Source.Root, s.Source.Path)
		switch {
		case kind == PlanKeep && !h.kept.keeper.OnlyKept(s):
			p.add(s, found, s.Source.Size)
		case kind == PlanRestore && s.Source.Kept && found != nil:
			err = h.planRestore(ctx, p, s, found)
		case kind == PlanDrop && found != nil && !planned[found]:
			planned[found] = true
			var d library.Dropping
			if d, err = h.kept.keeper.PlanDrop(ctx, s.ID); err == nil {
				p.drops = append(p.drops, d)
				p.add(s, found, d.Bytes)
				p.Sessions[len(p.Sessions)-1].Only = d.Only
			}
		}
		if err != nil {
			return nil, err
		}
	}
	h.kept.plan.Store(p)
	return p, nil
}

func (h *History) planRestore(ctx context.Context, p *Plan, s *chattree.Session, found *archive.Session) error {
	one, err := h.kept.keeper.PlanRestore(ctx, found, s.Source.Path, "")
	if err != nil {
		return err
	}
	p.restores = append(p.restores, one)
	p.add(s, found, one.Bytes)
	for _, path := range one.Paths {
		p.Files = append(p.Files, h.Library.Display(path))
	}
	if one.Aside != "" {
		p.Aside = append(p.Aside, h.Library.Display(one.Aside))
	}
	if at := one.Expires.Format(time.RFC3339); p.Expires == "" || at < p.Expires {
		p.Expires = at
	}
	return nil
}

func (p *Plan) add(s *chattree.Session, kept *archive.Session, bytes int64) {
	one := PlannedSession{Session: s.ID, Title: s.Name, Bytes: bytes, Changed: s.Source.ModTime.UTC().Format(time.RFC3339)}
	if kept != nil {
		one.Kept, one.Older = kept.Kept.Format(time.RFC3339), len(kept.Older())
	}
	p.Sessions = append(p.Sessions, one)
	p.Bytes += bytes
}

// RunArchive carries out the last plan, if it has this token. The caller has
// asked the user. A session that cannot be kept or restored costs itself.
func (h *History) RunArchive(ctx context.Context, token string) (done Keeping, err error) {
	if h.kept == nil {
		return done, errNoArchive
	}
	p := h.kept.plan.Swap(nil)
	if p == nil || p.Token != token {
		return done, session.ErrNotFound
	}
	defer h.KeepSoon()
	switch p.Kind {
	case PlanKeep:
		err = h.keepPlanned(ctx, p, &done)
	case PlanRestore:
		for _, one := range p.restores {
			if _, failed := h.kept.keeper.Restore(ctx, one); failed == nil {
				done.Sessions++
			} else {
				done.Failed = cmp.Or(done.Failed, failed)
			}
		}
	case PlanDrop:
		done.Sessions = len(p.drops)
		done.Freed, err = h.kept.keeper.Drop(ctx, p.drops)
	}
	return done, err
}

func (h *History) keepPlanned(ctx context.Context, p *Plan, done *Keeping) error {
	batch, err := h.kept.batch()
	if err != nil {
		return err
	}
	for _, s := range p.Sessions {
		added, err := h.kept.keeper.Keep(ctx, batch, s.Session, archive.ByHand, false)
		done.Failed = cmp.Or(done.Failed, err, added.Problem())
		if err != nil {
			continue
		}
		done.Sessions++
		if added.Unchanged {
			done.Before++
		}
	}
	return h.showKept(ctx)
}

// ArchiveDir returns the directory of the archive.
func (h *History) ArchiveDir() string { return h.archive.Dir() }
