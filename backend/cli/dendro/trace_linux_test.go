package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// changing are the system calls that change files, and those that open them, which depends
// on their flags.
const changing = "open openat openat2 creat mkdir mkdirat mknod mknodat rename renameat renameat2 link linkat symlink symlinkat " +
	"unlink unlinkat rmdir truncate chmod fchmodat fchmodat2 chown lchown fchownat utime utimes utimensat futimesat setxattr lsetxattr"

// toRead matches a file opened read-only.
var toRead = regexp.MustCompile(`\bopen(?:at2?)?\(.*O_RDONLY`)

// TestResumeWritesNothingBelowAClaudeDirectory traces Dendro's system calls from reading a
// history until it executes the client.
func TestResumeWritesNothingBelowAClaudeDirectory(t *testing.T) {
	t.Parallel()
	work, bin := t.TempDir(), t.TempDir()
	root := twoTurns(t, work)
	claude := "#!/bin/sh\n[ \"$1\" = --version ] && echo 2.1.330 && exit\nexec 3<" + filepath.Join(root, "projects") + "\necho \"$0 $*\" >" + filepath.Join(work, "ran") + "\n"
	if err := os.WriteFile(filepath.Join(bin, "claude"), []byte(claude), 0o700); err != nil {
		t.Fatal(err)
	}
	const earlier = "--at=22222222-2222-4222-8222-222222222222"
	for name, args := range map[string][]string{
		"the plan":   {"resume", session, "--print"},
		"continue":   {"resume", session, earlier},
		"resume":     {"resume", "--join"}, // the newest session of the directory
		"the export": {"export", session},
	} {
		t.Run(name, func(t *testing.T) {
			s := command(t, append(args, "--root", root)...)
			s.Dir = work
			s.Env = append(s.Env, "PATH="+bin+":/usr/bin:/bin", "SHELL=")
			program, _ := terminal(t)
			s.Stdin, s.Stdout = program, program
			read, changed := s.traced(t, root, 0)
			for _, line := range changed {
				t.Errorf("%s", line)
			}
			if read == 0 {
				t.Error("nothing of the history was seen to be read")
			}
		})
	}
	if ran := read(t, filepath.Join(work, "ran")); !strings.Contains(ran, " --resume ") {
		t.Errorf("the client was not run: %q", ran)
	}
}

// traced runs the program and returns how many system calls read below a directory, and
// those that may change something there.
func (s *started) traced(t *testing.T, below string, want int) (reading int, changed []string) {
	t.Helper()
	strace, err := exec.LookPath("strace")
	if err != nil {
		t.Fatal(err)
	}
	known := "?" + strings.ReplaceAll(changing, " ", ",?") // not every architecture has each of them
	trace := filepath.Join(t.TempDir(), "trace")           // one per thread: otherwise their lines interleave
	s.Args = append([]string{strace, "-ff", "-qq", "-y", "-s", "4096", "--seccomp-bpf", "-e", "trace=" + known, "-e", "signal=none", "-o", trace, s.Path}, s.Args[1:]...)
	s.Path = strace
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
	if status := s.ends(t); status != want {
		t.Fatalf("status %d: %s", status, s.errs.String())
	}
	threads, err := filepath.Glob(trace + ".*")
	if err != nil {
		t.Fatal(err)
	}
	for _, thread := range threads {
		for line := range strings.Lines(read(t, thread)) {
			switch {
			case !strings.Contains(line, below):
			case toRead.MatchString(line):
				reading++
			default:
				changed = append(changed, line)
			}
		}
	}
	return reading, changed
}

// TestOnlyARestoreWritesBelowAClaudeDirectory traces the commands of the archive: a restore
// that was confirmed creates the session's files and their directories, and nothing else is
// changed by any of them.
func TestOnlyARestoreWritesBelowAClaudeDirectory(t *testing.T) {
	t.Parallel()
	root, data := twoTurns(t, t.TempDir()), t.TempDir()
	output := filepath.Join(root, "projects", "-a", session, "tool-results", "out.txt")
	if err := errors.Join(os.MkdirAll(filepath.Dir(output), 0o700), os.WriteFile(output, []byte("out"), 0o600)); err != nil {
		t.Fatal(err)
	}
	run := func(status int, args ...string) []string {
		t.Helper()
		s := command(t, append(args, "--root", root)...)
		s.Env = append(s.Env, "DENDRO_DATA_DIR="+data)
		_, changed := s.traced(t, root, status)
		return changed
	}
	harmless := func(status int, args ...string) {
		t.Helper()
		for _, line := range run(status, args...) {
			t.Errorf("%s: %s", args[0], line)
		}
	}
	harmless(0, "keep", session)
	harmless(0, "kept", "--verify")
	if err := os.RemoveAll(filepath.Join(root, "projects", "-a")); err != nil {
		t.Fatal(err)
	}
	harmless(0, "show", session)
	harmless(1, "restore", session)
	harmless(0, "restore", session, "--dry-run")
	created := 0
	for _, line := range run(0, "restore", session, "--yes") {
		switch {
		case strings.Contains(line, "mkdirat(") && (strings.Contains(line, `"-a"`) || strings.Contains(line, "EEXIST")): // the project
		case strings.Contains(line, session):
			created++
		default:
			t.Errorf("restore: %s", line)
		}
	}
	if created == 0 || read(t, output) != "out" {
		t.Errorf("%d calls created the session", created)
	}
	harmless(1, "drop", session)
	harmless(0, "drop", session, "--yes")
}

// twoTurns writes a root with a session of two turns.
func twoTurns(t *testing.T, dir string) (root string) {
	t.Helper()
	root = history(t, dir, "first")
	path := filepath.Join(root, "projects", "-a", session+".jsonl")
	lines := read(t, path)
	parent := "22222222-2222-4222-8222-222222222222"
	for _, turn := range []string{"23", "24", "25"} {
		uuid := strings.Repeat(turn[1:], 8) + "-2222-4222-8222-222222222222"
		kind, content := "assistant", `[{"type":"text","text":"so"}]`
		if turn == "24" {
			kind, content = "user", `"second"`
		}
		lines += `{"type":"` + kind + `","uuid":"` + uuid + `","parentUuid":"` + parent + `","sessionId":"` + session + `","cwd":"` + dir +
			`","timestamp":"2026-11-03T09:00:00.000Z","message":{"id":"m` + turn + `","role":"` + kind + `","content":` + content + "}}\n"
		parent = uuid
	}
	if err := os.WriteFile(path, []byte(lines), 0o600); err != nil {
		t.Fatal(err)
	}
	return root
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
