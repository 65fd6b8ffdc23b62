package archive

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
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

// restoreFile is a file to restore: the version in the archive, and where it goes.
type restoreFile struct {
	File
	to string
}

// PlanRestore returns what Restore would do, and fails where that would.
func (a *Archive) PlanRestore(ctx context.Context, r RestoreRequest) (Restored, error) {
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
	_, plan, err := a.planRestore(ctx, root, to, &r)
	return plan, err
}

func (a *Archive) planRestore(ctx context.Context, root, to *os.Root, r *RestoreRequest) (files []restoreFile, plan Restored, err error) {
	s := r.Session
	plan = Restored{Root: r.Root, Paths: []string{}, There: []string{}}
	for _, f := range a.chosen(root, r) {
		if !s.owns(f.Path) || !s.owns(f.to) {
			return nil, plan, message.New("archive_foreign", "path", f.Path).Error(nil)
		}
		abs := filepath.Join(r.Root, filepath.FromSlash(f.to))
		there, err := a.isThere(ctx, to, &f)
		switch {
		case errors.Is(err, ErrExists) && r.Aside && f.to == s.Base+".jsonl" && regular(to, f.to):
			plan.Aside = abs
		case err != nil:
			return nil, plan, message.New("archive_exists", "path", abs, "session", s.ID).Error(err)
		case there:
			plan.There = append(plan.There, abs)
			continue
		}
		files, plan.Paths, plan.Bytes = append(files, f), append(plan.Paths, abs), plan.Bytes+f.Size
	}
	return files, plan, nil
}

func regular(root *os.Root, p string) bool {
	info, err := root.Lstat(filepath.FromSlash(p))
	return err == nil && info.Mode().IsRegular()
}

// chosen returns a version of each file, the transcript last. Of several versions of a file
// beside the transcript it is the newest one, unless that has bytes of zero and an older one
// has none: so a crash leaves files.
func (a *Archive) chosen(root *os.Root, r *RestoreRequest) (files []restoreFile) {
	s := r.Session
	main := s.Base + ".jsonl"
	by := map[string][]File{}
	var order []string
	for _, f := range s.Files {
		if by[f.Original()] == nil {
			order = append(order, f.Original())
		}
		by[f.Original()] = append(by[f.Original()], f)
	}
	slices.SortStableFunc(order, func(x, y string) int {
		switch {
		case x == main:
			return 1
		case y == main:
			return -1
		}
		return 0
	})
	for _, of := range order {
		versions := by[of]
		slices.SortFunc(versions, func(x, y File) int { // the newest first
			switch {
			case x.Of == "":
				return -1
			case y.Of == "":
				return 1
			}
			return -bytes.Compare([]byte(x.Path), []byte(y.Path))
		})
		use := versions[0]
		for _, f := range versions {
			if of == main && r.Transcript != "" {
				if f.Path == r.Transcript {
					use = f
				}
			} else if len(versions) > 1 && !hasZeros(root, local(s.Dir, f.Path)) {
				use = f
				break
			}
		}
		files = append(files, restoreFile{use, of})
	}
	return files
}

// hasZeros reports whether a file has a byte of zero, or cannot be read.
func hasZeros(root *os.Root, at string) bool {
	file, err := disk.OpenIn(root, at)
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

// isThere reports whether a file is there with the same content. It is ErrExists for one with
// other content, and for whatever else is in the way, or on the way to it.
func (a *Archive) isThere(ctx context.Context, to *os.Root, f *restoreFile) (bool, error) {
	for i := range f.to {
		if f.to[i] != '/' {
			continue
		}
		info, err := to.Lstat(filepath.FromSlash(f.to[:i]))
		if errors.Is(err, fs.ErrNotExist) {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		if !info.IsDir() { // a link may lead anywhere
			return false, ErrExists
		}
	}
	at := filepath.FromSlash(f.to)
	info, err := to.Lstat(at)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, err
	case !info.Mode().IsRegular() || info.Size() < f.Size:
		return false, ErrExists
	}
	file, err := disk.OpenIn(to, at)
	if err != nil {
		return false, err
	}
	defer file.Close()
	if hash, err := hashOf(ctx, file, f.Size); err != nil || hash != f.Hash {
		return false, errors.Join(err, ErrExists)
	}
	return true, nil // or it was continued since
}
