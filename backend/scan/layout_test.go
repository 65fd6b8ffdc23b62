package scan

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dendro/backend/internal/disk"
	"dendro/backend/transcript"
)

func symlink(t *testing.T, target, link string) {
	t.Helper()
	if err := os.Symlink(target, link); err != nil {
		t.Fatal(err)
	}
}

func list(t *testing.T, roots ...string) ([]transcript.File, []Problem) {
	t.Helper()
	var named []Root
	for _, r := range roots {
		named = append(named, Root{Path: r})
	}
	files, problems, err := List(t.Context(), &disk.Prober{}, named)
	if err != nil {
		t.Fatal(err)
	}
	return files, problems
}

func paths(files []transcript.File) []string {
	p := []string{}
	for _, f := range files {
		p = append(p, f.Path)
	}
	return p
}

func TestListSkipsOtherFiles(t *testing.T) {
	const copied = "0a1b2c3d-0000-4000-8000-000000000001-laptop" // of a session, by a sync program
	root := write(t, map[string]string{
		"projects/-p/.jsonl":                     "{}\n",
		"projects/-p/._copy.jsonl":               "\x00\x05\x16\x07",
		"projects/-p/dir.jsonl/inside.jsonl":     "{}\n",
		"projects/-p/s/subagents/agent-.jsonl":   "{}\n",
		"projects/-p/s/subagents/._agent-.jsonl": "{}\n",
		"projects/-p/s/other/agent-1.jsonl":      "{}\n",
		"projects/-p/資料.jsonl":                   "{}\n",
		"projects/-p/agent-.jsonl":               "{}\n",
		"projects/-p/agent-" + copied + ".jsonl": "{}\n",
	})
	files, problems := list(t, root)
	got := map[string]bool{}
	for _, f := range files {
		got[f.ID] = f.Agent
	}
	// A file called agent-.jsonl names no agent: it is a session with that stem.
	if diff := cmp.Diff(map[string]bool{"資料": false, "agent-": false, "agent-" + copied: false}, got); diff != "" || len(problems) > 0 {
		t.Errorf("problems %v, %s", problems, diff)
	}
}

func TestListFollowsLinksToProjectsButNotRoundInCircles(t *testing.T) {
	elsewhere := write(t, map[string]string{"shared/x.jsonl": "{}\n"})
	root := write(t, map[string]string{"projects/-p/s/subagents/agent-1.jsonl": "{}\n"})
	symlink(t, filepath.Join(elsewhere, "shared"), filepath.Join(root, "projects/-linked"))
	symlink(t, ".", filepath.Join(root, "projects/-p/s/subagents/again"))
	files, problems := list(t, root)
	want := []string{"projects/-linked/x.jsonl", "projects/-p/s/subagents/agent-1.jsonl"}
	got := paths(files)
	if len(got) == 2 && got[0] > got[1] {
		got[0], got[1] = got[1], got[0] // equal times
	}
	if diff := cmp.Diff(want, got); diff != "" || len(problems) > 0 {
		t.Errorf("problems %v, %s", problems, diff)
	}
}

func TestProjectsThatTwoRootsShareAreListedOnce(t *testing.T) {
	first := write(t, map[string]string{"projects/-p/x.jsonl": "{}\n"})
	second := t.TempDir()
	symlink(t, filepath.Join(first, "projects"), filepath.Join(second, "projects"))
	files, _ := list(t, first, second)
	if len(files) != 1 || files[0].Root != first {
		t.Errorf("listed %+v", files)
	}
}

func TestStatAgreesWithList(t *testing.T) {
	root := write(t, map[string]string{
		"projects/-p/s.jsonl":                                       "{}\n",
		"projects/-p/agent-1.jsonl":                                 "{}\n",
		"projects/-p/s/subagents/agent-2.jsonl":                     "{}\n",
		"projects/-p/s/subagents/agent-2.meta.json":                 `{"agentType":"Plan"}`,
		"projects/-p/s/subagents/workflows/w/agent-3.jsonl":         "{}\n",
		"projects/-p/s/subagents/workflows/w/deeper/agent-4.jsonl":  "{}\n",
		"projects/-p/s/subagents/a/b/c/d/e/f/agent-5.jsonl":         "{}\n",
		"projects/-p/workflows/subagents/workflows/w/agent-7.jsonl": "{}\n",
		"projects/-p/s/subagents/a/b/c/d/e/f/toodeep/agent-6.jsonl": "{}\n",
		"projects/-p/s/subagents/journal.jsonl":                     "{}\n",
		"projects/-p/s/agent-7.jsonl":                               "{}\n",
		"projects/loose.jsonl":                                      "{}\n",
		"projects/-p/._s.jsonl":                                     "{}\n",
		"elsewhere/-p/s.jsonl":                                      "{}\n",
	})
	listed, _ := list(t, root)
	want := map[string]transcript.File{}
	for _, f := range listed {
		want[f.Path] = f
	}
	got := map[string]transcript.File{}
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		f, ok, err := Stat([]Root{{Path: filepath.Join(root, "nowhere")}, {Path: root}}, path)
		if ok {
			got[f.Path] = f
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if len(want) != 7 {
		t.Errorf("listed %v", paths(listed))
	}
	for _, path := range []string{root, root + "x/projects/-p/s.jsonl", filepath.Join(root, "projects/-p/gone.jsonl"), "relative.jsonl"} {
		if f, ok, err := Stat([]Root{{Path: root}}, path); ok || err != nil {
			t.Errorf("%s: %+v, %v", path, f, err)
		}
	}
}

func TestAgentDescriptionInAnyFile(t *testing.T) {
	long := `{"description":"` + strings.Repeat("x", 9000) + `","agentType":"Plan"}`
	root := write(t, map[string]string{
		"projects/-p/s/subagents/agent-1.jsonl":     "{}\n",
		"projects/-p/s/subagents/agent-1.meta.json": long,
		"projects/-p/s/subagents/agent-2.jsonl":     "{}\n",
		"projects/-p/agent-3.jsonl":                 "{}\n",
		"projects/-p/agent-3.meta.json":             `{"agentType":"Plan"}`,
	})
	symlink(t, "agent-1.meta.json", filepath.Join(root, "projects/-p/s/subagents/agent-2.meta.json"))
	files, problems := list(t, root)
	if len(files) != 3 || len(problems) > 0 {
		t.Fatalf("%+v, %v", files, problems)
	}
	for _, f := range files {
		if f.Meta.Type != "Plan" {
			t.Errorf("%s: %.100s", f.Path, f.Meta.Type)
		}
	}
}

// TestCustomTitleFile: the name that /rename writes beside a session is read with it, also
// when only the session is looked at; a name that nobody sees is ignored.
func TestCustomTitleFile(t *testing.T) {
	want := map[string]string{"a": "Tide tables", "b": "", "c": "", "d": ""}
	root := write(t, map[string]string{
		"projects/-p/a.jsonl":             "{}\n",
		"projects/-p/a/custom-title.json": `{"customTitle":"Tide\n tables","sessionId":"a"}`,
		"projects/-p/b.jsonl":             "{}\n",
		"projects/-p/b/custom-title.json": `{"customTitle":"\u200b"}`,
		"projects/-p/c.jsonl":             "{}\n",
		"projects/-p/c/custom-title.json": `{"customTitle":7}`,
		"projects/-p/d.jsonl":             "{}\n",
		"projects/-p/d/custom-title.txt":  `{"customTitle":"D"}`,
	})
	files, problems := list(t, root)
	if len(files) != len(want) || len(problems) > 0 {
		t.Fatalf("%+v, %v", files, problems)
	}
	for _, f := range files {
		again, ok, err := Stat([]Root{{Path: root}}, f.Abs())
		if !ok || err != nil || f.Renamed != want[f.ID] || again.Renamed != want[f.ID] {
			t.Errorf("%s: listed with %q, looked at with %q, want %q", f.ID, f.Renamed, again.Renamed, want[f.ID])
		}
	}
}

func TestDamagedAgentDescriptionIsIgnored(t *testing.T) {
	root := write(t, map[string]string{
		"projects/-p/s/subagents/agent-1.jsonl":     "{}\n",
		"projects/-p/s/subagents/agent-1.meta.json": "not json",
	})
	if err := os.Mkdir(filepath.Join(root, "projects/-p/s/subagents/agent-2.meta.json"), 0o755); err != nil {
		t.Fatal(err)
	}
	files, problems := list(t, root)
	if len(files) != 1 || len(problems) > 0 || files[0].Meta.Type != "" {
		t.Errorf("%+v, %v", files, problems)
	}
}

func TestAnUnreadableProjectIsAProblem(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root reads everything")
	}
	root := write(t, map[string]string{"projects/-a/x.jsonl": "{}\n", "projects/-b/y.jsonl": "{}\n"})
	if err := os.Chmod(filepath.Join(root, "projects/-a"), 0); err != nil {
		t.Fatal(err)
	}
	files, problems := list(t, root)
	if len(files) != 1 || len(problems) != 1 || !errors.Is(problems[0].Err, os.ErrPermission) {
		t.Errorf("%v, %v", paths(files), problems)
	}
	if err := os.Chmod(filepath.Join(root, "projects/-a"), 0o700); err != nil { // for the cleanup
		t.Fatal(err)
	}
}

func TestRootsCanBeConfigured(t *testing.T) {
	dir := t.TempDir()
	env := Env{Disk: &disk.Prober{}, Getenv: func(string) string { return dir + "/e\u0301" }} // decomposed, as on some systems
	roots, err := Roots(t.Context(), nil, env)
	if err != nil || len(roots) != 1 || filepath.Base(roots[0].Path) != "é" {
		t.Errorf("%+v, %v", roots, err)
	}
}

func TestReadHasNoFingerprintOfAFileBeingWritten(t *testing.T) {
	root := write(t, map[string]string{"projects/-a/s.jsonl": "{}\n"})
	files, _ := list(t, root)
	// The context writes to the file when it is checked, like another process would during
	// the read.
	ctx := &meddling{Context: context.Background(), path: files[0].Abs()}
	var got Result
	if err := Read(ctx, jobs(files), nil, func(r Result) { got = r }); err != nil {
		t.Fatal(err)
	}
	if got.Err != nil || got.Print != 0 {
		t.Errorf("%+v", got)
	}
}

type meddling struct {
	context.Context
	path string
	once sync.Once
}

func (m *meddling) Err() error {
	var err error
	m.once.Do(func() { err = m.write() })
	return err
}

func (m *meddling) write() error {
	f, err := os.OpenFile(m.path, os.O_APPEND|os.O_WRONLY, 0)
	if err == nil {
		_, err = f.WriteString("{}\n")
		err = errors.Join(err, f.Close())
	}
	return err
}
