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
func (f *File) Abs() string { return filepath.Join(f.Root, filepath.FromSlash(f.Path)) }

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
	l := lister{ctx: ctx, seen: map[string]bool{}}
	for _, root := range roots {
		l.root(root.Path)
	}
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	slices.SortStableFunc(l.files, func(a, b File) int {
		return cmp.Or(b.ModTime.Compare(a.ModTime), cmp.Compare(a.Path, b.Path))
	})
	return l.files, l.problems, nil
}

type lister struct {
	ctx      context.Context
	seen     map[string]bool // projects directories, without links
	files    []File
	problems []Problem
}

func (l *lister) problem(path string, err error) {
	l.problems = append(l.problems, Problem{path, err})
}

func (l *lister) root(root string) {
	dir := filepath.Join(root, "projects")
	key := Resolved(dir)
	if l.seen[key] {
		return
	}
	l.seen[key] = true
	entries, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		l.problem(root, ErrNoProjects)
		return
	case err != nil:
		l.problem(dir, err)
		return
	}
	for _, e := range entries {
		if l.ctx.Err() != nil {
			return
		}
		if isDirEntry(dir, e) {
			l.project(root, "projects/"+e.Name())
		}
	}
}

// project lists one project directory: sessions, agents of layout 2 beside
// them (~2.0.3x..2.1.1), and the side directories of layout 3 (2.1.2+).
func (l *lister) project(root, rel string) {
	dir := filepath.Join(root, filepath.FromSlash(rel))
	entries, err := os.ReadDir(dir)
	if err != nil {
		l.problem(dir, err)
		return
	}
	for _, e := range entries {
		name := e.Name()
		stem, jsonl := strings.CutSuffix(name, ".jsonl")
		switch {
		case jsonl && !e.IsDir() && sessionStem(stem):
			l.file(root, rel+"/"+name, stem, "", "", e)
		case !jsonl && isDirEntry(dir, e):
			l.subagents(root, rel+"/"+name+"/subagents", name, "", 0)
		}
	}
}

func (l *lister) subagents(root, rel, owner, run string, depth int) {
	dir := filepath.Join(root, filepath.FromSlash(rel))
	entries, err := os.ReadDir(dir)
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			l.problem(dir, err)
		}
		return
	}
	for _, e := range entries {
		name := e.Name()
		stem, jsonl := strings.CutSuffix(name, ".jsonl")
		switch {
		case jsonl && agentStem(stem): // journal.jsonl is no conversation
			l.file(root, rel+"/"+name, stem, owner, run, e)
		case !jsonl && depth < maxDepth && e.IsDir(): // a link here could lead round in circles
			under := run
			if under == "" && path.Base(rel) == "workflows" {
				under = name
			}
			l.subagents(root, rel+"/"+name, owner, under, depth+1)
		}
	}
}

func (l *lister) file(root, rel, stem, owner, run string, e fs.DirEntry) {
	abs := filepath.Join(root, filepath.FromSlash(rel))
	info, err := os.Stat(abs) // follows links: people share histories that way
	if errors.Is(err, fs.ErrNotExist) && e.Type()&fs.ModeSymlink == 0 {
		return // removed since the directory was read
	}
	if err != nil {
		l.problem(abs, err)
		return
	}
	if !info.Mode().IsRegular() {
		return
	}
	l.files = append(l.files, newFile(root, rel, stem, owner, run, info))
}

// sessionStem reports whether a file beside the sessions can be one of them or
// an agent: some systems leave "._" files beside those that they copy.
func sessionStem(stem string) bool { return stem != "" && !strings.HasPrefix(stem, "._") }

// agentStem reports whether stem is that of an agent's file.
func agentStem(stem string) bool {
	return len(stem) > len("agent-") && strings.HasPrefix(stem, "agent-")
}

func newFile(root, rel, stem, owner, run string, info fs.FileInfo) File {
	f := File{Root: root, Path: rel, ID: stem, Owner: owner, Run: run, Size: info.Size(), ModTime: info.ModTime(), Place: placeOf(info)}
	if agentStem(stem) {
		f.Agent, f.ID = true, strings.TrimPrefix(stem, "agent-")
		f.Meta = readMeta(strings.TrimSuffix(f.Abs(), ".jsonl") + ".meta.json")
	}
	return f
}

// maxMeta bounds a .meta.json; real ones have a few hundred bytes.
const maxMeta = 1 << 20

// readMeta reads what is recorded about an agent. Without it the agent is
// linked by other means, so nothing here is an error.
func readMeta(path string) transcript.AgentMeta {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() || info.Size() > maxMeta {
		return transcript.AgentMeta{}
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return transcript.AgentMeta{}
	}
	return transcript.ParseAgentMeta(data)
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
