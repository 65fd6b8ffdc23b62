package archive

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"

	"dendro/backend/internal/disk"
	"dendro/backend/internal/own"
)

// keeper keeps one session.
type keeper struct {
	*Batch
	work    *work
	files   sourceFiles
	old     *Session // nil: it was not kept before
	session Session  // as it will be
	changes []change
	remove  []string // versions that newer ones begin with
	adopted bool     // the old list lacked versions
	added   Added
}

// change is a file whose new content is completed.
type change struct {
	path  string
	part  string // its name in the directory of work
	older string // the path that the kept one moves to; "": it is replaced
}

// collect completes the new content of all files.
func (k *keeper) collect(ctx context.Context) error {
	if err := errors.Join(k.files.find(), k.adopt(ctx)); err != nil {
		return err
	}
	for i, p := range k.files.all {
		err := k.file(ctx, p)
		switch {
		case err == nil:
		case i == 0 && !errors.Is(err, errVersions) || ctx.Err() != nil || errors.Is(err, ErrFull) || errors.As(err, &writeError{}):
			return err
		case !errors.Is(err, fs.ErrNotExist): // else it was deleted meanwhile
			k.added.Unkept = append(k.added.Unkept, Unkept{p, err})
		}
	}
	if k.old != nil { // Claude Code deletes files beside a transcript, too
		for _, f := range k.old.Files {
			if _, ok := k.session.file(f.Path); !ok && !slices.Contains(k.remove, f.Path) {
				k.session.Files = append(k.session.Files, f)
			}
		}
	}
	slices.SortFunc(k.session.Files, func(x, y File) int {
		return cmp.Or(x.rank(k.session.Base)-y.rank(k.session.Base), cmp.Compare(x.Path, y.Path))
	})
	return nil
}

// adopt adds older versions to the old list that a killed process had no time to list.
func (k *keeper) adopt(ctx context.Context) error {
	if k.old == nil {
		return nil
	}
	dirs := map[string]bool{}
	for i := range k.old.Files {
		f := &k.old.Files[i]
		dirs[path.Dir(f.Path)] = true
		if f.Hash == "" {
			if err := k.measure(ctx, f); err != nil {
				return err
			}
		}
	}
	for dir := range dirs {
		entries, _ := disk.ListIn(k.work.root, local(k.old.Dir, dir)) // missing files are kept again
		for _, e := range entries {
			p := path.Join(dir, e.Name())
			_, listed := k.old.file(p)
			if of := own.Original(p); of != p && !listed && k.old.owns(p) {
				if _, ok := k.old.file(of); !ok {
					continue
				}
				f := File{Path: p, Of: of}
				if err := k.measure(ctx, &f); err != nil {
					return err
				}
				k.old.Files, k.adopted = append(k.old.Files, f), true
			}
		}
	}
	return nil
}

// measure sets the size, the time and the hash of a file of the archive.
func (k *keeper) measure(ctx context.Context, f *File) error {
	file, info, err := openKept(k.work.root, local(k.session.Dir, f.Path))
	if err != nil || file == nil {
		return err
	}
	defer file.Close()
	f.Size, f.Time = info.Size(), info.ModTime().UTC()
	f.Hash, err = hashOf(ctx, file, f.Size)
	return err
}

// rank orders the transcript before its older versions, and these before other files.
func (f *File) rank(base string) int {
	switch {
	case f.Path == base+".jsonl":
		return 0
	case f.Original() == base+".jsonl":
		return 1
	}
	return 2
}

// file adds a file as it is now, or leaves it as it is kept.
func (k *keeper) file(ctx context.Context, p string) error {
	file, done, err := k.files.open(p)
	if err != nil {
		return err
	}
	defer done()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	kept, keptInfo, err := openKept(k.work.root, local(k.session.Dir, p))
	if err != nil {
		return err
	}
	f := File{Path: p, Size: info.Size(), Time: info.ModTime().UTC()}
	if kept == nil {
		return k.copy(ctx, file, f, "")
	}
	defer kept.Close()
	how, err := compare(ctx, file, kept, info.Size(), keptInfo.Size())
	if err != nil {
		return err
	}
	switch how {
	case extends:
		if err := k.copy(ctx, file, f, ""); err != nil {
			return err
		}
		return k.prune(ctx, p, file, info.Size())
	case equal, shorter:
		f.Size, f.Time = keptInfo.Size(), keptInfo.ModTime().UTC()
		if f.Hash, err = hashOf(ctx, kept, f.Size); err != nil {
			return err
		}
		if how == shorter {
			k.added.Shorter = append(k.added.Shorter, p)
		}
		k.session.Files = append(k.session.Files, f)
		return nil
	}
	return k.replace(ctx, file, f, kept, keptInfo)
}

// replace keeps a file that does not continue its kept version beside that.
func (k *keeper) replace(ctx context.Context, file *os.File, f File, kept *os.File, info fs.FileInfo) error {
	older := File{Of: f.Path, Size: info.Size(), Time: info.ModTime().UTC()}
	var err error
	if older.Hash, err = hashOf(ctx, kept, older.Size); err != nil {
		return err
	}
	if was, ok := k.before(f.Path); ok && was.Hash != older.Hash && was.Time.Equal(older.Time) { // it is damaged: nobody has written it
		if hash, err := hashOf(ctx, file, f.Size); err == nil && hash == was.Hash {
			return k.copy(ctx, file, f, "")
		}
	}
	if err := k.prune(ctx, f.Path, file, f.Size); err != nil {
		return err
	}
	if versions := k.versions(f.Path); len(versions) >= maxOlder && !k.files.src.More {
		if !rewritten(f.Path) {
			k.session.Files = append(k.session.Files, File{f.Path, "", older.Size, older.Hash, older.Time})
			return errVersions
		}
		k.remove = append(k.remove, versions[0].Path)
	}
	for n := 0; older.Path == "" || k.taken(older.Path); n++ {
		older.Path = own.VersionPath(f.Path, k.archive.now(), n)
	}
	if err := k.copy(ctx, file, f, older.Path); err != nil {
		return err
	}
	k.session.Files = append(k.session.Files, older)
	k.added.Replaced = append(k.added.Replaced, older)
	return nil
}

// before returns a file as it was kept before.
func (k *keeper) before(p string) (File, bool) {
	if k.old == nil {
		return File{}, false
	}
	return k.old.file(p)
}

// versions returns the older versions of a file that stay, oldest first.
func (k *keeper) versions(p string) (all []File) {
	if k.old == nil {
		return nil
	}
	for _, f := range k.old.Files {
		if f.Of == p && !slices.Contains(k.remove, f.Path) {
			all = append(all, f)
		}
	}
	slices.SortFunc(all, func(x, y File) int { return cmp.Compare(x.Path, y.Path) })
	return all
}

func (k *keeper) taken(p string) bool {
	_, err := k.work.root.Lstat(local(k.session.Dir, p))
	return !errors.Is(err, fs.ErrNotExist)
}

// prune removes the older versions of a file with which its new content begins.
func (k *keeper) prune(ctx context.Context, p string, file *os.File, size int64) error {
	for _, v := range k.versions(p) {
		kept, info, err := openKept(k.work.root, local(k.session.Dir, v.Path))
		if err != nil || kept == nil {
			continue // a verification names it
		}
		how, err := compare(ctx, file, kept, size, info.Size())
		_ = kept.Close() // only read from
		if err != nil {
			return err
		}
		if how == equal || how == extends {
			k.remove = append(k.remove, v.Path)
		}
	}
	return nil
}

// copy completes a file's new content.
func (k *keeper) copy(ctx context.Context, file *os.File, f File, older string) error {
	if k.limit > 0 && k.size+k.added.Stored+f.Size > k.limit {
		return ErrFull
	}
	part := "new" + strconv.Itoa(len(k.changes))
	c, err := k.archive.copyFile(ctx, k.work, part, file, f.Size)
	if err == nil {
		err = k.work.root.Chtimes(k.work.path(part), f.Time, f.Time)
	}
	if err != nil {
		return err
	}
	f.Hash = c.hash
	if c.cloned {
		k.added.Cloned += c.size
	} else {
		k.added.Stored += c.size
	}
	k.changes = append(k.changes, change{f.Path, part, older})
	k.session.Files = append(k.session.Files, f)
	return nil
}

// write puts everything in its place, the list last. Before, the list lies with the new files:
// see finishKeep.
func (k *keeper) write() error {
	root, dir := k.work.root, k.session.Dir
	k.session.Kept = k.archive.now().UTC()
	for i, f := range k.session.Files {
		for c := range k.changes {
			if k.changes[c].path == f.Path {
				part := strconv.Itoa(i)
				if err := root.Rename(k.work.path(k.changes[c].part), k.work.path(part)); err != nil {
					return err
				}
				k.changes[c].part = part
			}
		}
	}
	if err := k.work.write("place", []byte(dir+"/"+k.session.Base)); err != nil {
		return err
	}
	if err := k.work.write(listFile, k.session.encode()); err != nil {
		return err
	}
	list := local(dir, k.session.Base+listSuffix)
	names := []string{list}
	for _, c := range k.changes {
		at := local(dir, c.path)
		if c.older != "" {
			if err := setAside(root, at, local(dir, c.older)); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
		if err := install(root, k.work.path(c.part), at); err != nil {
			return err
		}
		names = append(names, at)
	}
	syncDirs(root, names...)
	if err := install(root, k.work.path(listFile), list); err != nil {
		return err
	}
	syncDirs(root, list)
	for _, p := range k.remove {
		_ = root.Remove(local(dir, p)) // a newer one begins with it
	}
	return nil
}

// inPlace reports whether the list and the files are those of this keep.
func (k *keeper) inPlace() bool {
	now, err := readList(k.work.root, k.session.Dir, k.session.Base)
	if err != nil || !now.Kept.Equal(k.session.Kept) || !slices.EqualFunc(now.Files, k.session.Files, same) {
		return false
	}
	for _, f := range k.session.Files {
		info, err := k.work.root.Lstat(local(k.session.Dir, f.Path))
		changed := slices.ContainsFunc(k.changes, func(c change) bool { return c.path == f.Path || c.older == f.Path })
		if changed && (err != nil || !info.Mode().IsRegular() || info.Size() != f.Size) {
			return false
		}
	}
	return true
}
