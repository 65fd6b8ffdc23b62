package archive

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"dendro/backend/internal/disk"
)

// workDir holds the directories of keeps and drops that are not finished.
const workDir = "work"

// work is the directory of one of them. Its name says which process it belongs to.
type work struct {
	root *os.Root
	name string
}

func newWork(root *os.Root, kind string) (*work, error) {
	w := &work{root, filepath.Join(workDir, fmt.Sprintf("%s-%d-%08x", kind, os.Getpid(), rand.Uint32()))}
	return w, within(root, w.name, func() error { return root.Mkdir(w.name, 0o700) })
}

// within does something in the directory of a path, which it creates. Another process may
// remove it meanwhile, because it is empty.
func within(root *os.Root, p string, do func() error) (err error) {
	for range 20 {
		if err = root.MkdirAll(filepath.Dir(p), 0o700); err == nil {
			err = do()
		}
		if !errors.Is(err, fs.ErrNotExist) {
			break
		}
	}
	return err
}

func (w *work) path(name string) string { return filepath.Join(w.name, name) }

// write writes a file, durable.
func (w *work) write(name string, data []byte) error {
	file, err := w.root.OpenFile(w.path(name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	return errors.Join(err, file.Sync(), file.Close())
}

func (w *work) remove() { _ = w.root.RemoveAll(w.name) } // else the next sweep does

// listFile is the name of a session's list in a directory of work.
const listFile = "kept.json"

// list reads the session's list; it names where it belongs.
func (w *work) list() (*Session, error) {
	data, err := disk.ReadFileIn(w.root, w.path(listFile), maxList)
	if err != nil {
		return nil, err
	}
	base, err := disk.ReadFileIn(w.root, w.path("place"), 1<<16)
	if err != nil {
		return nil, err
	}
	dir, at, _ := strings.Cut(string(base), "/")
	if !localPath(dir) || !localPath(at+listSuffix) || !strings.HasPrefix(at, "projects/") {
		return nil, fs.ErrInvalid
	}
	return parseList(data, dir, at)
}

// sweep finishes what processes that were killed have begun. It is safe beside others that do
// the same.
func (a *Archive) sweep(root *os.Root) {
	entries, err := disk.ListIn(root, workDir)
	if err != nil {
		return // mostly there is none
	}
	for _, e := range entries {
		kind, rest, _ := strings.Cut(e.Name(), "-")
		number, _, _ := strings.Cut(rest, "-")
		if pid, err := strconv.Atoi(number); err != nil || alive(pid) {
			continue
		}
		w := &work{root, filepath.Join(workDir, e.Name())}
		switch kind {
		case "keep":
			a.finishKeep(w)
		case "drop":
			_, _ = a.finishDrop(context.Background(), w) // the next sweep tries again
		case "once":
			w.remove()
		}
	}
	_ = root.Remove(workDir) // fails unless it is empty
}

// finishKeep completes the first keep of a session whose files were complete when it was
// killed. What else was begun is removed: the list in place is still true.
func (a *Archive) finishKeep(w *work) {
	defer w.remove()
	s, err := w.list()
	if err != nil {
		return
	}
	at := local(s.Dir, s.Base+listSuffix)
	if _, err := w.root.Lstat(at); err == nil {
		return
	}
	for _, f := range s.Files {
		if f.Of != "" {
			_ = setAside(w.root, local(s.Dir, f.Of), local(s.Dir, f.Path)) // or it was done before
		}
	}
	for i, f := range s.Files {
		if err := install(w.root, w.path(strconv.Itoa(i)), local(s.Dir, f.Path)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return
		}
	}
	_ = w.root.Rename(w.path(listFile), at)
}

// install renames a completed file to its place.
func install(root *os.Root, from, to string) error {
	return within(root, to, func() error { return root.Rename(from, to) })
}

// setAside gives a file another name, and leaves it in its place where the file system can do
// that. It replaces nothing.
func setAside(root *os.Root, from, to string) error {
	err := root.Link(from, to)
	if err == nil || errors.Is(err, fs.ErrExist) || errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if _, err := root.Lstat(to); err == nil {
		return fs.ErrExist
	}
	return root.Rename(from, to)
}

// syncDirs makes new names in the directories of files durable. Not every system can do that,
// so errors are ignored.
func syncDirs(root *os.Root, files ...string) {
	seen := map[string]bool{}
	for _, f := range files {
		name := path.Dir(filepath.ToSlash(f))
		if seen[name] {
			continue
		}
		seen[name] = true
		if dir, err := root.Open(filepath.FromSlash(name)); err == nil {
			_ = dir.Sync()
			_ = dir.Close()
		}
	}
}
