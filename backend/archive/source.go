package archive

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"dendro/backend/internal/disk"
	"dendro/backend/message"
)

// Source is a session on the disk.
type Source struct {
	Session        // its ID, Root, Project, Title, Client and Why
	Path    string // of the transcript, relative to the root
	// Beside are more files of the session, relative to the root: agents beside it, plans.
	Beside []string
	// Held are files of the session that are open although they may be gone from the disk, by
	// their paths relative to the root.
	Held map[string]*os.File
	// More allows more older versions of a file than are kept unasked.
	More bool
}

// Unkept is a file of a session that was not kept as it is now.
type Unkept struct {
	Path  string
	Cause error
}

// Error returns the path and the cause.
func (u Unkept) Error() string { return fmt.Sprintf("%s: %v", u.Path, u.Cause) }

// maxFiles bounds the files of a session; real ones have some hundred.
const maxFiles = 20000

// errLink is the cause of a link that is not followed: it may lead anywhere.
var errLink = message.New("archive_link").Error(nil)

// sourceFiles finds the files of one session.
type sourceFiles struct {
	*Batch
	ctx    context.Context
	src    *Source
	all    []string
	unkept []Unkept
}

// find lists the session's files, the transcript first. Directories of Claude Code that are
// links to another disk are followed, as a scan follows them.
func (l *sourceFiles) find() error {
	s := l.src
	l.add(s.Path)
	if hasSides(path.Base(s.Base)) {
		l.walk(s.Base, 0)
	}
	if hasSides(s.ID) {
		l.walk("file-history/"+s.ID, 0)
		l.walk(TaskDir(s.ID), 0)
		for _, p := range l.todosOf(l.ctx, s.Root)[s.ID] {
			l.add(p)
		}
	}
	for _, p := range s.Beside {
		if _, err := l.stat(p); !errors.Is(err, fs.ErrNotExist) {
			l.add(p)
		}
		if meta := strings.TrimSuffix(p, ".jsonl") + ".meta.json"; meta != p+".meta.json" {
			if _, err := l.stat(meta); err == nil {
				l.add(meta)
			}
		}
	}
	for p := range s.Held {
		l.add(p)
	}
	rest := slices.DeleteFunc(l.all[1:], func(p string) bool { return p == s.Path })
	slices.Sort(rest)
	l.all = append(l.all[:1], slices.Compact(rest)...)
	if len(l.all) > maxFiles {
		return message.New("archive_too_many_files", "session", s.ID).Error(nil)
	}
	return l.ctx.Err()
}

// add adds a file that belongs to the session.
func (l *sourceFiles) add(p string) {
	if l.src.owns(p) {
		l.all = append(l.all, p)
	}
}

func (l *sourceFiles) abs(p string) string { return filepath.Join(l.src.Root, filepath.FromSlash(p)) }

func (l *sourceFiles) stat(p string) (fs.FileInfo, error) {
	return disk.WithTimeout(l.ctx, l.archive.dir.Disk, l.abs(p), func() (fs.FileInfo, error) { return os.Stat(l.abs(p)) })
}

// walk adds the files in a directory and below it. What it does not follow or cannot read is
// named.
func (l *sourceFiles) walk(dir string, depth int) {
	if len(l.all) > maxFiles || l.ctx.Err() != nil {
		return
	}
	entries, err := disk.WithTimeout(l.ctx, l.archive.dir.Disk, l.abs(dir), func() ([]fs.DirEntry, error) { return disk.List(l.abs(dir)) })
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			l.unkept = append(l.unkept, Unkept{dir, err})
		}
		return
	}
	for _, e := range entries {
		p := dir + "/" + e.Name()
		mode := e.Type()
		link := mode&(fs.ModeSymlink|fs.ModeIrregular) != 0
		if link {
			if info, err := l.stat(p); err == nil {
				mode = info.Mode().Type()
			}
		}
		switch {
		case !l.src.owns(p):
			l.unkept = append(l.unkept, Unkept{p, disk.ErrNotRegular})
		case mode.IsDir() && (!link || depth == 0):
			l.walk(p, depth+1)
		case mode.IsRegular() && (!link || strings.HasSuffix(p, ".jsonl")): // what a scan reads
			l.add(p)
		case link:
			l.unkept = append(l.unkept, Unkept{p, errLink})
		default:
			l.unkept = append(l.unkept, Unkept{p, disk.ErrNotRegular})
		}
	}
}

// open opens a file of the session.
func (l *sourceFiles) open(p string) (file *os.File, done func(), err error) {
	if held := l.src.Held[p]; held != nil {
		return held, func() {}, nil
	}
	file, err = disk.WithTimeout(l.ctx, l.archive.dir.Disk, l.abs(p), func() (*os.File, error) { return disk.Open(l.abs(p)) })
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
