package main

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

func TestWindowPlaces(t *testing.T) {
	for _, tt := range []struct {
		system, program string
		want            []string
	}{
		{"linux", "/usr/bin/dendro", []string{"/usr/lib/dendro/dendro-window", "/usr/bin/dendro-window"}},
		{"linux", "/opt/my tools/dendro", []string{"/opt/lib/dendro/dendro-window", "/opt/my tools/dendro-window"}},
		{"linux", "/dendro", []string{"/lib/dendro/dendro-window", "/dendro-window"}},
		{
			"darwin", "/Applications/Dendro.app/Contents/Resources/bin/dendro",
			[]string{
				"/Applications/Dendro.app/Contents/MacOS/dendro",
				"/Applications/Dendro.app/Contents/Resources/lib/dendro/dendro-window", "/Applications/Dendro.app/Contents/Resources/bin/dendro-window",
			},
		},
		{"windows", `C:\Program Files\Dendro\dendro.exe`, []string{`C:\Program Files\Dendro\dendro-window.exe`}},
		{"windows", `\\host\share\dendro.exe`, []string{`\\host\share\dendro-window.exe`}},
	} {
		if got := windowPlaces(tt.system, tt.program); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.program, got, tt.want)
		}
	}
}

func TestFindWindow(t *testing.T) {
	files := fstest.MapFS{
		"usr/lib/dendro/dendro-window": {}, "opt/bin/dendro-window": {},
		"odd/lib/dendro/dendro-window/directory": {}, "odd/bin/dendro-window": {},
		"none/bin/dendro": {},
	}
	stat := func(path string) (fs.FileInfo, error) { return files.Stat(strings.TrimPrefix(path, "/")) }
	for program, want := range map[string]string{
		"/usr/bin/dendro": "/usr/lib/dendro/dendro-window",
		"/opt/bin/dendro": "/opt/bin/dendro-window",
		"/odd/bin/dendro": "/odd/bin/dendro-window",
	} {
		if got, err := findWindow(windowPlaces("linux", program), stat); err != nil || got != want {
			t.Errorf("%s: %q, %v", program, got, err)
		}
	}
	_, err := findWindow(windowPlaces("linux", "/none/bin/dendro"), stat)
	if err == nil || !strings.Contains(err.Error(), "/none/lib/dendro/dendro-window") {
		t.Errorf("no window: %v", err)
	}
	denied := func(string) (fs.FileInfo, error) { return nil, fs.ErrPermission }
	if _, err := findWindow(windowPlaces("linux", "/usr/bin/dendro"), denied); err == nil || strings.Contains(err.Error(), "not installed") {
		t.Errorf("no leave to look: %v", err)
	}
}

// TestTheWindowIsStarted replaces the window's binary by another program, which receives
// the arguments, and whose exit status is returned.
func TestTheWindowIsStarted(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a shell script stands for the window")
	}
	root := t.TempDir()
	bin, lib := filepath.Join(root, "bin"), filepath.Join(root, "lib", "dendro")
	for _, dir := range []string{bin, lib} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	dendro := filepath.Join(bin, "dendro")
	if out, err := exec.Command("go", "build", "-o", dendro, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	link := filepath.Join(root, "linked")
	if err := os.Symlink(dendro, link); err != nil {
		t.Fatal(err)
	}
	run := func(program string, args ...string) (said string, status int) {
		cmd := exec.Command(program, args...)
		cmd.Env = append(os.Environ(), "HOME="+root, "DENDRO_CACHE_DIR="+filepath.Join(root, "cache"))
		out, _ := cmd.CombinedOutput()
		return string(out), cmd.ProcessState.ExitCode()
	}
	if said, status := run(dendro); status != 1 || !strings.HasPrefix(said, "dendro: the window is not installed") || strings.Count(said, "\n") != 1 {
		t.Errorf("without a window: status %d, %q", status, said)
	}
	script := "#!/bin/sh\nprintf '[%s]' \"$@\"\nexit 7\n"
	if err := os.WriteFile(filepath.Join(lib, "dendro-window"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	if said, status := run(link, "--root", "a b", "--root=c"); status != 7 || said != "[--root][a b][--root=c]" {
		t.Errorf("with one: status %d, %q", status, said)
	}
	// A wrong command line is rejected without starting the window, and commands need no
	// window.
	if said, status := run(dendro, "--nonsense"); status != 2 {
		t.Errorf("a wrong flag: status %d, %q", status, said)
	}
	if said, status := run(dendro, "tree", "--demo", "--limit=1"); status != 0 {
		t.Errorf("a command: status %d, %q", status, said)
	}
}

// TestProgramsOfOneCommitShareAStore builds two programs that differ in size, as the ones with
// and without the window do.
func TestProgramsOfOneCommitShareAStore(t *testing.T) {
	dir := t.TempDir()
	root, cache := filepath.Join(dir, "claude"), filepath.Join(dir, "cache")
	project := filepath.Join(root, "projects", "-home-ada")
	if err := os.MkdirAll(project, 0o755); err != nil {
		t.Fatal(err)
	}
	prompt := `{"type":"user","uuid":"u1","parentUuid":null,"sessionId":"s","cwd":"/home/ada","timestamp":"2026-11-16T09:00:00.000Z","message":{"role":"user","content":"Hello"}}` + "\n"
	if err := os.WriteFile(filepath.Join(project, "s.jsonl"), []byte(prompt), 0o644); err != nil {
		t.Fatal(err)
	}
	const commit = "-X dendro/backend/version.commit="
	stores := 0
	for _, tt := range []struct {
		name, flags string
		added       int
	}{
		{"the first", commit + "one", 1},
		{"another of the same commit", "-s -w " + commit + "one", 0},
		{"one of another commit", "-s -w " + commit + "two", 1},
	} {
		program := filepath.Join(dir, "dendro")
		if out, err := exec.Command("go", "build", "-ldflags", tt.flags, "-o", program, ".").CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		cmd := exec.Command(program, "tree", "--root", root)
		cmd.Env = append(os.Environ(), "HOME="+dir, "USERPROFILE="+dir, "DENDRO_CACHE_DIR="+cache)
		if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), "Hello") {
			t.Fatalf("%s: %v\n%s", tt.name, err, out)
		}
		found, err := filepath.Glob(filepath.Join(cache, "history", "*"))
		if err != nil || len(found) != stores+tt.added {
			t.Errorf("%s: %d stores, want %d (%v)", tt.name, len(found), stores+tt.added, err)
		}
		stores = len(found)
	}
}
