package library

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"dendro/backend/archive"
	"dendro/backend/catalog"
	"dendro/backend/chattree"
	"dendro/backend/internal/disk"
	"dendro/backend/internal/own"
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
	KeepEnded   Keeping = "ended"   // every session when it ends
	KeepByHand  Keeping = "none"
)

// Keeper archives sessions of a library and puts them back.
type Keeper struct {
	lib     *Library
	archive *archive.Archive
}

// NewKeeper returns the Keeper of a library, which must have an archive.
func NewKeeper(lib *Library) *Keeper { return &Keeper{lib, lib.opt.Archive} }

// Archive returns the archive.
func (k *Keeper) Archive() *archive.Archive { return k.archive }

// OnlyKept reports whether a session has no file outside of the archive.
func (k *Keeper) OnlyKept(s *chattree.Session) bool {
	return s.Source.Kept && k.onDisk(k.lib.Catalog.Snapshot(), s) == nil
}

// onDisk returns the file of a session that lies where Claude Code has it, nil if there is none. The
// archive may have more of the session.
func (k *Keeper) onDisk(known *catalog.Snapshot, s *chattree.Session) *catalog.File {
	own := known.File(s.ID)
	if own == nil || !own.Kept {
		return own
	}
	for _, f := range known.Files {
		if !f.Agent && !f.Kept && k.archive.RootOf(f.Root) == own.Root && f.Path == originalPath(own) {
			return f
		}
	}
	return nil
}

// originalPath returns the path that a file of the archive had in its root.
func originalPath(f *catalog.File) string { return own.Original(f.Path) }

// ErrOnlyKept is the error of keeping a session that is only in the archive.
var ErrOnlyKept = message.New("keep_only_kept").Error(nil)

// Keep archives the current state of a session. more allows any number of older versions.
func (k *Keeper) Keep(ctx context.Context, batch *archive.Batch, id string, why archive.Reason, more bool) (archive.Added, error) {
	known := k.lib.Catalog.Snapshot()
	chat, s, err := session.In(known, id)
	if err != nil {
		return archive.Added{}, err
	}
	f := k.onDisk(known, s)
	if f == nil {
		return archive.Added{}, ErrOnlyKept
	}
	src := sourceOf(chat, s, f)
	src.Why, src.More = why, more
	for _, agent := range known.Agents(id) {
		if agent.Root == f.Root {
			src.Beside = append(src.Beside, agent.Path)
		}
	}
	for _, slug := range f.Summary.Slugs {
		src.Beside = append(src.Beside, archive.PlanPath(slug))
	}
	return batch.Keep(ctx, src)
}

func sourceOf(chat *chattree.Chat, s *chattree.Session, f *catalog.File) archive.Source {
	return archive.Source{Path: f.Path, Session: archive.Session{
		ID: cmp.Or(s.CopyOf, s.ID), Root: f.Root, Project: chat.Project, Title: cmp.Or(s.Name, chat.Name), Client: s.Version,
	}}
}

// KeepLost archives a session whose file was deleted, or became unreadable, while it was open
// in the window: see [session.Loss]. Of its agents it archives those that can still be read.
func (k *Keeper) KeepLost(ctx context.Context, batch *archive.Batch, id string) (archive.Added, error) {
	lost, ok := k.lib.Threads.Lost(id)
	if !ok || lost.File.Kept { // the latter was removed from the archive
		return archive.Added{}, session.NoSession(id)
	}
	src := sourceOf(lost.Chat, lost.Session, lost.File)
	src.Why, src.Held = archive.ByHand, map[string]*os.File{}
	for f, open := range lost.Open {
		if f.Root == lost.File.Root {
			src.Held[f.Path] = open
		}
	}
	return batch.Keep(ctx, src)
}

// Kept is which session of the archive a file belongs to.
type Kept struct {
	by map[string]*archive.Session
}

// Of returns the kept session of a transcript with a path in a root: of one on the disk, or of
// one in the archive. It is nil if the archive has none.
func (k Kept) Of(root, path string) *archive.Session { return k.by[archive.KeyOf(root, path)] }

// Kept returns the kept sessions by their files.
func (k *Keeper) Kept(ctx context.Context) (Kept, error) {
	sessions, err := k.archive.Sessions(ctx)
	return k.KeptBy(sessions), err
}

// KeptBy is Kept for sessions that were read already.
func (k *Keeper) KeptBy(sessions []*archive.Session) Kept {
	by := map[string]*archive.Session{}
	for _, s := range sessions {
		main := s.Base + ".jsonl"
		if s.Root != "" {
			by[archive.KeyOf(s.Root, main)] = s
		}
		for _, f := range s.Files {
			if f.Original() == main {
				by[archive.KeyOf(filepath.Join(k.archive.Dir(), s.Dir), f.Path)] = s
			}
		}
	}
	return Kept{by}
}

// Where says where the transcript of a kept session is, besides the archive.
type Where int

// The answers.
const (
	Unknown Where = iota // its disk does not respond
	There                // in its Claude config directory, at least as long
	Gone                 // not there, or shorter than it is in the archive
	Away                 // the Claude config directory is not there
)

// Where returns where a kept session is.
func (k *Keeper) Where(ctx context.Context, s *archive.Session) Where {
	if s.Root == "" {
		return Away // nobody knows where it was
	}
	path := filepath.Join(s.Root, filepath.FromSlash(s.Base+".jsonl"))
	info, err := disk.WithTimeout(ctx, k.lib.opt.Disk, path, func() (fs.FileInfo, error) { return os.Stat(path) })
	switch {
	case err == nil && info.Size() >= s.Transcript().Size:
		return There
	case err == nil:
		return Gone
	case !errors.Is(err, fs.ErrNotExist):
		return Unknown
	case !isThere(ctx, k.lib.opt.Disk, s.Root):
		return Away
	}
	return Gone
}

// Find returns the kept session that a name means, as a list of chats names it, and the path of the
// version of its transcript in the archive: "" if it is the newest. Sessions of Claude config
// directories that are not there are found by their ids or a beginning of it.
func (k *Keeper) Find(ctx context.Context, name string) (*archive.Session, string, error) {
	kept, err := k.Kept(ctx)
	if err != nil && len(kept.by) == 0 {
		return nil, "", err
	}
	known := k.lib.Catalog.Snapshot()
	id, err := session.Resolve(known, name)
	switch {
	case err == nil:
		if f := known.File(id); f != nil {
			s, version := kept.Of(f.Root, f.Path), ""
			if f.Kept {
				version = f.Path
			}
			if s != nil {
				return s, version, nil
			}
		}
		return nil, "", message.New("keep_not_found", "session", name).Error(session.ErrNotFound)
	case errors.Is(err, session.ErrAmbiguous):
		return nil, "", err
	}
	var found []*archive.Session
	for _, s := range kept.by {
		if !slices.Contains(found, s) && (s.ID == name || len(name) >= session.MinPrefix && len(name) < len(s.ID) && s.ID[:len(name)] == name) {
			found = append(found, s)
		}
	}
	switch len(found) {
	case 0:
		return nil, "", message.New("keep_not_found", "session", name).Error(session.ErrNotFound)
	case 1:
		return found[0], "", nil
	}
	return nil, "", message.New("keep_several", "session", name).Error(nil)
}
