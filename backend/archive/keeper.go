package archive

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"slices"

	"dendro/backend/internal/own"
	"dendro/backend/message"
)

// maxOlder is how many older versions of a file are kept unasked.
const maxOlder = 3

// errVersions is the cause of a file with too many older versions.
var errVersions = message.New("archive_versions", "n", maxOlder).Error(nil)

// sessionCopy is one session that is copied into the archive.
type sessionCopy struct {
	*Batch
	ctx     context.Context
	work    *work
	src     *Source
	paths   []string // of the session's files, the transcript first
	old     Session  // zero if it was not kept before
	adopted bool     // old has versions that its list lacks
	session Session  // as it will be
	changed []string // files with a new content
	gone    []string // versions that newer ones begin with
	added   Added
}

// collect completes the new content of all files.
func (k *sessionCopy) collect() error {
	if err := k.find(); err != nil {
		return err
	}
	k.adopt()
	for i, p := range k.paths {
		err := k.ctx.Err()
		if err == nil {
			err = k.file(p)
		}
		switch {
		case err == nil:
		case i == 0 && !errors.Is(err, errVersions) || k.ctx.Err() != nil || errors.Is(err, ErrFull) || errors.As(err, &writeError{}):
			return err
		case !errors.Is(err, fs.ErrNotExist): // else it was deleted meanwhile
			k.unkept(p, err)
		}
	}
	for _, f := range k.old.Files { // Claude Code deletes files beside a transcript, too
		if _, ok := k.session.file(f.Path); !ok && !slices.Contains(k.gone, f.Path) {
			k.session.Files = append(k.session.Files, f)
		}
	}
	slices.SortFunc(k.session.Files, func(x, y File) int { return cmp.Compare(x.Path, y.Path) })
	return nil
}

// adopt adds the versions to the old list that a process had no time to list.
func (k *sessionCopy) adopt() {
	there := versions(k.work.root, k.old.Dir, k.old.Files...)
	for _, f := range k.old.Files {
		for _, p := range there[f.Path] {
			if _, listed := k.old.file(p); listed {
				continue
			}
			if version, err := measure(k.work.root, &k.old, p); err == nil { // else it was dropped meanwhile
				k.old.Files, k.adopted = append(k.old.Files, version), true
			}
		}
	}
}

func (k *sessionCopy) isUnchanged() bool {
	return k.old.state != "" && k.old.damage == nil && !k.adopted && len(k.added.Shorter) == 0 && slices.EqualFunc(k.session.Files, k.old.Files, func(x, y File) bool {
		return x.Path == y.Path && x.Of == y.Of && x.Size == y.Size && x.Hash == y.Hash && x.Time.Equal(y.Time)
	}) && len(k.changed) == 0
}

// file adds a file as it is now, or leaves it as it is kept.
func (k *sessionCopy) file(p string) error {
	file, done, err := k.open(p)
	if err != nil {
		return err
	}
	defer done()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	f := File{Path: p, Size: info.Size(), Time: info.ModTime().UTC()}
	kept, keptInfo, err := openKept(k.work.root, local(k.session.Dir, p))
	if err != nil {
		return err
	}
	if kept == nil {
		return k.copy(file, f)
	}
	defer kept.Close()
	is := File{Path: p, Size: keptInfo.Size(), Time: keptInfo.ModTime().UTC()}
	if is.Hash, err = hashOf(kept, is.Size); err != nil {
		return err
	}
	was, listed := k.old.file(p)
	damaged := listed && was.Hash != is.Hash && was.Time.Equal(is.Time) // nobody has written it
	shorter := false
	if f.Size < is.Size {
		begin := File{Size: f.Size}
		if begin.Hash, err = hashOf(kept, f.Size); err == nil {
			shorter, err = k.begins(file, f.Size, begin)
		}
	}
	if damaged {
		is = was // what it has to contain
	}
	continues, beginErr := k.begins(file, f.Size, is)
	switch {
	case err != nil || beginErr != nil:
		return cmp.Or(err, beginErr)
	case shorter:
		k.added.Shorter = append(k.added.Shorter, p)
	case !continues || f.Size > is.Size || damaged:
		return k.replace(file, f, is, continues)
	}
	k.session.Files = append(k.session.Files, is)
	return nil
}

// begins reports whether a file begins with the content of a kept one.
func (k *sessionCopy) begins(file *os.File, size int64, kept File) (bool, error) {
	if size < kept.Size {
		return false, nil
	}
	hash, err := hashOf(file, kept.Size)
	return hash == kept.Hash, err
}

// replace replaces the kept content of a file. Unless the new one continues it, it becomes an
// older version.
func (k *sessionCopy) replace(file *os.File, f, is File, continues bool) error {
	var older []File
	for _, v := range k.old.Files {
		if v.Of != f.Path {
			continue
		}
		isPart, err := k.begins(file, f.Size, v)
		if err != nil {
			return err
		}
		if isPart {
			k.gone = append(k.gone, v.Path)
		} else {
			older = append(older, v)
		}
	}
	if continues {
		return k.copy(file, f)
	}
	if len(older) >= maxOlder && !k.src.More {
		if !rewritten(f.Path) {
			k.session.Files = append(k.session.Files, is)
			return errVersions
		}
		first := slices.MinFunc(older, func(x, y File) int { return cmp.Compare(x.Path, y.Path) })
		k.gone = append(k.gone, first.Path)
	}
	is.Path, is.Of = "", f.Path
	for n := 0; is.Path == "" || k.isTaken(is.Path); n++ {
		is.Path = own.VersionPath(f.Path, k.archive.now(), n)
	}
	if err := k.copy(file, f); err != nil {
		return err
	}
	k.session.Files, k.changed = append(k.session.Files, is), append(k.changed, is.Path)
	k.added.Replaced = append(k.added.Replaced, is)
	return nil
}

func (k *sessionCopy) isTaken(p string) bool {
	_, err := k.work.root.Lstat(local(k.session.Dir, p))
	return !errors.Is(err, fs.ErrNotExist)
}

// copy completes a file's new content.
func (k *sessionCopy) copy(file *os.File, f File) error {
	if k.limit > 0 && k.size+k.added.Stored+f.Size > k.limit {
		return ErrFull
	}
	part := k.work.path(f.Path)
	var cloned bool
	err := within(k.work.root, part, func() (err error) {
		f.Hash, cloned, err = k.archive.copyFile(k.work.root, part, file, f.Size)
		return err
	})
	if err == nil {
		err = k.work.root.Chtimes(part, f.Time, f.Time)
	}
	if err != nil {
		return err
	}
	if cloned {
		k.added.Cloned += f.Size
	} else {
		k.added.Stored += f.Size
	}
	k.changed = append(k.changed, f.Path)
	k.session.Files = append(k.session.Files, f)
	return nil
}
