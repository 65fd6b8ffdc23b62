package archive

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"dendro/backend/internal/disk"
	"dendro/backend/message"
)

// Restore puts a kept session back into a Claude config directory. It is the only function
// of Dendro that writes there. It creates files, and never replaces one: first the files
// beside the transcript, then the transcript itself, each under a name that Claude Code does
// not read until it is complete, durable and compared with the archive. If anything fails,
// the new files are removed again. A transcript in the way that holds no conversation is
// kept in the archive before it makes room.
//
// The files get the current time, since Claude Code deletes by it.
//
// The caller has asked the person, and has made sure that no process has the session open.
func (a *Archive) Restore(ctx context.Context, r RestoreRequest) (plan Restored, err error) {
	err = a.withRestorer(ctx, &r, func(w *restorer) error {
		w.clean()
		var files []File
		if files, plan, err = w.plan(); err != nil {
			return err
		}
		for _, f := range files {
			if err := w.create(&f, plan.Aside != "" && f.Original() == w.main); err != nil {
				return errors.Join(err, w.undo())
			}
		}
		if plan.Aside != "" {
			_ = w.keep(nil) // the conversation is the newest version again
		}
		return nil
	})
	return plan, err
}

// restorer creates the files of one session.
type restorer struct {
	*RestoreRequest
	ctx     context.Context
	archive *Archive
	kept    *os.Root
	to      *os.Root
	main    string   // the path of the transcript
	created []string // files and directories, in this order
}

// Names that Claude Code does not read, followed by the mark of the process: of a file until it
// is complete, and of a transcript that makes room.
const (
	unfinished = ".dendro-restore-"
	outOfWay   = ".dendro-aside-"
)

// clean removes what restores that were killed have left. A transcript that made room goes back
// to its place, unless the other one came there: then it had been kept.
func (w *restorer) clean() {
	for _, paths := range versions(w.to, ".", w.Session.Files...) {
		for _, p := range paths {
			at := filepath.FromSlash(p)
			of, mark, _ := strings.Cut(p, ".dendro-")
			if w.Session.owns(of) && ofDead(mark) && (strings.Contains(p, unfinished) || setAside(w.to, at, filepath.FromSlash(of)) == nil || w.isRestored()) {
				_ = w.to.Remove(at)
			}
		}
	}
}

// isRestored reports whether a version of the transcript is in its place.
func (w *restorer) isRestored() bool {
	return slices.ContainsFunc(w.Session.Files, func(f File) bool {
		there, _ := w.isThere(&f)
		return there && f.Original() == w.main
	})
}

// create creates a file. If aside is set, the one in its place makes room.
func (w *restorer) create(f *File, aside bool) (err error) {
	to := f.Original()
	at, mark := filepath.FromSlash(to), processMark()
	part, old := at+unfinished+mark, at+outOfWay+mark
	if err := cmp.Or(w.ctx.Err(), w.directories(path.Dir(to))); err != nil {
		return err
	}
	if err := w.write(part, f); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.to.Remove(part)) }()
	if aside {
		if err := w.to.Rename(at, old); err != nil {
			return err
		}
		defer func() {
			if err == nil || setAside(w.to, old, at) == nil { // else the next restore does
				err = errors.Join(err, w.to.Remove(old))
			}
		}()
		if err := w.keepAside(old); err != nil {
			return err
		}
	}
	if err := setAside(w.to, part, at); err == nil { // a rename would replace a file
		w.created = append(w.created, at)
		syncDirs(w.to, at)
	} else if same, _ := w.isThere(f); !same { // else another process restores it, too
		return err
	}
	return nil
}

// keepAside keeps a transcript that made room as the newest version of the session.
func (w *restorer) keepAside(old string) error {
	file, err := disk.OpenIn(w.to, old)
	if err != nil {
		return err
	}
	defer file.Close()
	return w.keep(map[string]*os.File{w.main: file})
}

// keep keeps the session as it is in the Claude config directory.
func (w *restorer) keep(held map[string]*os.File) error {
	batch, err := w.archive.Batch(0)
	if err == nil {
		src := Source{Session: *w.Session, Path: w.main, Held: held, More: true}
		src.Root = w.Root
		_, err = batch.Keep(w.ctx, src)
	}
	return err
}

// write creates a file with the content of f, or none.
func (w *restorer) write(at string, f *File) (err error) {
	from, err := locate(w.kept, w.Session, *f)
	if err != nil {
		return message.New("archive_damaged", "path", f.Path, "session", w.Session.ID).Error(err)
	}
	file, info, err := openKept(w.kept, local(w.Session.Dir, from))
	if err != nil || file == nil {
		return errors.Join(err, ErrDamaged)
	}
	defer file.Close()
	if _, _, err := w.archive.copyFile(w.to, at, file, info.Size()); err != nil {
		return message.New("archive_not_restored", "path", f.Original()).Error(err)
	}
	now := w.archive.now()
	return w.to.Chtimes(at, now, now)
}

// directories creates a directory and the missing ones above it.
func (w *restorer) directories(dir string) error {
	missing := len(w.created)
	for above := dir; above != "."; above = path.Dir(above) {
		if _, err := w.to.Lstat(filepath.FromSlash(above)); err != nil {
			w.created = slices.Insert(w.created, missing, filepath.FromSlash(above))
		}
	}
	return w.to.MkdirAll(filepath.FromSlash(dir), 0o700)
}

// undo removes the new files. A directory that others have used meanwhile stays.
func (w *restorer) undo() error {
	var failed error
	for _, at := range slices.Backward(w.created) {
		if err := w.to.Remove(at); err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrExist) { // ErrExist: it is not empty
			failed = errors.Join(failed, err)
		}
	}
	return failed
}
