package watch

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// recorder records reports, relative to a root.
type recorder struct {
	root string
	mu   sync.Mutex
	seen []string
	all  int
	runs int

	changed bool // returned to the watcher
}

func (r *recorder) report(rep Report) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.runs++
	if rep.All {
		r.all++
	}
	for _, f := range rep.Files {
		rel, _ := filepath.Rel(r.root, f)
		if rel = filepath.ToSlash(rel); !slices.Contains(r.seen, rel) {
			r.seen = append(r.seen, rel)
		}
	}
	return r.changed
}

// until waits for a condition on the recorded reports.
func (r *recorder) until(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); {
		r.mu.Lock()
		done := ok()
		r.mu.Unlock()
		if done {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	t.Fatalf("%s never came: seen %v, all %d", what, r.seen, r.all)
}

// change runs a script of file operations and waits until these files were reported: by
// name, or by a report that asks for a full check.
func (r *recorder) change(t *testing.T, script string, files ...string) {
	t.Helper()
	r.mu.Lock()
	before := r.all
	r.mu.Unlock()
	do(t, r.root, script)
	for _, file := range files {
		r.until(t, file, func() bool { return r.all > before || slices.Contains(r.seen, file) })
	}
}

func record(t *testing.T, root string, opt Options) *recorder {
	t.Helper()
	r := &recorder{root: root}
	if opt.Gather == 0 {
		opt.Gather = 10 * time.Millisecond
	}
	w := Start(context.Background(), []string{root}, opt, r.report)
	t.Cleanup(w.Close)
	return r
}

// do runs a small script of file operations: "write PATH", "append PATH",
// "mkdir PATH", "mv FROM TO", "rm PATH".
func do(t *testing.T, root string, script string) {
	t.Helper()
	path := func(p string) string { return filepath.Join(root, filepath.FromSlash(p)) }
	for line := range strings.Lines(script) {
		f := strings.Fields(line)
		if len(f) == 0 {
			continue
		}
		var err error
		switch f[0] {
		case "write", "append":
			mode := os.O_CREATE | os.O_WRONLY | os.O_TRUNC
			if f[0] == "append" {
				mode = os.O_CREATE | os.O_WRONLY | os.O_APPEND
			}
			var file *os.File
			if file, err = os.OpenFile(path(f[1]), mode, 0o644); err == nil {
				_, err = fmt.Fprintln(file, "{}")
				_ = file.Close()
			}
		case "mkdir":
			err = os.MkdirAll(path(f[1]), 0o755)
		case "mv":
			err = os.Rename(path(f[1]), path(f[2]))
		case "rm":
			err = os.RemoveAll(path(f[1]))
		}
		if err != nil {
			t.Fatalf("%s: %v", strings.TrimSpace(line), err)
		}
	}
}

func TestReports(t *testing.T) {
	tests := []struct {
		name, before, script string
		want                 []string
	}{
		{
			"append and create", "mkdir projects/-a \n write projects/-a/old.jsonl",
			"append projects/-a/old.jsonl \n write projects/-a/new.jsonl",
			[]string{"projects/-a/new.jsonl", "projects/-a/old.jsonl"},
		},
		{
			"replaced by rename", "mkdir projects/-a \n write projects/-a/x.jsonl",
			"write projects/-a/.tmp \n mv projects/-a/.tmp projects/-a/x.jsonl",
			[]string{"projects/-a/x.jsonl"},
		},
		{
			"removed", "mkdir projects/-a \n write projects/-a/x.jsonl",
			"rm projects/-a/x.jsonl",
			[]string{"projects/-a/x.jsonl"},
		},
		{
			"a project that appears whole", "mkdir projects \n mkdir other/-b \n write other/-b/x.jsonl",
			"mv other/-b projects/-b",
			[]string{"projects/-b/x.jsonl"},
		},
		{
			"projects itself appears", "",
			"mkdir projects/-a \n write projects/-a/x.jsonl",
			[]string{"projects/-a/x.jsonl"},
		},
		{
			"agents below a session", "mkdir projects/-a",
			"mkdir projects/-a/s/subagents/workflows/w1 \n write projects/-a/s/subagents/workflows/w1/agent-1.jsonl \n write projects/-a/s/subagents/agent-2.meta.json",
			[]string{"projects/-a/s/subagents/agent-2.meta.json", "projects/-a/s/subagents/workflows/w1/agent-1.jsonl"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			root := t.TempDir()
			do(t, root, tt.before)
			r := record(t, root, Options{})
			do(t, root, tt.script)
			r.until(t, "the report", func() bool { return len(r.seen) >= len(tt.want) })
			r.mu.Lock()
			defer r.mu.Unlock()
			slices.Sort(r.seen)
			if diff := cmp.Diff(tt.want, r.seen); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestUninterestingChangesAreSilent(t *testing.T) {
	root := t.TempDir()
	do(t, root, "mkdir projects/-a/s/tool-results \n mkdir statsig")
	r := record(t, root, Options{})
	do(t, root, `
		write history.jsonl
		write statsig/x.jsonl
		write projects/-a/sessions-index.json.tmp
		mv projects/-a/sessions-index.json.tmp projects/-a/sessions-index.json
		write projects/-a/s/tool-results/t.txt
		rm projects/-a/s/tool-results/t.txt
		write projects/-a/last.jsonl`)
	r.until(t, "the last file", func() bool { return len(r.seen) > 0 })
	r.mu.Lock()
	defer r.mu.Unlock()
	if diff := cmp.Diff([]string{"projects/-a/last.jsonl"}, r.seen); diff != "" || r.all != 0 {
		t.Errorf("all %d times, %s", r.all, diff)
	}
}

func TestARemovedDirectoryMeansLookingAtEverything(t *testing.T) {
	root := t.TempDir()
	do(t, root, "mkdir projects/-a/s/subagents \n write projects/-a/s/subagents/agent-1.jsonl")
	r := record(t, root, Options{})
	do(t, root, "mv projects/-a projects/-b")
	r.until(t, "all", func() bool { return r.all > 0 })
	r.forget()
	r.change(t, "append projects/-b/s/subagents/agent-1.jsonl", "projects/-b/s/subagents/agent-1.jsonl")
}

// TestASessionThatMovesIsFollowed: the directories in its side directory stay watched.
func TestASessionThatMovesIsFollowed(t *testing.T) {
	root := t.TempDir()
	do(t, root, "mkdir projects/-a/s/subagents/workflows/w \n mkdir projects/-b")
	r := record(t, root, Options{})
	r.change(t, "mv projects/-a/s projects/-b/s \n write projects/-b/s.jsonl", "projects/-b/s.jsonl")
	r.change(t, "write projects/-b/s/subagents/agent-1.jsonl \n write projects/-b/s/subagents/workflows/w/agent-2.jsonl",
		"projects/-b/s/subagents/agent-1.jsonl", "projects/-b/s/subagents/workflows/w/agent-2.jsonl")
	// A new one at its old place is a different one.
	r.change(t, "mkdir projects/-a/s/subagents \n write projects/-a/s/subagents/agent-3.jsonl", "projects/-a/s/subagents/agent-3.jsonl")
	r.forget()
	r.change(t, "append projects/-a/s/subagents/agent-3.jsonl \n append projects/-b/s/subagents/agent-1.jsonl",
		"projects/-a/s/subagents/agent-3.jsonl", "projects/-b/s/subagents/agent-1.jsonl")
}

func TestTheFirstChangeDoesNotWait(t *testing.T) {
	root := t.TempDir()
	do(t, root, "mkdir projects/-a")
	r := record(t, root, Options{Gather: time.Hour})
	do(t, root, "write projects/-a/x.jsonl")
	r.until(t, "the file", func() bool { return slices.Contains(r.seen, "projects/-a/x.jsonl") })
}

func TestReportsTakeABoundedShareOfTheTime(t *testing.T) {
	root := t.TempDir()
	do(t, root, "mkdir projects/-a")
	const work, changes, files = 20 * time.Millisecond, 200, 20
	r := &recorder{root: root}
	w := Start(context.Background(), []string{root}, Options{Gather: time.Minute}, func(rep Report) bool {
		time.Sleep(work)
		return r.report(rep)
	})
	t.Cleanup(w.Close)
	begun := time.Now()
	for i := range changes {
		do(t, root, fmt.Sprintf("append projects/-a/%d.jsonl", i%files))
		time.Sleep(time.Millisecond)
	}
	r.until(t, "every file", func() bool { return len(r.seen) == files })
	r.mu.Lock()
	defer r.mu.Unlock()
	if most := int(time.Since(begun)/(share*work)) + 2; r.runs > most {
		t.Errorf("%d reports, want at most %d", r.runs, most)
	}
}
