package watch

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// link creates symbolic links, "FROM TO" each, relative to the root.
func link(t *testing.T, root string, pairs ...[2]string) {
	t.Helper()
	for _, p := range pairs {
		if err := os.Symlink(filepath.Join(root, p[0]), filepath.Join(root, p[1])); err != nil {
			t.Fatal(err)
		}
	}
}

func (r *recorder) forget() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.seen, r.all = nil, 0
}

// untilSeen waits until all of these were reported.
func (r *recorder) untilSeen(t *testing.T, names ...string) {
	t.Helper()
	for _, name := range names {
		r.until(t, name, func() bool { return slices.Contains(r.seen, name) })
	}
}

// TestADirectoryWithTwoNamesIsReportedByBoth: for example, a moved project with a link at
// its old place.
func TestADirectoryWithTwoNamesIsReportedByBoth(t *testing.T) {
	root := t.TempDir()
	do(t, root, "mkdir projects/-m/s/subagents \n write projects/-m/x.jsonl")
	link(t, root, [2]string{"projects/-m", "projects/-a"}, [2]string{"projects/-m", "projects/-z"})
	r := record(t, root, Options{})
	both := func(name string) []string {
		return []string{"projects/-a/" + name, "projects/-m/" + name, "projects/-z/" + name}
	}
	do(t, root, "append projects/-m/x.jsonl")
	r.untilSeen(t, both("x.jsonl")...)
	do(t, root, "write projects/-z/s/subagents/agent-1.jsonl")
	r.untilSeen(t, both("s/subagents/agent-1.jsonl")...)
	do(t, root, "mkdir projects/-m/later/subagents \n write projects/-m/later/subagents/agent-2.jsonl")
	r.untilSeen(t, both("later/subagents/agent-2.jsonl")...)
	r.forget()
	do(t, root, "append projects/-m/later/subagents/agent-2.jsonl")
	r.untilSeen(t, both("later/subagents/agent-2.jsonl")...)

	// The one watch had the name that disappears.
	r.forget()
	do(t, root, "rm projects/-a")
	r.until(t, "all", func() bool { return r.all > 0 })
	r.forget()
	r.change(t, "rm projects/-m/x.jsonl", "projects/-m/x.jsonl", "projects/-z/x.jsonl")

	r.forget()
	do(t, root, "mv projects/-m projects/-n")
	r.until(t, "all", func() bool { return r.all > 0 })
	r.forget()
	do(t, root, "mv projects/-n projects/-m")
	r.until(t, "all", func() bool { return r.all > 0 })
	r.change(t, "write projects/-m/new.jsonl", "projects/-m/new.jsonl", "projects/-z/new.jsonl")
}

func TestLinkTargetsAreWatched(t *testing.T) {
	root := t.TempDir()
	do(t, root, "mkdir projects/-a \n mkdir elsewhere \n write elsewhere/x \n write elsewhere/y")
	link(t, root, [2]string{"elsewhere/x", "projects/-a/x.jsonl"})
	r := record(t, root, Options{})
	r.change(t, "append elsewhere/x", "projects/-a/x.jsonl")
	r.forget()
	r.change(t, "write elsewhere/tmp \n mv elsewhere/tmp elsewhere/x", "projects/-a/x.jsonl")
	r.forget()
	r.change(t, "append elsewhere/x", "projects/-a/x.jsonl")
	link(t, root, [2]string{"elsewhere/y", "projects/-a/y.jsonl"})
	r.until(t, "the link", func() bool { return r.all > 0 || slices.Contains(r.seen, "projects/-a/y.jsonl") })
	r.forget()
	r.change(t, "append elsewhere/y", "projects/-a/y.jsonl")
}

// TestOtherNamesOfAPath: nested links are resolved.
func TestOtherNamesOfAPath(t *testing.T) {
	w := &Watcher{
		places: map[string]string{"/home/ada/.claude": "/data/claude"},
		links: map[string]string{
			"/home/ada/.claude/projects/-l":         "/data/claude/projects/-m",
			"/home/ada/.claude/projects/-l/x.jsonl": "/data/claude/projects/-n/y.jsonl",
			"/home/ada/.claude/projects/-m/x.jsonl": "/data/claude/projects/-n/y.jsonl",
			"/home/ada/.claude/projects/-o":         "/elsewhere",
		},
	}
	names := []string{
		"/home/ada/.claude/projects/-l/x.jsonl",
		"/home/ada/.claude/projects/-m/x.jsonl",
		"/home/ada/.claude/projects/-n/y.jsonl",
	}
	for range 20 { // map order is random
		for i, name := range names {
			got := w.others(name)
			slices.Sort(got)
			if want := slices.Delete(slices.Clone(names), i, i+1); !slices.Equal(want, slices.Compact(got)) {
				t.Fatalf("beside %s there are %v", name, got)
			}
		}
	}
	if got := w.others("/home/ada/.claude/projects/-o/x.jsonl"); len(got) > 0 {
		t.Errorf("beside a link to what is elsewhere there are %v", got)
	}
}
