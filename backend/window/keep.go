package window

import (
	"cmp"
	"context"
	"errors"
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
	plan   atomic.Pointer[Plan]  // the last one that the user was asked about
}

// batch returns a batch with the limit of the settings.
func (k *keeping) batch() (*archive.Batch, error) {
	return k.keeper.Archive().Batch(int64(k.own().KeepLimit) << 30)
}

// keptRoots returns the directories of the archive to show: those of the roots that were named,
// or of all that are there and not hidden.
func keptRoots(ctx context.Context, o Options, prober *disk.Prober, roots []scan.Root) ([]scan.Root, error) {
	var named []string
	if len(o.Roots) > 0 {
		named = []string{}
		for _, r := range roots {
			named = append(named, r.Path)
		}
	}
	away := o.settings != nil && o.settings.Get().KeepAway
	kept, err := library.KeptRoots(ctx, o.Archive, prober, named, away)
	if o.settings != nil && named == nil {
		kept = slices.DeleteFunc(kept, func(r scan.Root) bool { return hiddenIn(o.settings.Get(), o.Archive, r.Path) })
	}
	return kept, err
}

// hasKept reports whether the archive has sessions, hidden ones included.
func hasKept(ctx context.Context, o Options, prober *disk.Prober) bool {
	kept, _ := library.KeptRoots(ctx, o.Archive, prober, nil, false) // an error is reported later
	return slices.ContainsFunc(kept, func(r scan.Root) bool { return hasHistory(r.Path) })
}

// hiddenIn reports whether a directory of the archive is that of a root that the user hides.
func hiddenIn(own settings.Settings, a *archive.Archive, kept string) bool {
	return slices.ContainsFunc(own.Roots, func(r settings.Root) bool { return r.Hidden && a.RootOf(r.Path) == kept })
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
	if len(due) == 0 {
		return nil
	}
	batch, err := h.kept.batch()
	if err != nil {
		return err
	}
	var failed error
	for _, d := range due {
		added, err := h.kept.keeper.Keep(ctx, batch, d.Session, d.Why, false)
		failed = cmp.Or(failed, err, added.Problem()) // one reason is enough for a person
		if errors.Is(err, archive.ErrFull) || ctx.Err() != nil {
			break
		}
	}
	return failed
}

// showKept shows the directories of the archive that are to be shown, and no others.
func (h *History) showKept(ctx context.Context) error {
	o := Options{Archive: h.archive, settings: h.settings}
	var roots []scan.Root
	if h.named {
		for _, path := range h.originals() {
			o.Roots, roots = append(o.Roots, path), append(roots, scan.Root{Path: path})
		}
	}
	kept, err := keptRoots(ctx, o, h.Disk, roots)
	if err != nil {
		return err
	}
	known := h.Library.Catalog.Snapshot().Roots
	for _, r := range known {
		if r.Kept && !slices.Contains(kept, r) {
			err = errors.Join(err, h.Library.Catalog.RemoveRoot(ctx, r.Path))
		}
	}
	for _, r := range kept {
		if !slices.Contains(known, r) {
			err = errors.Join(err, h.Library.Catalog.AddRoot(ctx, r))
		}
	}
	return err
}

// originals returns the roots that are Claude config directories.
func (h *History) originals() []string {
	return slices.DeleteFunc(h.Library.Catalog.Snapshot().RootPaths(), h.archive.Has)
}

// errNoArchive is the error of asking for the archive of a demo.
var errNoArchive = session.ErrNotFound

// Archived describes the archive, for the settings and for the first question.
type Archived struct {
	Path     string `json:"path"` // as people write it
	Size     int64  `json:"size"`
	Sessions int    `json:"sessions"`
	Only     int    `json:"only"` // sessions that are gone from their roots
	Away     int    `json:"away"` // sessions of roots that are not there
	// Chats are the ids of the chats with a session in the archive.
	Chats []string `json:"chats"`
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
	state := Archived{Path: h.Library.Display(a.Dir()), Chats: []string{}}
	sessions, damaged := a.Sessions(ctx)
	if damaged != nil && len(sessions) == 0 {
		return state, damaged
	}
	kept := h.kept.keeper.KeptBy(sessions)
	for _, chat := range h.Library.Chats() {
		if slices.ContainsFunc(chat.Sessions, func(s *chattree.Session) bool { return kept.Of(s.Source.Root, s.Source.Path) != nil }) {
			state.Chats = append(state.Chats, chat.ID)
		}
	}
	state.Sessions = len(sessions)
	for _, s := range sessions {
		switch h.kept.keeper.Where(ctx, s) {
		case library.Gone:
			state.Only++
		case library.Away:
			state.Away++
		case library.There, library.Unknown:
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
	state.Failed = cmp.Or(state.Failed, damaged)
	state.Size, err = a.Size()
	return state, err
}

// KeepLost archives a session that was deleted while it is open in the window, and shows it
// from the archive.
func (h *History) KeepLost(ctx context.Context, session string) (done Keeping, err error) {
	if h.kept == nil {
		return done, errNoArchive
	}
	batch, err := h.kept.batch()
	if err != nil {
		return done, err
	}
	added, err := h.kept.keeper.KeepLost(ctx, batch, session)
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
