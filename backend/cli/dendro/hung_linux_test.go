package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"dendro/backend/internal/disk"
)

// TestMain is the program itself where a test starts it.
func TestMain(m *testing.M) {
	if os.Getenv("DENDRO_IS_STARTED") != "" {
		os.Exit(run())
	}
	os.Exit(m.Run())
}

const session = "11111111-1111-4111-8111-111111111111"

// hungMount mounts a file system that never answers, as a server that is gone.
func hungMount(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	server, err := os.OpenFile("/dev/fuse", os.O_RDWR, 0)
	if err != nil {
		t.Skip("no file system can be made here:", err)
	}
	options := fmt.Sprintf("fd=%d,rootmode=40000,user_id=0,group_id=0", server.Fd())
	if err := unix.Mount("dendro-test", dir, "fuse", unix.MS_NOSUID|unix.MS_NODEV, options); err != nil {
		_ = server.Close()
		t.Skip("no file system can be mounted here:", err)
	}
	t.Cleanup(func() {
		_ = server.Close() // whoever waits gets an error
		if err := unix.Unmount(dir, unix.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// history writes a root with one session in a directory, which says one thing.
func history(t *testing.T, dir, said string) string {
	t.Helper()
	root := t.TempDir()
	project := filepath.Join(root, "projects", "-a")
	if err := os.MkdirAll(project, 0o700); err != nil {
		t.Fatal(err)
	}
	record := `{"type":"user","uuid":"22222222-2222-4222-8222-222222222222","parentUuid":null,"sessionId":"` + session +
		`","cwd":"` + dir + `","timestamp":"2026-11-03T09:00:00.000Z","message":{"role":"user","content":"` + said + `"}}` + "\n"
	if err := os.WriteFile(filepath.Join(project, session+".jsonl"), []byte(record), 0o600); err != nil {
		t.Fatal(err)
	}
	return root
}

// started is the program, running.
type started struct {
	*exec.Cmd
	out, errs bytes.Buffer
	begun     time.Time
}

func start(t *testing.T, args ...string) *started {
	t.Helper()
	s := command(t, args...)
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
	return s
}

// command is the program, not started yet.
func command(t *testing.T, args ...string) *started {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 3*disk.Patience)
	t.Cleanup(cancel)
	s := &started{Cmd: exec.CommandContext(ctx, os.Args[0], args...), begun: time.Now()}
	s.Env = append(os.Environ(), "DENDRO_IS_STARTED=1", "DENDRO_CACHE_DIR="+t.TempDir(), "HOME="+t.TempDir(), "CLAUDE_CONFIG_DIR=")
	s.Stdout, s.Stderr = &s.out, &s.errs
	return s
}

// ends waits for the end of the program, and fails the test where that comes too late.
func (s *started) ends(t *testing.T, within time.Duration) (status int) {
	t.Helper()
	err := s.Wait()
	if took := time.Since(s.begun); took > within {
		t.Errorf("it took %v: %s", took, s.errs.String())
	}
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return exit.ExitCode()
	}
	if err != nil {
		t.Fatal(err)
	}
	return 0
}

func TestWhatDoesNotAnswerIsLeftOut(t *testing.T) {
	t.Parallel()
	hung := hungMount(t)
	root := history(t, "/home/ada", "hello")
	for i := range 8 {
		if err := os.Symlink(filepath.Join(hung, "x"), filepath.Join(root, "projects", fmt.Sprint("-dead-", i))); err != nil {
			t.Fatal(err)
		}
	}
	for name, args := range map[string][]string{
		"projects": {"tree", "--json", "--root", root},
		"a root":   {"tree", "--json", "--root", hung, "--root", history(t, "/home/ada", "hello")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := start(t, args...)
			if status := s.ends(t, 2*disk.Patience); status != 0 {
				t.Errorf("status %d", status)
			}
			if !strings.Contains(s.out.String(), session) {
				t.Errorf("the other session is not there: %s", s.out.String())
			}
			if lines := strings.Count(s.errs.String(), ": "+disk.ErrNoAnswer.Error()+"\n"); lines != 1 && lines != 8 {
				t.Errorf("said %q", s.errs.String())
			}
		})
	}
}

func TestASignalEndsWhatWaits(t *testing.T) {
	t.Parallel()
	hung := hungMount(t)
	s := start(t, "tree", "--root", hung)
	time.Sleep(time.Second)
	if err := s.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if status := s.ends(t, disk.Patience/2); status != 1 || !strings.Contains(s.errs.String(), "interrupted") {
		t.Errorf("status %d: %s", status, s.errs.String())
	}
}

// TestADirectoryThatDoesNotAnswer is that of a session whose transcript can be read.
func TestADirectoryThatDoesNotAnswer(t *testing.T) {
	t.Parallel()
	hung := hungMount(t)
	root := history(t, filepath.Join(hung, "work"), "hello")
	show := start(t, "show", session, "--root", root)
	if status := show.ends(t, disk.Patience/2); status != 0 || !strings.Contains(show.out.String(), "hello") {
		t.Errorf("show: status %d, %s", status, show.errs.String())
	}
	resume := start(t, "resume", session, "--print", "--root", root)
	if status := resume.ends(t, disk.Patience*3/2); status != 0 ||
		!strings.Contains(resume.out.String(), session) || !strings.Contains(resume.errs.String(), disk.ErrNoAnswer.Error()) {
		t.Errorf("resume: status %d, %s", status, resume.errs.String())
	}
}

// TestTheSecondSignalEndsIt, where the first one is not heeded: a context of the test's
// own stands for a question that cannot be given up. One that comes before the first
// was heard is not the second, so there may be more.
func TestTheSecondSignalEndsIt(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), disk.Patience)
	defer cancel()
	hung := hungMount(t)
	s := start(t, "export", session, "-o", filepath.Join(hung, "out"), "--root", history(t, "/home/ada", "hello"))
	done := make(chan struct{})
	go func() { _ = s.Wait(); close(done) }()
	again := time.NewTicker(time.Second)
	defer again.Stop()
	for {
		select {
		case <-done:
			return
		case <-again.C:
			_ = s.Process.Signal(os.Interrupt) // it may have ended this moment
		case <-ctx.Done():
			t.Fatal("still there")
		}
	}
}
