package scan

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dendro/backend/internal/disk"
	"dendro/backend/transcript"
)

// write creates files below a new root; a name that ends in / is a directory.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, content := range files {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func jobs(files []transcript.File) []Job {
	list := make([]Job, len(files))
	for i, f := range files {
		list[i].File = f
	}
	return list
}

func TestRoots(t *testing.T) {
	home := t.TempDir()
	for _, dir := range []string{
		".claude", ".config/claude", "other", "cowork/org/me/local_1/.claude", "cowork/org/me/local_2/.claude", "cowork/org/me/else/.claude",
		"both/projects", "both/org/me/local_1/.claude",
	} {
		if err := os.MkdirAll(filepath.Join(home, filepath.FromSlash(dir)), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	link := filepath.Join(home, "link")
	if err := os.Symlink(filepath.Join(home, "other"), link); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name     string
		explicit []string
		env      map[string]string
		want     []string
	}{
		{"defaults", nil, nil, []string{".claude", ".config/claude"}},
		{"configured", nil, map[string]string{"CLAUDE_CONFIG_DIR": filepath.Join(home, "other")}, []string{"other"}},
		{"named", []string{filepath.Join(home, "other"), "~/.claude"}, map[string]string{"CLAUDE_CONFIG_DIR": "/x"}, []string{"other", ".claude"}},
		{"one directory by two names", []string{filepath.Join(home, "other"), link}, nil, []string{"other"}},
		{"of Cowork", []string{filepath.Join(home, "cowork")}, nil, []string{"cowork/org/me/local_1/.claude", "cowork/org/me/local_2/.claude"}},
		{"of one session of Cowork", []string{filepath.Join(home, "cowork/org/me/local_2/.claude")}, nil, []string{"cowork/org/me/local_2/.claude"}},
		{"with projects of its own", []string{filepath.Join(home, "both")}, nil, []string{"both"}},
		{"not there", []string{filepath.Join(home, "gone")}, nil, []string{"gone"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			roots, err := Roots(t.Context(), tt.explicit, Env{Disk: &disk.Prober{}, Home: home, Getenv: func(k string) string { return tt.env[k] }})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, r := range roots {
				rel, err := filepath.Rel(home, r.Path)
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, filepath.ToSlash(rel))
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
	if _, err := Roots(t.Context(), nil, Env{Disk: &disk.Prober{}, Getenv: func(string) string { return "" }}); !errors.Is(err, ErrNoHome) {
		t.Errorf("without a home: %v", err)
	}
}

func TestListFindsEveryLayout(t *testing.T) {
	const sid = "0b8f6f4e-3f0c-4b53-9a39-0c5a3c4c1d01"
	root := write(t, map[string]string{
		"projects/-p/" + sid + ".jsonl":                                    "{}\n",
		"projects/-p/notes.jsonl":                                          "",
		"projects/-p/agent-1a2b3c4d.jsonl":                                 "{}\n",
		"projects/-p/sessions-index.json":                                  "{}",
		"projects/-p/memory/x.md":                                          "x",
		"projects/-p/" + sid + "/subagents/agent-abc.jsonl":                "{}\n",
		"projects/-p/" + sid + "/subagents/agent-abc.meta.json":            `{"agentType":"Explore","toolUseId":"toolu_1","spawnDepth":2,"description":7}`,
		"projects/-p/" + sid + "/subagents/journal.jsonl":                  "{}\n",
		"projects/-p/" + sid + "/subagents/workflows/wf-1/agent-def.jsonl": "{}\n",
		"projects/-p/" + sid + "/subagents/workflows/wf-1/journal.jsonl":   "{}\n",
		"projects/-p/" + sid + "/tool-results/x.txt":                       "x",
		"projects/loose.jsonl":                                             "{}\n",
		"history.jsonl":                                                    "{}\n",
	})
	files, problems, err := List(context.Background(), &disk.Prober{}, []Root{{Path: root}})
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	got := map[string]transcript.File{}
	for _, f := range files {
		got[f.Path] = f
	}
	want := []string{
		"projects/-p/" + sid + ".jsonl", "projects/-p/" + sid + "/subagents/agent-abc.jsonl",
		"projects/-p/" + sid + "/subagents/workflows/wf-1/agent-def.jsonl", "projects/-p/agent-1a2b3c4d.jsonl", "projects/-p/notes.jsonl",
	}
	var paths []string
	for p := range got {
		paths = append(paths, p)
	}
	slices.Sort(paths)
	if diff := cmp.Diff(want, paths); diff != "" {
		t.Fatal(diff)
	}
	a := got[want[1]]
	if !a.Agent || a.ID != "abc" || a.Owner != sid || a.Meta.Type != "Explore" || a.Meta.ToolUseID != "toolu_1" || a.Meta.Depth != 2 || a.Meta.Description != "" {
		t.Errorf("agent of layout 3: %+v", a)
	}
	if w := got[want[2]]; w.Run != "wf-1" || w.Owner != sid {
		t.Errorf("agent of a workflow: %+v", w)
	}
	if b := got[want[3]]; !b.Agent || b.Owner != "" || b.ID != "1a2b3c4d" || b.Project() != "-p" {
		t.Errorf("agent of layout 2: %+v", b)
	}
}

func TestListReportsUnreadableFiles(t *testing.T) {
	root := write(t, map[string]string{"projects/-a/x.jsonl": "{}\n"})
	if err := os.Symlink(filepath.Join(root, "nowhere"), filepath.Join(root, "projects/-a/broken.jsonl")); err != nil {
		t.Fatal(err)
	}
	files, problems, err := List(context.Background(), &disk.Prober{}, []Root{{Path: root}, {Path: filepath.Join(root, "none")}})
	if err != nil || len(files) != 1 {
		t.Fatalf("%v, %d files", err, len(files))
	}
	var text []string
	for _, p := range problems {
		text = append(text, p.Error())
	}
	if all := strings.Join(text, "\n"); len(problems) != 2 || !strings.Contains(all, "broken.jsonl") || !errors.Is(problems[1].Err, ErrNoProjects) {
		t.Errorf("problems: %s", all)
	}
}

func TestReadIsNewestFirstAndSurvivesBadFiles(t *testing.T) {
	root := write(t, map[string]string{
		"projects/-a/old.jsonl": `{"type":"user","uuid":"u1","message":{"role":"user","content":"hello"}}` + "\n",
		"projects/-a/new.jsonl": "\xef\xbb\xbf" + `{"type":"user","uuid":"u1","message":{"role":"user","content":"hi"}}` + "\r\nrubbish\n\n{\"torn",
	})
	past := time.Now().Add(-time.Hour)
	if err := os.Chtimes(filepath.Join(root, "projects/-a/old.jsonl"), past, past); err != nil {
		t.Fatal(err)
	}
	files, _, err := List(context.Background(), &disk.Prober{}, []Root{{Path: root}})
	if err != nil {
		t.Fatal(err)
	}
	if files[0].ID != "new" {
		t.Errorf("first is %s", files[0].ID)
	}
	gone := files[0]
	gone.Path, gone.ID = "projects/-a/gone.jsonl", "gone"
	got := map[string]Result{}
	if err := Read(context.Background(), jobs(append(files, gone)), nil, func(r Result) { got[r.File.ID] = r }); err != nil {
		t.Fatal(err)
	}
	if s := got["new"].Summary; s.Records != 1 || s.Malformed != 1 || s.Torn == 0 || len(s.Prompts) != 1 || s.Bad[0].Line != 2 {
		t.Errorf("new: %+v", s)
	}
	if !errors.Is(got["gone"].Err, os.ErrNotExist) {
		t.Errorf("gone: %v", got["gone"].Err)
	}
	if s := got["old"].Summary; s == nil || s.Records != 1 {
		t.Errorf("old: %+v", got["old"])
	}
}

func TestHeadsHaveTitlesOfLargeFiles(t *testing.T) {
	line := `{"type":"user","uuid":"u1","sessionId":"s","cwd":"/w","timestamp":"2026-11-01T10:00:00.000Z","message":{"role":"user","content":"first prompt"}}` + "\n"
	filler := `{"type":"assistant","uuid":"u2","parentUuid":"u1","message":{"role":"assistant","content":[{"type":"text","text":"` + strings.Repeat("x", 200<<10) + `"}]}}` + "\n"
	title := `{"type":"custom-title","customTitle":"named","sessionId":"s"}` + "\n"
	early := strings.Repeat(`{"type":"progress","uuid":"p","data":"`+strings.Repeat("y", 1000)+`"}`+"\n", 40) // before the first prompt
	root := write(t, map[string]string{"projects/-w/s.jsonl": early + line + filler + title, "projects/-w/t.jsonl": line})
	files, _, err := List(context.Background(), &disk.Prober{}, []Root{{Path: root}})
	if err != nil {
		t.Fatal(err)
	}
	if err := Heads(context.Background(), jobs(files), nil, func(r Result) {
		if r.Partial != (r.File.ID == "s") {
			t.Errorf("%s: partial is %v", r.File.ID, r.Partial)
		}
		if s := r.Summary; r.File.ID == "s" && (s.CustomTitle != "named" || s.CWD != "/w" || len(s.Prompts) != 1 || s.Malformed != 0) {
			t.Errorf("heads: %+v", s)
		}
	}); err != nil {
		t.Fatal(err)
	}
}

func TestReadEndsWithItsContext(t *testing.T) {
	files := map[string]string{}
	for i := range 50 {
		files["projects/-a/"+strings.Repeat("f", i+1)+".jsonl"] = "{}\n"
	}
	root := write(t, files)
	list, _, err := List(context.Background(), &disk.Prober{}, []Root{{Path: root}})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	n := 0
	err = Read(ctx, jobs(list), nil, func(Result) {
		if n++; n == 3 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || n > 3+2*Workers() {
		t.Errorf("%v after %d files", err, n)
	}
	if _, _, err := List(ctx, &disk.Prober{}, []Root{{Path: root}}); !errors.Is(err, context.Canceled) {
		t.Errorf("List: %v", err)
	}
}

func TestAGrownFileIsReadFromItsOldEnd(t *testing.T) {
	first := `{"type":"user","uuid":"u1","message":{"role":"user","content":"one"}}` + "\n"
	second := `{"type":"user","uuid":"u2","parentUuid":"u1","message":{"role":"user","content":"two"}}` + "\n"
	other := strings.Replace(first, "one", "ONE", 1)
	tests := []struct {
		name, before, after string
		grown               bool
		prompts             []string
	}{
		{"grown", first, first + second, true, []string{"one", "two"}},
		{"grown out of a torn line", first + second[:20], first + second, true, []string{"one", "two"}},
		{"torn line that parsed", first[:len(first)-1], first + second, false, []string{"one", "two"}},
		{"rewritten and longer", first, other + second, false, []string{"ONE", "two"}},
		{"shrunk", first + second, first, false, []string{"one"}},
		{"unchanged", first, first, true, []string{"one"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			root := write(t, map[string]string{"projects/-a/s.jsonl": tt.before})
			read := func(known Result) Result {
				t.Helper()
				files, _, err := List(context.Background(), &disk.Prober{}, []Root{{Path: root}})
				if err != nil {
					t.Fatal(err)
				}
				var got Result
				job := Job{File: files[0], Known: known.Summary, Print: known.Print}
				if err := Read(context.Background(), []Job{job}, nil, func(r Result) { got = r }); err != nil {
					t.Fatal(err)
				}
				return got
			}
			known := read(Result{})
			if err := os.WriteFile(filepath.Join(root, "projects/-a/s.jsonl"), []byte(tt.after), 0o644); err != nil {
				t.Fatal(err)
			}
			got, cold := read(known), read(Result{})
			if got.Grown != tt.grown {
				t.Errorf("read from the old end: %v, want %v", got.Grown, tt.grown)
			}
			got.Grown = false
			if diff := cmp.Diff(cold, got, cmp.AllowUnexported(transcript.Ref{})); diff != "" {
				t.Errorf("not as read cold: %s", diff)
			}
			var prompts []string
			for _, p := range got.Summary.Prompts {
				prompts = append(prompts, p.Text)
			}
			if diff := cmp.Diff(tt.prompts, prompts); diff != "" {
				t.Error(diff)
			}
		})
	}
}
