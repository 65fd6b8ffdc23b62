package archive

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"dendro/backend/internal/own"
)

// Unpacked are directories like Claude config directories, with the sessions that are only
// in the archive, uncompressed. Everything in them can be unpacked again. To the rest of
// Dendro they are roots.
type Unpacked struct {
	Archive *Archive
	Dir     own.Dir
}

// NewUnpacked returns the directories below dir for the sessions of an archive.
func NewUnpacked(a *Archive, dir own.Dir) *Unpacked {
	return &Unpacked{a, dir}
}

// RootOf returns the directory for the sessions of a Claude config directory.
func (u *Unpacked) RootOf(root string) string {
	hash := sha256.Sum256([]byte(root))
	return filepath.Join(u.Dir.Path, hex.EncodeToString(hash[:4]))
}

// Has reports whether a root is one of these directories.
func (u *Unpacked) Has(root string) bool {
	return u != nil && u.Dir.Path != "" && filepath.Dir(root) == u.Dir.Path
}

// From returns the Claude config directory whose sessions a root holds, or "" for a root that
// Has does not know.
func (u *Unpacked) From(ctx context.Context, root string) (string, error) {
	sessions, err := u.Archive.Sessions(ctx)
	for _, s := range sessions {
		if u.RootOf(s.Root) == root {
			return s.Root, nil
		}
	}
	return "", err
}

// Whether says if a kept session's transcript is in its Claude config directory.
type Whether int

// The answers. Of a session that is Unknown nothing is unpacked or removed.
const (
	Unknown Whether = iota
	There
	Gone
)

// Sync unpacks the sessions that are gone from their Claude config directory, and removes
// those that are there again or were dropped. It returns the roots that have any. A damaged
// file is left out; its error does not prevent others from being unpacked. Of several
// processes one works at a time.
func (u *Unpacked) Sync(ctx context.Context, state func(*Session) Whether) (roots []string, err error) {
	sessions, err := u.Archive.Sessions(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := os.Lstat(u.Dir.Path); len(sessions) == 0 && errors.Is(err, fs.ErrNotExist) || u.Dir.Path == "" {
		return nil, nil // no session, and none to remove
	}
	unlock, err := lockDir(ctx, u.Dir)
	if err != nil {
		return nil, err
	}
	defer unlock()
	wanted, keep := map[string]bool{}, map[string]bool{}
	var failed error
	for _, s := range sessions {
		if ctx.Err() != nil {
			return roots, ctx.Err()
		}
		root := u.RootOf(s.Root)
		switch state(s) {
		case Unknown:
			keep[root] = true
			continue
		case There:
			continue
		}
		failed = errors.Join(failed, u.unpack(ctx, s, root, wanted))
		if !slices.Contains(roots, root) {
			roots = append(roots, root)
		}
	}
	return roots, errors.Join(failed, u.sweep(wanted, keep))
}

// unpack writes the files of a session that are not there yet.
func (u *Unpacked) unpack(ctx context.Context, brief *Session, root string, wanted map[string]bool) error {
	below, err := u.open(filepath.Base(root))
	if err != nil {
		return err
	}
	defer below.Close()
	var whole *Session
	var failed error
	for i, f := range brief.Files {
		at := filepath.FromSlash(f.Path)
		wanted[filepath.Join(root, at)] = true
		if info, err := below.Lstat(at); err == nil && info.Mode().IsRegular() && info.Size() == f.Size && info.ModTime().Equal(f.ModTime) {
			continue
		}
		if whole == nil {
			if whole, err = u.Archive.Get(ctx, brief.Key()); err != nil {
				return errors.Join(failed, err)
			}
		}
		if i >= len(whole.Files) || whole.Files[i].Path != f.Path {
			return errors.Join(failed, errDamaged) // kept again meanwhile: the next call unpacks it
		}
		failed = errors.Join(failed, u.write(ctx, below, whole, whole.Files[i]))
	}
	return failed
}

// open opens a directory below u.Dir and creates it if it is missing.
func (u *Unpacked) open(name string) (*os.Root, error) {
	if err := u.Dir.Make(); err != nil {
		return nil, err
	}
	all, err := u.Dir.Open()
	if err != nil {
		return nil, err
	}
	defer all.Close()
	if err := all.MkdirAll(name, 0o700); err != nil {
		return nil, err
	}
	return all.OpenRoot(name)
}

// write unpacks a file under another name first.
func (u *Unpacked) write(ctx context.Context, root *os.Root, s *Session, f File) (err error) {
	at := filepath.FromSlash(f.Path)
	if err := root.MkdirAll(filepath.Dir(at), 0o700); err != nil {
		return err
	}
	part := at + unfinished
	file, err := root.OpenFile(part, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	err = errors.Join(u.Archive.Copy(ctx, file, s, f), file.Close())
	if err == nil {
		err = root.Chtimes(part, f.ModTime, f.ModTime)
	}
	if err == nil {
		err = root.Rename(part, at)
	}
	if err != nil {
		err = errors.Join(err, root.Remove(part))
	}
	return err
}

// sweep removes files that no session wants, and the directories that become empty. Roots in
// keep stay as they are.
func (u *Unpacked) sweep(wanted, keep map[string]bool) error {
	root, err := u.Dir.Open()
	if err != nil {
		return err
	}
	defer root.Close()
	var files, dirs []string
	err = fs.WalkDir(root.FS(), ".", func(p string, e fs.DirEntry, err error) error {
		at := filepath.Join(u.Dir.Path, filepath.FromSlash(p))
		switch {
		case err != nil:
			return err
		case keep[at]:
			return fs.SkipDir
		case e.IsDir():
			dirs = append(dirs, p)
		case !wanted[at] && p != lockFile:
			files = append(files, p)
		}
		return nil
	})
	for _, f := range files {
		err = errors.Join(err, root.Remove(filepath.FromSlash(f)))
	}
	for i := len(dirs) - 1; i > 0; i-- { // the deepest first; one in use is not empty
		if entries, listErr := fs.ReadDir(root.FS(), dirs[i]); listErr == nil && len(entries) == 0 && strings.Contains(dirs[i], "/") {
			err = errors.Join(err, root.Remove(filepath.FromSlash(dirs[i])))
		}
	}
	return err
}
