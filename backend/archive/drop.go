package archive

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strconv"

	"dendro/backend/internal/disk"
	"dendro/backend/internal/own"
)

// Drop removes sessions from the archive and from the disk, and returns how many bytes that
// freed. Files that another session shares stay.
func (a *Archive) Drop(ctx context.Context, keys []string) (freed int64, err error) {
	root, err := a.open()
	if root == nil {
		return 0, err
	}
	defer root.Close()
	sessions, _ := a.sessions(ctx, root) // one with a damaged list is dropped with its files
	for _, s := range sessions {
		if !slices.Contains(keys, s.Key()) {
			continue
		}
		w, err := newWork(root, "drop")
		if err != nil {
			return freed, err
		}
		err = w.write("place", []byte(s.Dir+"/"+s.Base))
		if err == nil { // from here on the session is dropped
			err = root.Rename(local(s.Dir, s.Base+listSuffix), w.path(listFile))
		}
		if err != nil {
			w.remove()
			if errors.Is(err, fs.ErrNotExist) {
				continue // another process drops it
			}
			return freed, err
		}
		n, err := a.finishDrop(ctx, w)
		if freed += n; err != nil {
			return freed, err
		}
	}
	return freed, ctx.Err()
}

// DropVersion removes one version of a session's transcript from the archive and from the disk,
// and returns how many bytes that freed.
func (a *Archive) DropVersion(ctx context.Context, s *Session, p string) (freed int64, err error) {
	root, err := a.open()
	if root == nil {
		return 0, errors.Join(err, fs.ErrNotExist)
	}
	defer root.Close()
	now, err := readList(root, s.Dir, s.Base)
	if err != nil {
		return 0, err
	}
	f, ok := now.file(p)
	if !ok || f.Original() != now.Base+".jsonl" {
		return 0, fs.ErrNotExist
	}
	w, err := newWork(root, "once")
	if err != nil {
		return 0, err
	}
	defer w.remove()
	now.Files = slices.DeleteFunc(now.Files, func(f File) bool { return f.Path == p })
	if err := w.write(listFile, now.encode()); err != nil {
		return 0, err
	}
	list := local(s.Dir, s.Base+listSuffix)
	if err := root.Rename(w.path(listFile), list); err != nil {
		return 0, err
	}
	if err := root.Rename(local(s.Dir, p), w.path("old")); err != nil {
		return 0, err
	}
	syncDirs(root, list)
	return f.Size, ctx.Err()
}

// moved is a file that a drop has moved to its directory of work.
type moved struct {
	path string // that it had, below the session's directory
	to   string
}

// finishDrop removes the files of a dropped session. If the session is kept again meanwhile,
// what its new list has is put back.
func (a *Archive) finishDrop(ctx context.Context, w *work) (freed int64, err error) {
	s, err := w.list()
	if err != nil { // it was killed before the session was dropped
		w.remove()
		return 0, nil //nolint:nilerr // nothing was dropped
	}
	shared, err := a.listed(ctx, w, s.Dir)
	if err != nil {
		return 0, err
	}
	var all []moved
	seen := map[string]bool{}
	move := func(p string) {
		if seen[p] || shared[p] {
			return
		}
		seen[p] = true
		m := moved{p, w.path("old" + strconv.Itoa(len(all)))}
		for range 1000 { // of an earlier try
			if _, err := w.root.Lstat(m.to); errors.Is(err, fs.ErrNotExist) {
				break
			}
			m.to += "x"
		}
		if w.root.Rename(local(s.Dir, p), m.to) == nil {
			all = append(all, m)
		}
	}
	for _, f := range s.Files {
		move(f.Path)
		entries, _ := disk.ListIn(w.root, local(s.Dir, path.Dir(f.Path)))
		for _, e := range entries { // versions that were not listed
			if p := path.Join(path.Dir(f.Path), e.Name()); p != f.Path && own.Original(p) == f.Path {
				move(p)
			}
		}
	}
	if again, err := a.listed(ctx, w, s.Dir); err == nil {
		for _, m := range all {
			if again[m.path] {
				_ = setAside(w.root, m.to, local(s.Dir, m.path)) // fails if it was kept again
			}
		}
	}
	for _, m := range all {
		if info, err := w.root.Lstat(m.to); err == nil {
			freed += info.Size()
		}
	}
	syncDirs(w.root, local(s.Dir, s.Base))
	w.remove()
	for _, m := range all {
		removeEmpty(w, s.Dir, path.Dir(m.path))
	}
	return freed, nil
}

// listed returns the paths that the lists in a directory of the archive have.
func (a *Archive) listed(ctx context.Context, w *work, dir string) (map[string]bool, error) {
	paths := map[string]bool{}
	for _, base := range bases(w.root, dir) {
		s, err := readList(w.root, dir, base)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err == nil {
			for _, f := range s.Files {
				paths[f.Path] = true
			}
		}
	}
	return paths, nil
}

// removeEmpty removes a directory below that of a root, and those above it, as far as they are
// empty.
func removeEmpty(w *work, root, dir string) {
	for ; dir != "." && w.root.Remove(local(root, dir)) == nil; dir = path.Dir(dir) {
	}
}
