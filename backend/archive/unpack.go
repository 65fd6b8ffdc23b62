package archive

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"unicode/utf8"

	"dendro/backend/internal/own"
)

// Unpacked are directories like Claude config directories, with the sessions that are only
// in the archive, uncompressed. Everything in them can be unpacked again. To the rest of
// Dendro they are roots.
type Unpacked struct {
	Archive *Archive
	Dir     own.Dir

	mu   sync.Mutex
	from map[string]string // the original root by root
}

// NewUnpacked returns the directories below dir for the sessions of an archive.
func NewUnpacked(a *Archive, dir own.Dir) *Unpacked {
	return &Unpacked{Archive: a, Dir: dir, from: map[string]string{}}
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

// From returns the Claude config directory whose sessions a root holds. It returns "" for
// other roots, and for those that Sync has not returned yet.
func (u *Unpacked) From(root string) string {
	if u == nil {
		return ""
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.from[root]
}

// Sync unpacks the sessions that are gone from their Claude config directory, and removes
// those that are there again or were dropped. It returns the roots that have any. gone
// reports whether a session's transcript is missing; in a root that does not respond, none
// is. A damaged file is left out; its error does not prevent others from being unpacked.
func (u *Unpacked) Sync(ctx context.Context, gone func(*Session) bool) (roots []string, err error) {
	sessions, err := u.Archive.Sessions(ctx)
	if err != nil {
		return nil, err
	}
	wanted := map[string]bool{}
	seen := map[string]bool{}
	var failed error
	for _, s := range sessions {
		if ctx.Err() != nil {
			return roots, ctx.Err()
		}
		if !utf8.ValidString(s.Root) || !gone(s) {
			continue
		}
		root := u.RootOf(s.Root)
		failed = errors.Join(failed, u.unpack(ctx, s, root, wanted))
		if !seen[root] {
			seen[root] = true
			roots = append(roots, root)
			u.mu.Lock()
			u.from[root] = s.Root
			u.mu.Unlock()
		}
	}
	return roots, errors.Join(failed, u.sweep(wanted))
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

// sweep removes files that nothing wants any more, and the directories that become empty.
func (u *Unpacked) sweep(wanted map[string]bool) error {
	root, err := u.Dir.Open()
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, own.ErrNone) || len(wanted) == 0 && errors.Is(err, own.ErrUnsafe) {
		return nil // there is nothing of ours
	}
	if err != nil {
		return err
	}
	defer root.Close()
	var files, dirs []string
	err = fs.WalkDir(root.FS(), ".", func(p string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir():
			dirs = append(dirs, p)
		case !wanted[filepath.Join(u.Dir.Path, filepath.FromSlash(p))]:
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
