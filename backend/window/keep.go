package window

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"slices"
	"sync/atomic"
	"time"

	"dendro/backend/archive"
	"dendro/backend/chattree"
	"dendro/backend/internal/disk"
	"dendro/backend/library"
	"dendro/backend/scan"
	"dendro/backend/session"
	"dendro/backend/settings"
)

// The archive is looked after some time after each change, because sessions may have been
// deleted, and from time to time, because they expire without a change.
const (
	keepPause = 5 * time.Second
	keepEvery = 30 * time.Minute
)

// keeping archives due sessions while the window runs, and shows those that are only
// in the archive.
type keeping struct {
	keeper *library.Keeper
	own    func() settings.Settings
	soon   chan struct{}
	failed atomic.Pointer[error] // the last result of archiving
}

// unpackedRoots returns the existing directories of sessions that are only in the archive:
// of the given roots, or of all if none was named. They are shown from the start on, before
// the archive has been read.
func unpackedRoots(u *archive.Unpacked, named []string, roots []scan.Root) []scan.Root {
	if u == nil {
		return nil
	}
	entries, err := disk.List(u.Dir.Path)
	if err != nil || u.Dir.Check() != nil {
		return nil
	}
	var all []scan.Root
	for _, e := range entries {
		path := filepath.Join(u.Dir.Path, e.Name())
		ours := len(named) == 0 || slices.ContainsFunc(roots, func(r scan.Root) bool { return u.RootOf(r.Path) == path })
		if e.IsDir() && ours && hasHistory(path) {
			all = append(all, scan.Root{Path: path})
		}
	}
	return all
}

// hiddenIn reports whether a directory of sessions that are only in the archive is that of a
// root that the user hides.
func hiddenIn(own settings.Settings, u *archive.Unpacked, unpacked string) bool {
	return slices.ContainsFunc(own.Roots, func(r settings.Root) bool { return r.Hidden && u.RootOf(r.Path) == unpacked })
}

// keep runs until ctx ends.
func (h *History) keep(ctx context.Context) error {
	tick := time.NewTicker(keepEvery)
	defer tick.Stop()
	for {
		due := h.keepDue(ctx)
		h.kept.failed.Store(&due)
		err := errors.Join(due, h.showKept(ctx))
		if err != nil && ctx.Err() == nil {
			h.log.Warn("archive", "error", err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		case <-h.kept.soon:
			select {
			case <-time.After(keepPause):
			case <-ctx.Done():
			}
		}
	}
}

// KeepSoon looks after the archive after a short time.
func (h *History) KeepSoon() {
	if h.kept == nil {
		return
	}
	select {
	case h.kept.soon <- struct{}{}:
	default: // it is asked for already
	}
}

// keepDue archives the sessions that the settings ask for. A session that cannot be kept
// costs itself, unless the archive is full.
func (h *History) keepDue(ctx context.Context) error {
	own := h.kept.own()
	due, err := h.kept.keeper.Due(ctx, library.Keeping(own.Keep), h.Library.Noter.Noted().Starred())
	if err != nil {
		return err
	}
	var failed error
	for _, d := range due {
		added, err := h.kept.keeper.Keep(ctx, d.Session, d.Why, int64(own.KeepLimit)<<30)
		failed = cmp.Or(failed, err, added.Problem()) // one reason is enough for a person
		if errors.Is(err, archive.ErrFull) || ctx.Err() != nil {
			break
		}
	}
	return failed
}

// showKept unpacks the sessions that are gone, and shows their roots.
func (h *History) showKept(ctx context.Context) error {
	var named []string
	if h.named {
		named = h.originals()
	}
	roots, err := h.kept.keeper.Unpack(ctx, named)
	known := h.Library.Catalog.Snapshot().RootPaths()
	for _, root := range roots {
		if !slices.Contains(known, root) && (h.named || !hiddenIn(h.kept.own(), h.unpacked, root)) {
			err = errors.Join(err, h.Library.Catalog.AddRoot(ctx, scan.Root{Path: root}))
		}
	}
	return err
}

// originals returns the roots that are Claude config directories.
func (h *History) originals() []string {
	return slices.DeleteFunc(h.Library.Catalog.Snapshot().RootPaths(), h.unpacked.Has)
}

// errNoArchive is the error of asking for the archive of a demo.
var errNoArchive = session.ErrNotFound

// Archived describes the archive, for the settings and for the first question.
type Archived struct {
	Path     string `json:"path"` // as people write it
	Size     int64  `json:"size"`
	Sessions int    `json:"sessions"`
	Only     int    `json:"only"` // sessions that are gone from their roots
	// Due is how many sessions expire within a week and are not archived as they are.
	Due int `json:"due"`
	// Problem is why sessions that are due could not be archived; "" if all could.
	Problem string `json:"problem"`
	Failed  error  `json:"-"` // the same, in no language
}

// Archive returns the state of the archive.
func (h *History) Archive(ctx context.Context) (Archived, error) {
	if h.kept == nil {
		return Archived{}, errNoArchive
	}
	a := h.kept.keeper.Archive()
	state := Archived{Path: h.Library.Display(a.Dir())}
	sessions, err := a.Sessions(ctx)
	if err != nil {
		return state, err
	}
	state.Sessions = len(sessions)
	for _, s := range sessions {
		if h.kept.keeper.Gone(ctx, s) {
			state.Only++
		}
	}
	due, err := h.kept.keeper.Due(ctx, library.KeepAll, nil)
	if err != nil {
		return state, err
	}
	state.Due = len(due)
	if failed := h.kept.failed.Load(); failed != nil {
		state.Failed = *failed
	}
	state.Size, err = a.Size()
	return state, err
}

// Keeping is the result of archiving chats.
type Keeping struct {
	Sessions int   // that are archived now
	Before   int   // of these, those that were archived already as they are
	Failed   error // why others could not be, or some of their files; nil if all are
}

// Keep archives the sessions of chats by hand. One that cannot be archived costs itself.
func (h *History) Keep(ctx context.Context, chats []string) (done Keeping, err error) {
	sessions, err := h.sessionsOf(chats)
	if err != nil {
		return done, err
	}
	limit := int64(h.kept.own().KeepLimit) << 30
	for _, s := range sessions {
		if h.kept.keeper.OnlyKept(s) {
			continue
		}
		added, err := h.kept.keeper.Keep(ctx, s.ID, archive.ByHand, limit)
		done.Failed = cmp.Or(done.Failed, err, added.Problem())
		if err != nil {
			continue
		}
		done.Sessions++
		if added.Unchanged {
			done.Before++
		}
	}
	return done, nil
}

// KeepLost archives a session that was deleted while it is open in the window, and shows it
// from the archive.
func (h *History) KeepLost(ctx context.Context, session string) (done Keeping, err error) {
	if h.kept == nil {
		return done, errNoArchive
	}
	added, err := h.kept.keeper.KeepLost(ctx, session, int64(h.kept.own().KeepLimit)<<30)
	if err != nil {
		return done, err
	}
	return Keeping{Sessions: 1, Failed: cmp.Or(added.Problem(), h.showKept(ctx))}, nil
}

// sessionsOf returns the sessions of chats.
func (h *History) sessionsOf(chats []string) ([]*chattree.Session, error) {
	if h.kept == nil {
		return nil, errNoArchive
	}
	var all []*chattree.Session
	for _, id := range chats {
		chat, err := h.Library.Chat(id)
		if err != nil {
			return nil, err
		}
		all = append(all, chat.Sessions...)
	}
	return all, nil
}
