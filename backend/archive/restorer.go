package archive

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"time"

	"dendro/backend/internal/disk"
	"dendro/backend/internal/own"
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
func (a *Archive) Restore(ctx context.Context, r RestoreRequest) (_ Restored, err error) {
	root, err := a.open()
	if root == nil {
		return Restored{}, errors.Join(err, fs.ErrNotExist)
	}
	defer root.Close()
	to, err := os.OpenRoot(r.Root)
	if err != nil {
		return Restored{}, err
	}
	defer to.Close()
	w := &restorer{archive: a, kept: root, session: r.Session, to: to, now: a.now()}
	w.clean(ctx)
	files, plan, err := a.planRestore(ctx, root, to, &r)
	if err != nil {
		return plan, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, w.undo())
		}
	}()
	for _, f := range files {
		if err := w.create(ctx, &f, plan.Aside != "" && f.to == r.Session.Base+".jsonl"); err != nil {
			return plan, err
		}
	}
	return plan, nil
}

// restorer creates the files of one session.
type restorer struct {
	archive *Archive
	kept    *os.Root
	session *Session
	to      *os.Root
	now     time.Time
	created []string // files and directories, in this order
}

// Names that Claude Code does not read: of a file until it is complete, and of a transcript
// that makes room.
const (
	unfinished = ".dendro-restore"
	outOfWay   = ".dendro-aside"
)

// clean removes what a restore that was killed has left.
func (w *restorer) clean(ctx context.Context) {
	for _, f := range w.session.Files {
		if w.session.owns(f.Path) {
			_ = w.to.Remove(filepath.FromSlash(f.Original()) + unfinished) // mostly there is none
		}
	}
	main := filepath.FromSlash(w.session.Base + ".jsonl")
	if _, err := w.to.Lstat(main + outOfWay); err != nil {
		return
	}
	if setAside(w.to, main+outOfWay, main) == nil || w.isKept(ctx, main+outOfWay) {
		_ = w.to.Remove(main + outOfWay)
	}
}

// isKept reports whether the archive has the content of a file as a version of the transcript.
func (w *restorer) isKept(ctx context.Context, at string) bool {
	file, err := disk.OpenIn(w.to, at)
	if err != nil {
		return false
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return false
	}
	s, err := readList(w.kept, w.session.Dir, w.session.Base)
	if err != nil {
		return false
	}
	for _, f := range s.Files {
		if f.Original() == s.Base+".jsonl" && f.Size == info.Size() {
			hash, err := hashOf(ctx, file, f.Size)
			if err == nil && hash == f.Hash {
				return true
			}
		}
	}
	return false
}

// create creates a file. If aside is set, the one in its place makes room.
func (w *restorer) create(ctx context.Context, f *restoreFile, aside bool) error {
	if err := w.directories(path.Dir(f.to)); err != nil {
		return err
	}
	at := filepath.FromSlash(f.to)
	part := at + unfinished
	if err := w.write(ctx, part, f); err != nil {
		return err
	}
	var err error
	if aside {
		err = w.makeRoom(ctx, at)
	}
	if err == nil {
		if err = setAside(w.to, part, at); err == nil { // a rename would replace a file
			w.created = append(w.created, at)
			syncDirs(w.to, at)
		} else if same, _ := w.archive.isThere(ctx, w.to, f); same {
			err = nil // another process restores it, too
		}
	}
	if err != nil && aside && setAside(w.to, at+outOfWay, at) == nil {
		_ = w.to.Remove(at + outOfWay) // else the next restore does
	}
	if removed := ignoreMissing(w.to.Remove(part)); err == nil {
		err = removed
	}
	if aside && err == nil {
		err = w.to.Remove(at + outOfWay)
	}
	return err
}

func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrExist) {
		return nil
	}
	return err
}

// makeRoom keeps the file at a path in the archive, and gives it another name.
func (w *restorer) makeRoom(ctx context.Context, at string) error {
	file, err := disk.OpenIn(w.to, at)
	if err != nil {
		return err
	}
	defer file.Close()
	if !w.isKept(ctx, at) {
		if err := w.archive.keepAside(ctx, w.kept, w.session, file); err != nil {
			return err
		}
	}
	if err := w.to.Rename(at, at+outOfWay); err != nil {
		return err
	}
	if !w.isKept(ctx, at+outOfWay) { // it was changed meanwhile
		return errors.Join(message.New("archive_exists", "path", at, "session", w.session.ID).Error(ErrExists))
	}
	return nil
}

// keepAside adds a file to a kept session as an older version of the transcript.
func (a *Archive) keepAside(ctx context.Context, root *os.Root, s *Session, file *os.File) error {
	info, err := file.Stat()
	if err != nil {
		return err
	}
	w, err := newWork(root, "keep")
	if err != nil {
		return err
	}
	defer w.remove()
	f := File{Of: s.Base + ".jsonl", Size: info.Size(), Time: info.ModTime().UTC()}
	c, err := a.copyFile(ctx, w, "new", file, f.Size)
	if err == nil {
		err = root.Chtimes(w.path("new"), f.Time, f.Time)
	}
	if err != nil {
		return err
	}
	f.Hash = c.hash
	for n := 0; ; n++ {
		f.Path = own.VersionPath(f.Of, a.now(), n)
		if err = setAside(root, w.path("new"), local(s.Dir, f.Path)); !errors.Is(err, fs.ErrExist) {
			break
		}
	}
	if err != nil {
		return err
	}
	now, err := readList(root, s.Dir, s.Base)
	if err != nil {
		return err
	}
	now.Files = append(now.Files, f)
	if err := w.write(listFile, now.encode()); err != nil {
		return err
	}
	at := local(s.Dir, s.Base+listSuffix)
	err = root.Rename(w.path(listFile), at)
	syncDirs(root, at)
	return err
}

// write creates a file with the content of f, or none.
func (w *restorer) write(ctx context.Context, at string, f *restoreFile) (err error) {
	from, err := w.archive.locate(ctx, w.kept, w.session, f.File)
	if err != nil {
		return message.New("archive_damaged", "path", f.Path, "session", w.session.ID).Error(err)
	}
	file, info, err := openKept(w.kept, local(w.session.Dir, from))
	if err != nil || file == nil {
		return errors.Join(err, ErrDamaged)
	}
	defer file.Close()
	if _, err := w.archive.copyFile(ctx, &work{w.to, "."}, at, file, info.Size()); err != nil {
		return message.New("archive_not_restored", "path", f.to).Error(err)
	}
	return w.to.Chtimes(at, w.now, w.now)
}

// directories creates the missing directories on a path.
func (w *restorer) directories(below string) error {
	if below == "." {
		return nil
	}
	if err := w.directories(path.Dir(below)); err != nil {
		return err
	}
	at := filepath.FromSlash(below)
	err := w.to.Mkdir(at, 0o700)
	if err == nil {
		w.created = append(w.created, at)
	} else if errors.Is(err, fs.ErrExist) {
		err = nil
	}
	return err
}

// undo removes the new files. A directory that others have used meanwhile stays.
func (w *restorer) undo() error {
	var failed error
	for i := len(w.created) - 1; i >= 0; i-- {
		if err := w.to.Remove(w.created[i]); err != nil && !errors.Is(err, fs.ErrNotExist) {
			if info, statErr := w.to.Lstat(w.created[i]); statErr != nil || !info.IsDir() {
				failed = errors.Join(failed, err)
			}
		}
	}
	return failed
}
