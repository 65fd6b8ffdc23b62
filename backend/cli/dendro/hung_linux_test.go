package main

import (
	"bytes"
	"context"
	"encoding/binary"
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

// hungMount mounts a file system that greets and then never answers, as a server that
// has gone. The function waits until it is asked the first thing.
func hungMount(t *testing.T) (dir string, asked func()) {
	t.Helper()
	dir = t.TempDir()
	server, err := unix.Open("/dev/fuse", unix.O_RDWR|unix.O_CLOEXEC, 0)
	if err != nil {
		t.Skip("no file system can be made here:", err)
	}
	options := fmt.Sprintf("fd=%d,rootmode=40000,user_id=0,group_id=0", server)
	if err := unix.Mount("dendro-test", dir, "fuse", unix.MS_NOSUID|unix.MS_NODEV, options); err != nil {
		_ = unix.Close(server)
		t.Skip("no file system can be mounted here:", err)
	}
	t.Cleanup(func() {
		_ = unix.Close(server) // whoever waits gets an error
		if err := unix.Unmount(dir, unix.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	greet(t, server)
	return dir, func() {
		t.Helper()
		for deadline := time.Now().Add(patience); ; {
			// It is not read: it waits for ever to be.
			n, err := unix.Poll([]unix.PollFd{{Fd: int32(server), Events: unix.POLLIN}}, 1000)
			switch {
			case n > 0:
				return
			case err != nil && !errors.Is(err, unix.EINTR):
				t.Fatal(err)
			case time.Now().After(deadline):
				t.Fatal("the file system is asked nothing")
			}
		}
	}
}

// greet answers the first message of the kernel, FUSE_INIT: without that no question
// reaches the server.
func greet(t *testing.T, server int) {
	t.Helper()
	message := make([]byte, 64<<10)
	if _, err := unix.Read(server, message); err != nil {
		t.Fatal(err)
	}
	answer := make([]byte, 16+64) // fuse_out_header and fuse_init_out
	order := binary.NativeEndian
	order.PutUint32(answer, uint32(len(answer)))
	copy(answer[8:16], message[8:16]) // which message it answers
	order.PutUint32(answer[16:], 7)   // the version of the protocol: 7.31
	order.PutUint32(answer[20:], 31)
	order.PutUint32(answer[36:], 4096) // what one write may hold
	if _, err := unix.Write(server, answer); err != nil {
		t.Fatal(err)
	}
}

// patience is how long a busy machine may take for what takes no time.
const patience = time.Minute

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
	ctx, cancel := context.WithTimeout(t.Context(), patience)
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
	hung, _ := hungMount(t)
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
	hung, asked := hungMount(t)
	s := start(t, "tree", "--root", hung)
	asked()
	if err := s.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	// Without the signal it ends as well, and says that nothing answers.
	if status := s.ends(t, patience); status != 1 || !strings.Contains(s.errs.String(), "interrupted") {
		t.Errorf("status %d: %s", status, s.errs.String())
	}
}

// TestADirectoryThatDoesNotAnswer is that of a session whose transcript can be read.
func TestADirectoryThatDoesNotAnswer(t *testing.T) {
	t.Parallel()
	hung, _ := hungMount(t)
	root := history(t, filepath.Join(hung, "work"), "hello")
	show := start(t, "show", session, "--root", root)
	if status := show.ends(t, disk.Patience); status != 0 || !strings.Contains(show.out.String(), "hello") {
		t.Errorf("show: status %d, %s", status, show.errs.String())
	}
	resume := start(t, "resume", session, "--print", "--root", root)
	if status := resume.ends(t, 2*disk.Patience); status != 0 ||
		!strings.Contains(resume.out.String(), session) || !strings.Contains(resume.errs.String(), disk.ErrNoAnswer.Error()) {
		t.Errorf("resume: status %d, %s", status, resume.errs.String())
	}
}

// TestTheSecondSignalEndsIt, where the first one is not heeded, since the question cannot
// be given up. One that comes before the first was heard is not the second, so there may
// be more.
func TestTheSecondSignalEndsIt(t *testing.T) {
	t.Parallel()
	hung, asked := hungMount(t)
	s := start(t, "export", session, "-o", filepath.Join(hung, "out"), "--root", history(t, "/home/ada", "hello"))
	asked()
	done := make(chan struct{})
	go func() { _ = s.Wait(); close(done) }()
	again := time.NewTicker(time.Second)
	defer again.Stop()
	late := time.After(patience / 2) // before the test ends it itself
	for {
		select {
		case <-done:
			return
		case <-again.C:
			_ = s.Process.Signal(os.Interrupt) // it may have ended this moment
		case <-late:
			t.Fatal("still there")
		}
	}
}
