package archive

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

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
		if slices.Contains(keys, s.Key()) {
			n, err := carryOut(root, &job{Dir: s.Dir, Base: s.Base, Drop: true, List: s.encode(), Was: s.state}, s)
			if freed += n; err != nil {
				return freed, err
			}
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
	now.Files = slices.DeleteFunc(now.Files, func(f File) bool { return f.Path == p })
	if _, err := carryOut(root, &job{Dir: s.Dir, Base: s.Base, List: now.encode(), Gone: []string{p}, Was: now.state}, now); err != nil {
		return 0, err
	}
	return f.Size, ctx.Err()
}

// drop removes the list of a session and then its files, with the versions that no list has. If
// the session is kept again meanwhile, what its new list has is put back.
func (w *work) drop(j *job, s *Session) (freed int64, err error) {
	if now := stateIn(w.root, j.Dir, j.Base); now != "" && now != j.Was {
		return 0, nil
	}
	list := local(j.Dir, j.Base+listSuffix)
	if err := w.root.Remove(list); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return 0, err
	}
	var paths []string
	shared, there := listed(w.root, j.Dir), versions(w.root, j.Dir, s.Files...)
	for _, f := range s.Files {
		paths = append(paths, f.Path) // moved before, perhaps
		for _, p := range there[f.Original()] {
			if !shared[p] {
				paths = append(paths, p)
				_ = install(w.root, local(j.Dir, p), w.path(p)) // what stays is named by a verification
			}
		}
	}
	slices.Sort(paths)
	shared = listed(w.root, j.Dir)
	for _, p := range slices.Compact(paths) {
		info, err := w.root.Lstat(w.path(p))
		if err == nil && !(shared[p] && setAside(w.root, w.path(p), local(j.Dir, p)) == nil) {
			freed += info.Size()
		}
	}
	syncDirs(w.root, list)
	w.remove()
	for _, p := range paths { // the directories that are empty now
		for dir := path.Dir(p); dir != "." && w.root.Remove(local(j.Dir, dir)) == nil; dir = path.Dir(dir) {
		}
	}
	return freed, nil
}

// listed returns the paths that the lists in a directory of the archive have.
func listed(root *os.Root, dir string) map[string]bool {
	paths := map[string]bool{}
	for _, base := range bases(root, dir) {
		if s, err := readList(root, dir, base); err == nil {
			for _, f := range s.Files {
				paths[f.Path] = true
			}
		}
	}
	return paths
}

// versions returns the paths of files that are in the archive, by the path of the file of which
// they are a version. Only the directories of the given files are read.
func versions(root *os.Root, dir string, files ...File) map[string][]string {
	by, seen := map[string][]string{}, map[string]bool{}
	for _, f := range files {
		at := path.Dir(f.Path)
		if seen[at] {
			continue
		}
		seen[at] = true
		entries, _ := disk.ListIn(root, local(dir, at)) // missing ones have none
		for _, e := range entries {
			p := path.Join(at, filepath.ToSlash(e.Name()))
			by[own.Original(p)] = append(by[own.Original(p)], p)
		}
	}
	return by
}
