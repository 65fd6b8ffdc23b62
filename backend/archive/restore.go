package archive

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"dendro/backend/internal/disk"
	"dendro/backend/message"
)

// RestoreRequest is a restore of a session to a Claude config directory.
type RestoreRequest struct {
	Session *Session
	Root    string
	// Transcript is the path of the version to restore; "" is the newest one.
	Transcript string
	// Aside allows that a transcript in the way is moved to the archive. The caller has made
	// sure that it holds no conversation.
	Aside bool
}

// Restored is what a restore writes.
type Restored struct {
	Root  string   `json:"root"`
	Paths []string `json:"paths"` // absolute, the transcript last
	Bytes int64    `json:"bytes"`
	There []string `json:"there"` // files that are there already with the same content
	// Aside is the transcript in the way that moves to the archive; "" if there is none.
	Aside string `json:"aside,omitempty"`
}

// ErrExists is the error of a restore where another file is in the way.
var ErrExists = errors.New("the file exists")

// PlanRestore returns what Restore would do, and fails where that would.
func (a *Archive) PlanRestore(ctx context.Context, r RestoreRequest) (plan Restored, err error) {
	err = a.withRestorer(ctx, &r, func(w *restorer) error {
		_, plan, err = w.plan()
		return err
	})
	return plan, err
}

// withRestorer calls f with the archive and the Claude config directory open.
func (a *Archive) withRestorer(ctx context.Context, r *RestoreRequest, f func(*restorer) error) error {
	root, err := a.open()
	if root == nil {
		return errors.Join(err, fs.ErrNotExist)
	}
	defer root.Close()
	to, err := os.OpenRoot(r.Root)
	if err != nil {
		return err
	}
	defer to.Close()
	return f(&restorer{RestoreRequest: r, ctx: ctx, archive: a, kept: root, to: to, main: r.Session.Base + ".jsonl"})
}

// plan returns the files that are missing, the transcript last.
func (w *restorer) plan() (files []File, plan Restored, err error) {
	plan = Restored{Root: w.Root, Paths: []string{}, There: []string{}}
	for _, f := range w.chosen() {
		to := f.Original()
		if !w.Session.owns(f.Path) || !w.Session.owns(to) {
			return nil, plan, message.New("archive_foreign", "path", f.Path).Error(nil)
		}
		abs := filepath.Join(w.Root, filepath.FromSlash(to))
		there, err := w.isThere(&f)
		switch {
		case errors.Is(err, ErrExists) && w.Aside && to == w.main && w.isRegular(to):
			plan.Aside = abs
		case err != nil:
			return nil, plan, message.New("archive_exists", "path", abs, "session", w.Session.ID).Error(err)
		case there:
			plan.There = append(plan.There, abs)
			continue
		}
		files, plan.Paths, plan.Bytes = append(files, f), append(plan.Paths, abs), plan.Bytes+f.Size
	}
	return files, plan, nil
}

func (w *restorer) isRegular(p string) bool {
	info, err := w.to.Lstat(filepath.FromSlash(p))
	return err == nil && info.Mode().IsRegular()
}

// chosen returns a version of each file, the transcript last. Of several versions of a file
// beside the transcript it is the newest one, unless that has bytes of zero and an older one
// has none: so a crash leaves files.
func (w *restorer) chosen() []File {
	all := slices.SortedFunc(slices.Values(w.Session.Files), func(x, y File) int { // the newest first
		return cmp.Or(cmp.Compare(x.Original(), y.Original()), cmp.Compare(x.Of, y.Of), cmp.Compare(y.Path, x.Path))
	})
	var files []File
	for _, f := range all {
		last := len(files) - 1
		switch of := f.Original(); {
		case last < 0 || files[last].Original() != of:
			files = append(files, f)
		case of == w.main && w.Transcript != "":
			if f.Path == w.Transcript {
				files[last] = f
			}
		case w.hasZeros(files[last].Path) && !w.hasZeros(f.Path):
			files[last] = f
		}
	}
	isMain := func(f File) bool { return f.Original() == w.main }
	if i := slices.IndexFunc(files, isMain); i >= 0 {
		files = append(slices.Delete(slices.Clone(files), i, i+1), files[i])
	}
	return files
}

// hasZeros reports whether a kept file has a byte of zero, or cannot be read.
func (w *restorer) hasZeros(p string) bool {
	file, err := disk.OpenIn(w.kept, local(w.Session.Dir, p))
	if err != nil {
		return true
	}
	defer file.Close()
	buffer := make([]byte, 64<<10)
	for {
		n, err := file.Read(buffer)
		if bytes.IndexByte(buffer[:n], 0) >= 0 {
			return true
		}
		if err != nil {
			return !errors.Is(err, io.EOF)
		}
	}
}

// isThere reports whether a file is there with the same content, or was continued since. It is
// ErrExists for one with other content, and for whatever else is in the way, or on the way to it.
func (w *restorer) isThere(f *File) (bool, error) {
	to := f.Original()
	for dir := path.Dir(to); dir != "."; dir = path.Dir(dir) {
		if info, err := w.to.Lstat(filepath.FromSlash(dir)); err == nil && !info.IsDir() { // a link may lead anywhere
			return false, ErrExists
		}
	}
	at := filepath.FromSlash(to)
	info, err := w.to.Lstat(at)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, err
	case !info.Mode().IsRegular() || info.Size() < f.Size:
		return false, ErrExists
	}
	file, err := disk.OpenIn(w.to, at)
	if err != nil {
		return false, err
	}
	defer file.Close()
	if hash, err := hashOf(file, f.Size); err != nil || hash != f.Hash {
		return false, errors.Join(err, ErrExists)
	}
	return true, nil
}
