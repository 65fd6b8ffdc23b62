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
	"time"

	"dendro/backend/internal/own"
	"dendro/backend/message"
)

// Damage is a file of the archive that is not as its list says, or that no list has.
type Damage struct {
	Session *Session // nil if no list has the file
	Path    string   // below the directory of the archive
	Cause   error
}

// The causes of damage.
var (
	ErrDamaged = message.New("archive_damaged_file").Error(nil)
	errMissing = message.New("archive_missing_file").Error(nil)
	errForeign = message.New("archive_foreign_file").Error(nil)
)

// A file that seems damaged or foreign is looked at again a few times, since other processes
// may keep or drop its session meanwhile.
const (
	verifyTries = 4
	verifyPause = 150 * time.Millisecond
)

// Verify reads every file of the archive against its list and returns the damaged, missing
// and foreign files.
func (a *Archive) Verify(ctx context.Context) (found []Damage, err error) {
	root, err := a.open()
	if root == nil {
		return nil, err
	}
	defer root.Close()
	for try := range verifyTries {
		var again []Damage
		if again, err = a.verify(ctx, root, found); err != nil || len(again) == 0 {
			return nil, err
		}
		if found = again; try < verifyTries-1 {
			select {
			case <-ctx.Done():
				return nil, ctx.Err()
			case <-time.After(verifyPause):
			}
		}
	}
	return found, nil
}

// verify checks everything, or the paths of earlier damage only.
func (a *Archive) verify(ctx context.Context, root *os.Root, only []Damage) (found []Damage, err error) {
	add := func(s *Session, p string, cause error) { found = append(found, Damage{s, p, cause}) }
	wanted := func(p string) bool {
		return only == nil || slices.ContainsFunc(only, func(d Damage) bool { return d.Path == p })
	}
	sessions, _ := a.sessions(ctx, root)
	known := map[string]bool{Readme: true} // named already, or in no need of it
	roots, err := a.roots(root)
	for _, r := range roots {
		known[path.Join(filepath.Base(r.Path), rootFile)] = r.From != ""
	}
	for _, s := range sessions {
		list := path.Join(s.Dir, s.Base+listSuffix)
		if known[list] = true; s.damage != nil {
			add(nil, list, errors.Unwrap(s.damage))
		}
		for _, f := range s.Files {
			at := path.Join(s.Dir, f.Path)
			if known[at] = true; wanted(at) && ctx.Err() == nil {
				if _, err := locate(root, s, f); err != nil {
					add(s, at, err)
				}
			}
		}
	}
	for _, p := range foreign(root, known) {
		if wanted(p) {
			add(nil, p, errForeign)
		}
	}
	return found, cmp.Or(ctx.Err(), err)
}

// foreign returns the paths of the files that no list has.
func foreign(root *os.Root, known map[string]bool) (paths []string) {
	_ = fs.WalkDir(root.FS(), ".", func(p string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			if p != "." && !errors.Is(err, fs.ErrNotExist) {
				paths = append(paths, p)
			}
		case e.IsDir() && p == workDir:
			return fs.SkipDir
		case e.IsDir():
		case !known[p] && !known[own.Original(p)]:
			paths = append(paths, p)
		}
		return nil
	})
	return paths
}

// locate returns the path, below the session's directory, of a file with the listed content.
// The file may have grown since, or have become an older version: another process may keep the
// session.
func locate(root *os.Root, s *Session, f File) (string, error) {
	err := holds(root, s, f, f.Path)
	if err == nil {
		return f.Path, nil
	}
	for _, p := range versions(root, s.Dir, f)[f.Path] {
		if holds(root, s, f, p) == nil {
			return p, nil
		}
	}
	return "", err
}

// holds returns why a file does not begin with the listed content.
func holds(root *os.Root, s *Session, f File, p string) error {
	file, info, err := openKept(root, local(s.Dir, p))
	switch {
	case err != nil:
		return err
	case file == nil:
		return errMissing
	}
	defer file.Close()
	if info.Size() < f.Size {
		return ErrDamaged
	}
	hash, err := hashOf(file, f.Size)
	if err == nil && hash != f.Hash {
		err = ErrDamaged
	}
	return err
}

// Abs returns the absolute path of a file of a session in the archive.
func (a *Archive) Abs(s *Session, p string) string {
	return filepath.Join(a.dir.Path, local(s.Dir, p))
}
