package archive

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"dendro/backend/internal/disk"
	"dendro/backend/message"
)

// maxFiles bounds the files of a session; real ones have some hundred.
const maxFiles = 20000

// errLink is the cause of a link that is not followed: it may lead anywhere.
var errLink = message.New("archive_link").Error(nil)

// find lists the session's files, the transcript first. Directories of Claude Code that are
// links to another disk are followed, as a scan follows them.
func (k *sessionCopy) find() error {
	s := k.src
	if hasSides(path.Base(s.Base)) {
		k.walk(s.Base, 0)
	}
	if hasSides(s.ID) {
		k.walk("file-history/"+s.ID, 0)
		k.walk(TaskDir(s.ID), 0)
		for _, p := range k.todosOf(k.ctx, s.Root)[s.ID] {
			k.add(p)
		}
	}
	for _, p := range s.Beside { // they need not be there
		k.add(p)
		k.add(strings.TrimSuffix(p, ".jsonl") + ".meta.json")
	}
	for p := range s.Held {
		k.add(p)
	}
	slices.Sort(k.paths)
	k.paths = append([]string{s.Path}, slices.DeleteFunc(slices.Compact(k.paths), func(p string) bool { return p == s.Path })...)
	if len(k.paths) > maxFiles {
		return message.New("archive_too_many_files", "session", s.ID).Error(nil)
	}
	return k.ctx.Err()
}

// add adds a file that belongs to the session.
func (k *sessionCopy) add(p string) {
	if k.src.owns(p) {
		k.paths = append(k.paths, p)
	}
}

func (k *sessionCopy) unkept(p string, cause error) {
	k.added.Unkept = append(k.added.Unkept, Unkept{p, cause})
}

func (k *sessionCopy) abs(p string) string { return filepath.Join(k.src.Root, filepath.FromSlash(p)) }

func (k *sessionCopy) stat(p string) (fs.FileInfo, error) {
	return disk.WithTimeout(k.ctx, k.archive.dir.Disk, k.abs(p), func() (fs.FileInfo, error) { return os.Stat(k.abs(p)) })
}

// walk adds the files in a directory and below it. What it does not follow or cannot read is
// named.
func (k *sessionCopy) walk(dir string, depth int) {
	if len(k.paths) > maxFiles || k.ctx.Err() != nil {
		return
	}
	entries, err := disk.WithTimeout(k.ctx, k.archive.dir.Disk, k.abs(dir), func() ([]fs.DirEntry, error) { return disk.List(k.abs(dir)) })
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			k.unkept(dir, err)
		}
		return
	}
	for _, e := range entries {
		p := dir + "/" + e.Name()
		mode := e.Type()
		link := mode&(fs.ModeSymlink|fs.ModeIrregular) != 0
		if link {
			if info, err := k.stat(p); err == nil {
				mode = info.Mode().Type()
			}
		}
		switch {
		case !k.src.owns(p):
			k.unkept(p, disk.ErrNotRegular)
		case mode.IsDir() && (!link || depth == 0):
			k.walk(p, depth+1)
		case mode.IsRegular() && (!link || strings.HasSuffix(p, ".jsonl")): // what a scan reads
			k.add(p)
		case link:
			k.unkept(p, errLink)
		default:
			k.unkept(p, disk.ErrNotRegular)
		}
	}
}

// open opens a file of the session.
func (k *sessionCopy) open(p string) (file *os.File, done func(), err error) {
	if held := k.src.Held[p]; held != nil {
		return held, func() {}, nil
	}
	file, err = disk.WithTimeout(k.ctx, k.archive.dir.Disk, k.abs(p), func() (*os.File, error) { return disk.Open(k.abs(p)) })
	return file, func() { _ = file.Close() }, err // only read from
}

// todosOf returns the lists of todos in a root by session. They are listed once.
func (b *Batch) todosOf(ctx context.Context, root string) map[string][]string {
	if by, ok := b.todos[root]; ok {
		return by
	}
	by := map[string][]string{}
	dir := filepath.Join(root, "todos")
	entries, _ := disk.WithTimeout(ctx, b.archive.dir.Disk, dir, func() ([]fs.DirEntry, error) { return disk.List(dir) }) // without them
	for _, e := range entries {
		if id, _, ok := strings.Cut(e.Name(), todoMark); ok {
			by[id] = append(by[id], "todos/"+e.Name())
		}
	}
	b.todos[root] = by
	return by
}
