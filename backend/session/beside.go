package session

import (
	"cmp"
	"context"
	"encoding/json"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"dendro/backend/archive"
	"dendro/backend/internal/disk"
	"dendro/backend/thread"
)

// Beside is a file that Claude Code keeps of a session outside of its project directory.
type Beside struct {
	Kind BesideKind `json:"kind"`
	Path string     `json:"path"` // relative to the Claude config directory
	Time string     `json:"time"` // of its last change, RFC 3339
	// Turn is the turn of the branch in which it was changed last, and Row its prompt's row; 0
	// and -1 before the first turn.
	Turn  int    `json:"turn"`
	Row   int    `json:"row"`
	Tasks []Task `json:"tasks"` // of lists of todos and of tasks
	Text  string `json:"text"`  // of the others
	Cut   bool   `json:"cut"`   // Text is only the beginning

	changed time.Time
}

// BesideKind is what such a file holds.
type BesideKind string

// The kinds of files beside a session.
const (
	PlanFile        BesideKind = "plan"
	TodoFile        BesideKind = "todos"
	TaskFile        BesideKind = "task"
	EnvironmentFile BesideKind = "environment" // what hooks set for the commands of the session
)

// Task is a task or todo as it was last.
type Task struct {
	Text   string `json:"text"`
	Detail string `json:"detail"`
	State  string `json:"state"` // pending, in_progress, completed …, as Claude Code wrote it
}

// The largest number of files, and the largest text of one.
const (
	maxBeside     = 500
	maxBesideText = 64 << 10
)

// Beside returns the plans, todos, tasks and environment files of a session, in the order of
// their changes. Unreadable ones are left out: Claude Code may delete them at any time.
func (t *Thread) Beside(ctx context.Context) ([]Beside, error) {
	known := t.threads.opt.Catalog.Snapshot()
	f, err := FileOf(known, t.Session)
	if err != nil {
		return nil, err
	}
	id, _, _ := strings.Cut(t.Session, "~") // a copy has those of its session
	list, err := disk.WithTimeout(ctx, t.threads.opt.Disk, f.Root, func() ([]Beside, error) {
		return besideOf(f.Root, id, f.Summary.Slugs)
	})
	if err != nil {
		return nil, err
	}
	for i := range list {
		list[i].place(t.Rows.Turns())
	}
	return list, nil
}

// besideOf reads the files beside a session in a Claude config directory. Links that lead out
// of the directory are not followed.
func besideOf(dir, id string, slugs []string) ([]Beside, error) {
	list := []Beside{}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return list, nil // it is being read from the index only
	}
	defer func() { _ = root.Close() }() // opened for reading only
	files := root.FS()
	add := func(kind BesideKind, paths ...string) {
		for _, p := range paths {
			if b, ok := readOne(files, kind, p); ok && len(list) < maxBeside {
				list = append(list, b)
			}
		}
	}
	for _, slug := range slugs {
		if p := archive.PlanPath(slug); path.Dir(p) == "plans" {
			add(PlanFile, p)
		}
	}
	if todos, err := fs.Glob(files, archive.TodoPattern(id)); err == nil {
		add(TodoFile, todos...)
	}
	add(TaskFile, numbered(files, archive.TaskDir(id))...)
	if env, err := fs.Glob(files, path.Join("session-env", id, "*")); err == nil {
		add(EnvironmentFile, env...)
	}
	slices.SortStableFunc(list, func(a, b Beside) int { return a.changed.Compare(b.changed) })
	return list, nil
}

// numbered returns the JSON files of a directory, by their numbers.
func numbered(files fs.FS, dir string) []string {
	paths, err := fs.Glob(files, path.Join(dir, "*.json"))
	if err != nil {
		return nil
	}
	number := func(p string) int {
		n, err := strconv.Atoi(strings.TrimSuffix(path.Base(p), ".json"))
		if err != nil {
			return 0
		}
		return n
	}
	slices.SortStableFunc(paths, func(a, b string) int { return cmp.Compare(number(a), number(b)) })
	return paths
}

// readOne reads a file. It is false for one that is unreadable or says nothing.
func readOne(files fs.FS, kind BesideKind, p string) (Beside, bool) {
	b := Beside{Kind: kind, Path: p, Row: -1, Tasks: []Task{}}
	f, err := files.Open(p)
	if err != nil {
		return b, false
	}
	defer func() { _ = f.Close() }() // opened for reading only
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return b, false
	}
	text, err := io.ReadAll(io.LimitReader(f, maxCopy))
	if err != nil {
		return b, false
	}
	b.changed = info.ModTime()
	b.Time = b.changed.UTC().Format(time.RFC3339)
	switch kind {
	case TodoFile:
		b.Tasks = tasksIn(text)
	case TaskFile:
		b.Tasks = tasksIn(slices.Concat([]byte("["), text, []byte("]")))
	default:
		b.Text = strings.ToValidUTF8(string(text[:min(len(text), maxBesideText)]), "\uFFFD")
		b.Cut = len(text) > maxBesideText
	}
	return b, len(b.Tasks) > 0 || b.Text != ""
}

// tasksIn returns the tasks of a JSON list. A task that has no text costs itself.
func tasksIn(text []byte) []Task {
	tasks := []Task{}
	var list []json.RawMessage
	if json.Unmarshal(text, &list) != nil {
		return tasks
	}
	for _, one := range list {
		var task struct{ Content, Subject, Description, Status string }
		if json.Unmarshal(one, &task) == nil && cmp.Or(task.Content, task.Subject) != "" && len(tasks) < maxBeside {
			tasks = append(tasks, Task{cmp.Or(task.Content, task.Subject), task.Description, task.Status})
		}
	}
	return tasks
}

// place sets the turn in which the file was changed last: the last one that began before.
func (b *Beside) place(turns []thread.Turn) {
	for i, turn := range turns {
		if turn.Time > b.changed.UnixMilli() {
			break
		}
		b.Turn, b.Row = i+1, turn.Row
	}
}
