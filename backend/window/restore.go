package window

import (
	"context"
	"time"

	"dendro/backend/archive"
)

// Restoring is what a restore of a chat would write.
type Restoring struct {
	Paths   []string
	Expires time.Time // when Claude Code may delete the first of them again

	sessions []*archive.Session
}

// PlanRestore returns what Restore would write. A chat whose sessions are all on the disk is
// an empty plan.
func (h *History) PlanRestore(ctx context.Context, chat string) (plan Restoring, err error) {
	err = h.eachKept(ctx, []string{chat}, func(s *archive.Session, only bool) error {
		if !only {
			return nil
		}
		whole, err := h.kept.keeper.Archive().Get(ctx, s.Key())
		if err != nil {
			return err
		}
		one, err := h.kept.keeper.PlanRestore(ctx, whole, "")
		if err != nil {
			return err
		}
		if expires := one.Expires; plan.Expires.IsZero() || expires.Before(plan.Expires) {
			plan.Expires = expires
		}
		plan.Paths, plan.sessions = append(plan.Paths, one.Paths...), append(plan.sessions, whole)
		return nil
	})
	return plan, err
}

// Restore puts the sessions of a plan back. The caller has asked the user.
func (h *History) Restore(ctx context.Context, plan Restoring) error {
	defer h.KeepSoon()
	for _, s := range plan.sessions {
		if _, err := h.kept.keeper.Restore(ctx, s, ""); err != nil {
			return err
		}
	}
	return nil
}

// Dropping is what leaves the archive with chats.
type Dropping struct {
	Names []string // of sessions: the beginning of the id and the title
	Only  int      // how many of them exist nowhere else

	keys []string
}

// PlanDrop returns what Drop would take out of the archive. Chats that are not in the archive
// are an empty plan.
func (h *History) PlanDrop(ctx context.Context, chats []string) (plan Dropping, err error) {
	err = h.eachKept(ctx, chats, func(s *archive.Session, only bool) error {
		plan.keys = append(plan.keys, s.Key())
		plan.Names = append(plan.Names, s.ID[:min(8, len(s.ID))]+"  "+s.Title)
		if only {
			plan.Only++
		}
		return nil
	})
	return plan, err
}

// Drop takes the sessions of a plan out of the archive. The caller has asked the user.
func (h *History) Drop(ctx context.Context, plan Dropping) error {
	defer h.KeepSoon()
	_, err := h.kept.keeper.Archive().Drop(ctx, plan.keys)
	return err
}

// eachKept calls do with the archived sessions of chats. only is set for those that are gone
// from their root.
func (h *History) eachKept(ctx context.Context, chats []string, do func(s *archive.Session, only bool) error) error {
	sessions, err := h.sessionsOf(chats)
	if err != nil {
		return err
	}
	kept, err := h.kept.keeper.Kept(ctx)
	if err != nil {
		return err
	}
	for _, s := range sessions {
		if found := kept(s.Source.Root, s.Source.Path); found != nil {
			if err := do(found, h.kept.keeper.OnlyKept(s)); err != nil {
				return err
			}
		}
	}
	return nil
}
