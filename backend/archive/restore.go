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
	"dendro/backend/message"
)

// Restored says where a session was put back.
type Restored struct {
	Root  string   `json:"root"`
	Paths []string `json:"paths"` // absolute, the transcript last
	// There are the files of the session that exist and are as they were kept.
	There []string `json:"there"`
}

// ErrExists is the error of a restore that would replace a file.
var ErrExists = errors.New("a file exists")

// PlanRestore returns which files Restore would create in a Claude config directory. A file
// that exists with another content is an error.
func (a *Archive) PlanRestore(ctx context.Context, s *Session, root string) (Restored, error) {
	dir, err := os.OpenRoot(root)
	if err != nil {
		return Restored{}, err
	}
	defer dir.Close()
	plan := Restored{Root: root, Paths: []string{}, There: []string{}}
	for i := len(s.Files) - 1; i >= 0; i-- {
		f := s.Files[i]
		same, err := a.isThere(ctx, dir, s, f)
		if err != nil {
			return plan, err
		}
		at := filepath.Join(root, filepath.FromSlash(f.Path))
		if same {
			plan.There = append(plan.There, at)
		} else {
			plan.Paths = append(plan.Paths, at)
		}
	}
	return plan, nil
}

// isThere reports whether a file exists as it was kept.
func (a *Archive) isThere(ctx context.Context, dir *os.Root, s *Session, f File) (bool, error) {
	at := filepath.FromSlash(f.Path)
	info, err := dir.Lstat(at)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if info.Mode().IsRegular() && info.Size() == f.Size {
		if same, err := sameContent(ctx, dir, at, f); same || err != nil {
			return same, err
		}
	}
	return false, message.New("archive_exists", "path", filepath.Join(dir.Name(), at), "session", s.ID).Error(ErrExists)
}

func sameContent(ctx context.Context, dir *os.Root, at string, f File) (bool, error) {
	file, err := disk.OpenIn(dir, at)
	if err != nil {
		return false, err
	}
	defer file.Close()
	hash, err := sumOfReader(ctx, file)
	return hash == f.Hash, err
}

// Restore puts a kept session back into a Claude config directory. It is the only function
// of Dendro that writes there. It creates files, and never replaces one: first the files
// beside the transcript, then the transcript itself, each under a name that Claude Code does
// not read until it is complete, durable and compared with the archive. If anything fails,
// the new files are removed again.
//
// The files get the current time, since Claude Code deletes by it.
//
// The caller has asked the person, and has made sure that no process has the session open.
func (a *Archive) Restore(ctx context.Context, s *Session, root string) (_ Restored, err error) {
	plan, err := a.PlanRestore(ctx, s, root)
	if err != nil {
		return plan, err
	}
	dir, err := os.OpenRoot(root)
	if err != nil {
		return plan, err
	}
	defer dir.Close()
	w := &restorer{a: a, s: s, dir: dir, now: a.now()}
	defer func() {
		if err != nil {
			err = errors.Join(err, w.undo())
		}
	}()
	for i := len(s.Files) - 1; i >= 0; i-- {
		f := s.Files[i]
		if same, err := a.isThere(ctx, dir, s, f); err != nil {
			return plan, err
		} else if same {
			continue
		}
		if err := w.create(ctx, f); err != nil {
			return plan, err
		}
	}
	return plan, nil
}

// restorer creates the files of one session.
type restorer struct {
	a       *Archive
	s       *Session
	dir     *os.Root
	now     time.Time
	created []string // files and directories, in this order
}

// unfinished is what a file's name ends in until it is complete.
const unfinished = ".dendro-restore"

func (w *restorer) create(ctx context.Context, f File) error {
	at := filepath.FromSlash(f.Path)
	if err := w.directories(path.Dir(f.Path)); err != nil {
		return err
	}
	part := at + unfinished
	if err := w.dir.Remove(part); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err // of a restore that was interrupted
	}
	if err := w.write(ctx, part, f); err != nil {
		return err
	}
	// A link fails where the name is taken, a rename would replace the file.
	err := w.dir.Link(part, at)
	if err == nil {
		w.created = append(w.created, at)
		syncDir(w.dir, filepath.Dir(at))
	}
	err = errors.Join(err, w.dir.Remove(part))
	if err != nil && !errors.Is(err, fs.ErrExist) && !isFile(w.dir, at) { // a file system without links
		err = w.write(ctx, at, f)
		if err == nil {
			w.created = append(w.created, at)
		}
	}
	return err
}

// write creates a file with the content of f, or none.
func (w *restorer) write(ctx context.Context, at string, f File) (err error) {
	file, err := w.dir.OpenFile(at, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer func() {
		if err = errors.Join(err, file.Close()); err != nil {
			err = errors.Join(err, w.dir.Remove(at))
		}
	}()
	if err := w.a.Copy(ctx, file, w.s, f); err != nil {
		return err
	}
	if err := file.Sync(); err != nil {
		return err
	}
	if _, err := file.Seek(0, 0); err != nil {
		return err
	}
	if hash, err := sumOfReader(ctx, file); err != nil || hash != f.Hash {
		return message.New("archive_not_restored", "path", f.Path).Error(err)
	}
	return w.dir.Chtimes(at, w.now, w.now)
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
	err := w.dir.Mkdir(at, 0o700)
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
		if err := w.dir.Remove(w.created[i]); err != nil && !errors.Is(err, fs.ErrNotExist) {
			if info, statErr := w.dir.Lstat(w.created[i]); statErr != nil || !info.IsDir() {
				failed = errors.Join(failed, err)
			}
		}
	}
	return failed
}
