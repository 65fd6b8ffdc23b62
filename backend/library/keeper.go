package library

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"dendro/backend/archive"
	"dendro/backend/catalog"
	"dendro/backend/chattree"
	"dendro/backend/internal/disk"
	"dendro/backend/message"
	"dendro/backend/session"
)

// Keeping is which sessions are archived without being asked to.
type Keeping string

// The choices.
const (
	KeepUnasked Keeping = ""        // the person was not asked yet: none
	KeepAll     Keeping = "all"     // every session before it expires
	KeepStarred Keeping = "starred" // those of starred chats
	KeepByHand  Keeping = "none"
)

// Keeper archives sessions of a library and puts them back.
type Keeper struct {
	lib      *Library
	archive  *archive.Archive
	unpacked *archive.Unpacked
}

// NewKeeper returns the Keeper of a library, which must have an archive.
func NewKeeper(lib *Library) *Keeper {
	return &Keeper{lib, lib.opt.Unpacked.Archive, lib.opt.Unpacked}
}

// Archive returns the archive.
func (k *Keeper) Archive() *archive.Archive { return k.archive }

// OnlyKept reports whether a session is gone from its Claude config directory.
func (k *Keeper) OnlyKept(s *chattree.Session) bool { return k.unpacked.Has(s.Source.Root) }

// ErrOnlyKept is the error of keeping a session that is only in the archive.
var ErrOnlyKept = message.New("keep_only_kept").Error(nil)

// Keep archives the current state of a session. limit bounds the archive in bytes; 0 is no
// limit.
func (k *Keeper) Keep(ctx context.Context, id string, why archive.Reason, limit int64) (archive.Added, error) {
	src, transcript, err := k.source(id, why)
	if err != nil {
		return archive.Added{}, err
	}
	return k.archive.Keep(ctx, src, transcript, limit)
}

// KeepLost archives a session whose file was deleted, or became unreadable, while it was open
// in the window: see [session.Loss]. Of its agents it archives those that can still be read.
func (k *Keeper) KeepLost(ctx context.Context, id string, limit int64) (archive.Added, error) {
	lost, ok := k.lib.Threads.Lost(id)
	own := lost.File
	if !ok || k.unpacked.Has(own.Root) { // the latter was removed from the archive
		return archive.Added{}, session.NoSession(id)
	}
	src := archive.Source{Held: map[string]*os.File{}}
	src.Session = archive.Session{
		ID: cmp.Or(lost.Session.CopyOf, id), Root: own.Root, Project: lost.Chat.Project, Title: lost.Chat.Title, Why: archive.ByHand,
	}
	for f, open := range lost.Open {
		if f.Root == own.Root {
			src.Held[f.Path] = open
		}
	}
	return k.archive.Keep(ctx, src, own.Path, limit)
}

func (k *Keeper) source(id string, why archive.Reason) (src archive.Source, transcript string, err error) {
	known := k.lib.Catalog.Snapshot()
	chat, s, err := session.In(known, id)
	if err != nil {
		return src, "", err
	}
	f, err := session.FileOf(known, id)
	if err != nil {
		return src, "", err
	}
	if k.unpacked.Has(f.Root) {
		return src, "", ErrOnlyKept
	}
	src.Session = archive.Session{ID: cmp.Or(s.CopyOf, id), Root: f.Root, Project: chat.Project, Title: chat.Title, Why: why}
	for _, agent := range known.Agents(id) {
		if agent.Root == f.Root {
			src.Beside = append(src.Beside, agent.Path)
		}
	}
	for _, slug := range f.Summary.Slugs {
		src.Beside = append(src.Beside, archive.PlanPath(slug))
	}
	return src, f.Path, nil
}

// Due is a session that is to be archived.
type Due struct {
	Session string
	Why     archive.Reason
	Days    int // until it expires
	Bytes   int64
}

// Due returns the sessions that expire soon and whose current state is not archived, those
// that expire first at the front. starred are the ids of starred chats.
func (k *Keeper) Due(ctx context.Context, choice Keeping, starred []string) ([]Due, error) {
	if choice != KeepAll && choice != KeepStarred {
		return nil, nil
	}
	kept, err := k.Kept(ctx)
	if err != nil {
		return nil, err
	}
	asItIs := func(f *catalog.File) bool {
		s := kept(f.Root, f.Path)
		return s != nil && s.Transcript().Size == f.Size && s.Transcript().ModTime.Equal(f.ModTime)
	}
	var due []Due
	view, known := k.lib.Lister.View(), k.lib.Catalog.Snapshot()
	for _, chat := range known.Chats {
		star := slices.Contains(starred, chat.ID)
		if choice == KeepStarred && !star {
			continue
		}
		for _, s := range chat.Sessions {
			days := view.Facts(s).ExpiresInDays
			f := known.File(s.ID)
			if days == nil || f == nil || k.unpacked.Has(f.Root) || asItIs(f) {
				continue
			}
			why := archive.Expires
			if choice == KeepStarred {
				why = archive.Starred
			}
			due = append(due, Due{s.ID, why, *days, f.Size})
		}
	}
	slices.SortFunc(due, func(a, b Due) int { return cmp.Or(a.Days-b.Days, cmp.Compare(a.Session, b.Session)) })
	return due, nil
}

// Kept returns a function that returns the kept session, without the chunks of its files, of
// a transcript with a path in a root: of one that is on the disk, or of an unpacked one. It
// returns nil if the archive has none.
func (k *Keeper) Kept(ctx context.Context) (func(root, path string) *archive.Session, error) {
	sessions, err := k.archive.Sessions(ctx)
	if err != nil {
		return nil, err
	}
	by := map[string]*archive.Session{}
	for _, s := range sessions {
		by[s.Key()] = s
		by[archive.KeyOf(k.unpacked.RootOf(s.Root), s.Transcript().Path)] = s
	}
	return func(root, path string) *archive.Session { return by[archive.KeyOf(root, path)] }, nil
}

// Unpack makes the sessions readable that are only in the archive, and returns the roots
// that hold them. roots selects those of some Claude config directories; nil selects all.
func (k *Keeper) Unpack(ctx context.Context, roots []string) ([]string, error) {
	responds := map[string]bool{}
	return k.unpacked.Sync(ctx, func(s *archive.Session) archive.Whether {
		if roots != nil && !slices.Contains(roots, s.Root) {
			return archive.Unknown
		}
		if _, asked := responds[s.Root]; !asked {
			responds[s.Root] = k.responds(ctx, s.Root)
		}
		if !responds[s.Root] {
			return archive.Unknown
		}
		return k.state(ctx, s)
	})
}

// Gone reports whether the transcript of a kept session is gone from its root.
func (k *Keeper) Gone(ctx context.Context, s *archive.Session) bool {
	return k.state(ctx, s) == archive.Gone
}

func (k *Keeper) state(ctx context.Context, s *archive.Session) archive.Whether {
	path := filepath.Join(s.Root, filepath.FromSlash(s.Transcript().Path))
	_, err := disk.WithTimeout(ctx, k.lib.opt.Disk, path, func() (fs.FileInfo, error) { return os.Lstat(path) })
	switch {
	case err == nil:
		return archive.There
	case errors.Is(err, fs.ErrNotExist):
		return archive.Gone
	}
	return archive.Unknown
}

// responds reports whether a root can be listed, or does not exist.
func (k *Keeper) responds(ctx context.Context, root string) bool {
	_, err := disk.WithTimeout(ctx, k.lib.opt.Disk, root, func() ([]fs.DirEntry, error) { return disk.List(filepath.Join(root, "projects")) })
	return err == nil || errors.Is(err, fs.ErrNotExist)
}

// Find returns the kept session whose id begins with a name of at least eight characters.
func (k *Keeper) Find(ctx context.Context, name string) (*archive.Session, error) {
	all, err := k.archive.Sessions(ctx)
	if err != nil {
		return nil, err
	}
	const short = 8
	var found []*archive.Session
	for _, s := range all {
		if s.ID == name || len(name) >= short && len(name) < len(s.ID) && s.ID[:len(name)] == name {
			found = append(found, s)
		}
	}
	switch len(found) {
	case 0:
		return nil, message.New("keep_not_found", "session", name).Error(session.ErrNotFound)
	case 1:
		return k.archive.Get(ctx, found[0].Key())
	}
	return nil, message.New("keep_several", "session", name).Error(nil)
}

// Restoring is a restore that was planned.
type Restoring struct {
	archive.Restored
	Session string `json:"session"`
	// Expires is when Claude Code may delete it again.
	Expires time.Time `json:"expires"`
}

// PlanRestore returns what Restore would do. root is the Claude config directory to restore
// to; "" is the one that the session was in.
func (k *Keeper) PlanRestore(ctx context.Context, s *archive.Session, root string) (Restoring, error) {
	root = cmp.Or(root, s.Root)
	if err := k.mayRestore(ctx, s, root); err != nil {
		return Restoring{}, err
	}
	plan, err := k.archive.PlanRestore(ctx, s, root)
	return k.restoring(s, plan), err
}

// Restore puts a kept session back: see [archive.Archive.Restore].
func (k *Keeper) Restore(ctx context.Context, s *archive.Session, root string) (Restoring, error) {
	root = cmp.Or(root, s.Root)
	if err := k.mayRestore(ctx, s, root); err != nil {
		return Restoring{}, err
	}
	done, err := k.archive.Restore(ctx, s, root)
	return k.restoring(s, done), err
}

func (k *Keeper) restoring(s *archive.Session, done archive.Restored) Restoring {
	days := k.lib.Lister.retentionOf(done.Root).Days
	return Restoring{done, s.ID, k.lib.opt.Now().AddDate(0, 0, days).UTC().Truncate(time.Second)}
}

// mayRestore returns why a session must not be restored to a root: nothing is written to
// directories other than the session's own root and those that look like a Claude config
// directory, and nothing that a process is about to write.
func (k *Keeper) mayRestore(ctx context.Context, s *archive.Session, root string) error {
	at := root
	if root != s.Root {
		at = filepath.Join(root, "projects")
	}
	info, err := disk.WithTimeout(ctx, k.lib.opt.Disk, root, func() (fs.FileInfo, error) { return os.Stat(at) })
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err != nil || !info.IsDir() || k.unpacked.Has(root) {
		return message.New("keep_no_claude_directory", "path", k.lib.Display(root)).Error(err)
	}
	live, err := disk.WithTimeout(ctx, k.lib.opt.Disk, filepath.Join(root, "sessions"), func() (map[string]bool, error) { return registered(root), nil })
	if err != nil {
		return err
	}
	if live[s.ID] {
		return message.New("keep_runs", "session", s.ID).Error(nil)
	}
	return nil
}
