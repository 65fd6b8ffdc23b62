package session

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"dendro/backend/internal/disk"
	"dendro/backend/message"
)

// maxCopy bounds the size of a file that is read.
const maxCopy = 16 << 20

// copyName matches the names of Claude Code's copies.
var copyName = regexp.MustCompile(`^[0-9a-f]{1,64}@v[0-9]{1,9}$`)

// read returns the content of a file in a state, and whether there was one.
func (l *Checkpoints) read(ctx context.Context, at *FilesAt, f *FileAt, state copied) (text []byte, existed bool, err error) {
	switch {
	case state.unknown != nil:
		return nil, false, state.unknown
	case state.made != nil:
		return []byte(*state.made), true, nil
	case state.now:
		return l.current(ctx, at, f.Path)
	case state.name == "":
		return nil, false, nil
	case !copyName.MatchString(state.name):
		return nil, false, message.New("checkpoint_gone", "file", f.Path).Error(ErrNotFound)
	}
	for _, dir := range l.copyDirs(at.Session) {
		text, err = disk.WithTimeout(ctx, l.opt.Disk, dir.root, func() ([]byte, error) { return dir.read(state.name) })
		if !errors.Is(err, fs.ErrNotExist) {
			if err != nil {
				err = CannotRead(err)
			}
			return text, err == nil, err
		}
	}
	return nil, false, message.New("checkpoint_gone", "file", f.Path).Error(ErrNotFound)
}

// copyDir is a directory of copies.
type copyDir struct{ root, session string }

func (d copyDir) read(name string) ([]byte, error) {
	root, err := os.OpenRoot(d.root)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return disk.ReadFileIn(root, filepath.Join("file-history", d.session, name), maxCopy)
}

// copyDirs returns the directories that may hold a session's copies: its own, and those of the
// other sessions of its chat, of which it may be a copy.
func (l *Checkpoints) copyDirs(session string) (dirs []copyDir) {
	known := l.opt.Catalog.Snapshot()
	chat, own := known.Session(session)
	if chat == nil {
		return nil
	}
	add := func(root, id string) {
		if d := (copyDir{root, id}); filepath.IsLocal(id) && !slices.Contains(dirs, d) {
			dirs = append(dirs, d)
		}
	}
	add(own.Source.Root, cmp.Or(own.CopyOf, own.ID))
	for _, s := range chat.Sessions {
		add(s.Source.Root, cmp.Or(s.CopyOf, s.ID))
	}
	return dirs
}

// current returns the current content of a file in the working directory. Files elsewhere are
// not read: a history may name any.
func (l *Checkpoints) current(ctx context.Context, at *FilesAt, path string) (text []byte, exists bool, err error) {
	inside, ok := insideOf(at.dir, path)
	if !ok {
		return nil, false, message.New("checkpoint_elsewhere", "file", path).Error(nil)
	}
	text, err = disk.WithTimeout(ctx, l.opt.Disk, at.dir, func() ([]byte, error) {
		root, err := os.OpenRoot(at.dir)
		if err != nil {
			return nil, err
		}
		defer root.Close()
		return disk.ReadFileIn(root, inside, maxCopy)
	})
	if errors.Is(err, fs.ErrNotExist) {
		if _, err := os.Stat(at.dir); err == nil {
			return nil, false, nil
		}
		return nil, false, message.New("checkpoint_no_directory", "dir", at.Dir).Error(ErrNotFound)
	}
	if err != nil {
		err = CannotRead(err)
	}
	return text, err == nil, err
}

// insideOf returns the path of a file below a directory, as the client names it, and false if
// it is elsewhere.
func insideOf(dir, path string) (string, bool) {
	path = filepath.FromSlash(path)
	if filepath.IsAbs(path) {
		below, err := filepath.Rel(dir, path)
		if err != nil {
			return "", false
		}
		path = below
	}
	path = filepath.Clean(path)
	return path, dir != "" && filepath.IsAbs(dir) && filepath.IsLocal(path)
}
