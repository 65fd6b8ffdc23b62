package scan

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"dendro/backend/internal/disk"
	"dendro/backend/internal/own"
	"dendro/backend/internal/plain"
	"dendro/backend/message"
	"dendro/backend/transcript"
)

// Problem is a part of a root that could not be read. The rest of the root has been read.
type Problem struct {
	Path string
	Err  error
}

// Error returns the path and the reason.
func (p Problem) Error() string { return fmt.Sprintf("%s: %v", p.Path, p.Err) }

// ErrNoProjects is the problem of a root that has no projects directory.
var ErrNoProjects = message.New("scan_no_projects").Error(nil)

// ErrNoText is the problem of a file whose name cannot be represented in JSON, which is
// UTF-8.
var ErrNoText = message.New("scan_name_not_utf8").Error(nil)

// maxDepth bounds the depth of the search below subagents/; workflows are two levels down.
const maxDepth = 6

// List returns all session and agent files of the roots, newest first. If two roots share a
// projects directory, it belongs to the first one. A root, directory or file that does not
// respond is a problem of its own; prober remembers the roots that did not.
func List(ctx context.Context, prober *disk.Prober, roots []Root) ([]transcript.File, []Problem, error) {
	listed := listProjects(ctx, prober.Limit(), listRoots(ctx, prober, roots))
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	n := 0
	for _, l := range listed {
		n += len(l.files)
	}
	files := make([]*transcript.File, 0, n)
	var problems []Problem
	for _, l := range listed {
		for i := range l.files {
			files = append(files, &l.files[i])
		}
		problems = append(problems, l.problems...)
	}
	slices.SortStableFunc(files, func(a, b *transcript.File) int {
		return cmp.Or(b.ModTime.Compare(a.ModTime), cmp.Compare(a.Path, b.Path))
	})
	sorted := make([]transcript.File, len(files))
	for i, f := range files {
		sorted[i] = *f
	}
	return sorted, problems, nil
}

// project is an entry of a root's projects directory, or the problem with it.
type project struct {
	root    Root
	entry   fs.DirEntry
	problem *Problem
}

// listing is a root's projects directory.
type listing struct {
	place   string // the directory with links resolved
	entries []fs.DirEntry
}

// listRoots lists the projects directories of the roots.
func listRoots(ctx context.Context, prober *disk.Prober, roots []Root) []project {
	var projects []project
	seen := map[string]bool{}
	for _, root := range roots {
		dir := filepath.Join(root.Path, "projects")
		l, err := disk.WithTimeout(ctx, prober, root.Path, func() (listing, error) {
			entries, err := disk.List(dir)
			return listing{disk.Resolved(dir), entries}, err
		})
		if seen[l.place] {
			continue
		}
		seen[l.place] = l.place != ""
		switch {
		case errors.Is(err, fs.ErrNotExist) && root.Kept: // nothing of it is in the archive any more
		case errors.Is(err, fs.ErrNotExist):
			projects = append(projects, project{problem: &Problem{root.Path, ErrNoProjects}})
		case errors.Is(err, disk.ErrNoAnswer):
			projects = append(projects, project{problem: &Problem{root.Path, err}})
		case err != nil:
			projects = append(projects, project{problem: &Problem{dir, err}})
		}
		for _, e := range l.entries {
			projects = append(projects, project{root: root, entry: e})
		}
	}
	return projects
}

// listProjects lists the projects, several at once.
func listProjects(ctx context.Context, limit time.Duration, projects []project) []lister {
	listed := make([]lister, len(projects))
	without := make([]atomic.Pointer[unanswered], len(projects))
	c := pool[*lister]{
		pieces: len(projects),
		limit:  limit,
		begin:  func(p *watchdog) *lister { return &lister{pulse: p} },
		do: func(l *lister, i int) func() {
			p := projects[i]
			l.in, l.root, l.files, l.problems, l.without = p.root, p.root.Path, nil, nil, without[i].Load()
			if p.problem != nil {
				l.problems = []Problem{*p.problem}
			} else {
				l.project(p.entry)
			}
			done := *l
			return func() { listed[i] = done }
		},
		hung: func(i int, p *watchdog) (again bool) {
			if about := p.about.Load(); about != nil {
				if more := without[i].Load().and(*about); more != nil {
					without[i].Store(more)
					return true
				}
			}
			listed[i].problems = []Problem{{filepath.Join(projects[i].root.Path, "projects", projects[i].entry.Name()), disk.ErrNoAnswer}}
			return false
		},
	}
	c.run(ctx)
	return listed
}

// lister lists one project.
type lister struct {
	pulse    *watchdog
	in       Root
	root     string      // its path
	without  *unanswered // nil: everything responded
	files    []transcript.File
	problems []Problem
}

func (l *lister) abs(rel string) string { return filepath.Join(l.root, filepath.FromSlash(rel)) }

func (l *lister) problem(rel string, err error) {
	l.problems = append(l.problems, Problem{l.abs(rel), err})
}

// project lists one project directory: sessions, agents of layout 2 beside them
// (~2.0.3x..2.1.1), and the side directories of layout 3 (2.1.2+).
func (l *lister) project(entry fs.DirEntry) {
	rel := "projects/" + entry.Name()
	if !l.isDir(rel, entry) || !l.asks(rel, 0) {
		return
	}
	dir, err := openDirectory(l.abs(rel), l.pulse)
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) { // otherwise it was removed after the projects were listed
			l.problem(rel, err)
		}
		return
	}
	l.files = slices.Grow(l.files, len(dir.entries))
	for _, e := range dir.entries {
		name := e.Name()
		jsonl := strings.HasSuffix(name, ".jsonl")
		switch {
		case jsonl && !e.IsDir():
			l.file(dir, rel+"/"+name, e)
		case !jsonl && l.isDir(rel+"/"+name, e):
			l.subagents(rel+"/"+name+"/subagents", 0)
		}
	}
}

func (l *lister) subagents(rel string, depth int) {
	if !l.asks(rel, 0) {
		return
	}
	dir, err := openDirectory(l.abs(rel), l.pulse)
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			l.problem(rel, err)
		}
		return
	}
	for _, e := range dir.entries {
		name := e.Name()
		switch {
		case strings.HasSuffix(name, ".jsonl"):
			l.file(dir, rel+"/"+name, e)
		case depth < maxDepth && e.IsDir(): // a link here could lead to a cycle
			l.subagents(rel+"/"+name, depth+1)
		}
	}
}

// file lists an entry of a directory if parsePath recognizes it.
func (l *lister) file(dir *directory, rel string, e fs.DirEntry) {
	stem, owner, run, ok := parsePath(rel)
	if !ok {
		return
	}
	if !utf8.ValidString(stem) {
		l.problem(rel, ErrNoText)
		return
	}
	if !l.asks(rel, e.Type()) {
		return
	}
	info, err := dir.stat(e.Name()) // follows links: people share histories that way
	if errors.Is(err, fs.ErrNotExist) && e.Type()&fs.ModeSymlink == 0 {
		return // removed after the directory was listed
	}
	if err != nil {
		l.problem(rel, err)
		return
	}
	if !info.Mode().IsRegular() {
		return
	}
	f := newFile(l.in, rel, stem, owner, run, info)
	if meta := strings.TrimSuffix(rel, ".jsonl") + ".meta.json"; f.Agent && l.asks(meta, 0) {
		f.Meta = dir.meta(path.Base(meta))
	}
	if title := path.Join(path.Dir(rel), stem, customTitle); !f.Agent && dir.has(stem) && l.asks(title, 0) {
		f.Renamed = readCustomTitle(l.abs(title))
	}
	l.files = append(l.files, f)
}

// sessionStem reports whether a file beside the sessions can be a session or an agent: some
// systems leave "._" files beside copied ones.
func sessionStem(stem string) bool { return stem != "" && !strings.HasPrefix(stem, "._") }

// agentOf returns the id of the agent that a file is named after, or "". Copies may have words
// before the name ("Copy of agent-ID"), in a side directory anything. Beside the sessions, a
// name with a session's id and more is that of the session's copy: agents' ids are shorter.
func agentOf(stem string, inSideDir bool) string {
	before, id, ok := strings.Cut(stem, "agent-")
	const n = len("00000000-0000-0000-0000-000000000000")
	ofSession := len(id) > n && plain.IsUUID(id[:n])
	if !ok || !inSideDir && (ofSession || before != "" && !strings.HasSuffix(before, " ")) {
		return ""
	}
	return id
}

// newFile describes a file, without an agent's description.
func newFile(root Root, rel, stem, owner, run string, info fs.FileInfo) transcript.File {
	if root.Kept {
		stem = strings.TrimSuffix(own.Original(stem+".jsonl"), ".jsonl")
	}
	f := transcript.File{
		Root: root.Path, Kept: root.Kept, Path: rel, ID: stem, Owner: owner, Run: run,
		Size: info.Size(), ModTime: info.ModTime(), Identity: identityOf(info),
	}
	if agent := agentOf(stem, owner != ""); agent != "" {
		f.Agent, f.ID = true, agent
	}
	return f
}

// isDir reports whether an entry is a directory, or a link to one.
func (l *lister) isDir(rel string, e fs.DirEntry) bool {
	if e.Type()&fs.ModeSymlink != 0 {
		return l.asks(rel, e.Type()) && isDir(l.abs(rel))
	}
	return e.IsDir()
}
