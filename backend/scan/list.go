package scan

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"dendro/backend/transcript"
)

// File is a session's or an agent's file.
type File struct {
	Root    string // the root it lies in
	Path    string // relative to Root, with slashes: projects/<dir>/<stem>.jsonl
	ID      string // of a session: the stem; of an agent: the stem without "agent-"
	Agent   bool
	Owner   string // of an agent: the session whose side directory holds it, "" where it lies beside the sessions
	Run     string // of an agent: the workflow run it belongs to
	Size    int64
	ModTime time.Time
	Place   Place
	Meta    transcript.AgentMeta // of an agent: its .meta.json
}

// Place tells one file from another under the same path, and one state of it
// from another with the same size and time. It is zero where the system does
// not say.
type Place struct {
	Inode   uint64
	Changed int64 // when anything about it changed last, or when it was made
}

// Abs returns the file's absolute path.
func (f *File) Abs() string {
	if filepath.Separator == '/' && f.Root != "" && f.Root[len(f.Root)-1] != '/' {
		return f.Root + "/" + f.Path // both are clean
	}
	return filepath.Join(f.Root, filepath.FromSlash(f.Path))
}

// Problem is a part of a root that could not be read. What else there is has
// been read.
type Problem struct {
	Path string
	Err  error
}

// Error says what could not be read and why.
func (p Problem) Error() string { return fmt.Sprintf("%s: %v", p.Path, p.Err) }

// ErrNoProjects is the problem of a root that has no projects directory.
var ErrNoProjects = errors.New("no projects directory here: is this a Claude config directory?")

// maxDepth bounds how deep subagents/ is searched; workflows lie two levels
// down.
const maxDepth = 6

// List finds all session and agent files of the roots, newest first. Where the
// projects of two roots are one directory, they are those of the first root.
func List(ctx context.Context, roots []Root) ([]File, []Problem, error) {
	var files []*File
	var problems []Problem
	seen := map[string]bool{} // projects directories, without links
	for _, root := range roots {
		listed := listRoot(ctx, root.Path, seen)
		n := 0
		for _, l := range listed {
			n += len(l.files)
		}
		files = slices.Grow(files, n)
		for _, l := range listed {
			for i := range l.files {
				files = append(files, &l.files[i])
			}
			problems = append(problems, l.problems...)
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	slices.SortStableFunc(files, func(a, b *File) int {
		return cmp.Or(b.ModTime.Compare(a.ModTime), cmp.Compare(a.Path, b.Path))
	})
	sorted := make([]File, len(files))
	for i, f := range files {
		sorted[i] = *f
	}
	return sorted, problems, nil
}

// listRoot lists the projects of a root, each by itself and several at once.
func listRoot(ctx context.Context, root string, seen map[string]bool) []lister {
	dir := filepath.Join(root, "projects")
	key := Resolved(dir)
	if seen[key] {
		return nil
	}
	seen[key] = true
	entries, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return []lister{{problems: []Problem{{root, ErrNoProjects}}}}
	case err != nil:
		return []lister{{problems: []Problem{{dir, err}}}}
	}
	projects := make([]lister, len(entries))
	var next atomic.Int64
	var group sync.WaitGroup
	for range min(Workers(), len(entries)) {
		group.Go(func() {
			var meta [4 << 10]byte
			for i := int(next.Add(1)) - 1; i < len(entries) && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				if isDirEntry(dir, entries[i]) {
					l := &projects[i]
					l.root, l.meta = root, meta[:]
					l.project("projects/" + entries[i].Name())
				}
			}
		})
	}
	group.Wait()
	return projects
}

// lister lists one project.
type lister struct {
	root     string
	meta     []byte // a buffer
	files    []File
	problems []Problem
}

func (l *lister) abs(rel string) string { return filepath.Join(l.root, filepath.FromSlash(rel)) }

func (l *lister) problem(rel string, err error) {
	l.problems = append(l.problems, Problem{l.abs(rel), err})
}

// project lists one project directory: sessions, agents of layout 2 beside
// them (~2.0.3x..2.1.1), and the side directories of layout 3 (2.1.2+).
func (l *lister) project(rel string) {
	dir, err := openDirectory(l.abs(rel))
	if err != nil {
		l.problem(rel, err)
		return
	}
	defer dir.close()
	l.files = slices.Grow(l.files, len(dir.entries))
	for _, e := range dir.entries {
		name := e.Name()
		stem, jsonl := strings.CutSuffix(name, ".jsonl")
		switch {
		case jsonl && !e.IsDir() && sessionStem(stem):
			l.file(dir, rel, stem, "", "", e)
		case !jsonl && isDirEntry(dir.path, e):
			l.subagents(rel+"/"+name+"/subagents", name, "", 0)
		}
	}
}

func (l *lister) subagents(rel, owner, run string, depth int) {
	dir, err := openDirectory(l.abs(rel))
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			l.problem(rel, err)
		}
		return
	}
	defer dir.close()
	for _, e := range dir.entries {
		name := e.Name()
		stem, jsonl := strings.CutSuffix(name, ".jsonl")
		switch {
		case jsonl && agentStem(stem): // journal.jsonl is no conversation
			l.file(dir, rel, stem, owner, run, e)
		case !jsonl && depth < maxDepth && e.IsDir(): // a link here could lead round in circles
			under := run
			if under == "" && path.Base(rel) == "workflows" {
				under = name
			}
			l.subagents(rel+"/"+name, owner, under, depth+1)
		}
	}
}

func (l *lister) file(dir *directory, parent, stem, owner, run string, e fs.DirEntry) {
	rel := parent + "/" + e.Name()
	s, err := dir.stat(e.Name()) // follows links: people share histories that way
	if errors.Is(err, fs.ErrNotExist) && e.Type()&fs.ModeSymlink == 0 {
		return // removed since the directory was read
	}
	if err != nil {
		l.problem(rel, err)
		return
	}
	if !s.regular {
		return
	}
	f := newFile(l.root, rel, stem, owner, run, s)
	if f.Agent {
		f.Meta = dir.meta(stem+".meta.json", l.meta)
	}
	l.files = append(l.files, f)
}

// sessionStem reports whether a file beside the sessions can be one of them or
// an agent: some systems leave "._" files beside those that they copy.
func sessionStem(stem string) bool { return stem != "" && !strings.HasPrefix(stem, "._") }

// agentStem reports whether stem is that of an agent's file.
func agentStem(stem string) bool {
	return len(stem) > len("agent-") && strings.HasPrefix(stem, "agent-")
}

// newFile describes a file, but for what is recorded about an agent.
func newFile(root, rel, stem, owner, run string, s state) File {
	f := File{Root: root, Path: rel, ID: stem, Owner: owner, Run: run, Size: s.size, ModTime: s.modTime, Place: s.place}
	if agentStem(stem) {
		f.Agent, f.ID = true, strings.TrimPrefix(stem, "agent-")
	}
	return f
}

func isDirEntry(dir string, e fs.DirEntry) bool {
	if e.Type()&fs.ModeSymlink != 0 {
		return isDir(filepath.Join(dir, e.Name()))
	}
	return e.IsDir()
}

// Project returns the name of the project directory that holds the file.
func (f *File) Project() string {
	name, _, _ := strings.Cut(strings.TrimPrefix(f.Path, "projects/"), "/")
	return name
}
