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
	"runtime"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"dendro/backend/cli"
	"dendro/backend/internal/disk"
)

// TestMain runs the program itself if a test starts it.
func TestMain(m *testing.M) {
	if os.Getenv("DENDRO_IS_STARTED") != "" {
		// As in main: the kernel delivers an interrupt to the main thread if it can, where
		// a blocked system call would swallow it.
		runtime.LockOSThread()
		env := cli.ProcessEnv()
		env.Disk.Patience, _ = time.ParseDuration(os.Getenv("DENDRO_PATIENCE"))
		ctx, stop := listen()
		if err := os.WriteFile(os.Getenv("DENDRO_LISTENS"), nil, 0o600); err != nil {
			panic(err)
		}
		status := cli.Run(ctx, env)
		stop()
		os.Exit(status)
	}
	os.Exit(m.Run())
}

const session = "11111111-1111-4111-8111-111111111111"

// hungMount is a file system that accepts a mount and then never responds, like a dead
// server.
type hungMount struct {
	dir    string
	server int
}

func newHungMount(t *testing.T) *hungMount {
	t.Helper()
	dir := t.TempDir()
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
		_ = unix.Close(server) // blocked callers get an error
		if err := unix.Unmount(dir, unix.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	greet(t, server)
	return &hungMount{dir, server}
}

// waitUntilAsked returns when a request waits for an answer. The request is not read,
// because a process whose request was read cannot be killed.
func (h *hungMount) waitUntilAsked(t *testing.T) {
	t.Helper()
	waitUntil(t, "a question to the file system", func() bool {
		n, err := unix.Poll([]unix.PollFd{{Fd: int32(h.server), Events: unix.POLLIN}}, 0)
		if err != nil && !errors.Is(err, unix.EINTR) {
			t.Fatal(err)
		}
		return n > 0
	})
}

// waitUntil polls until a condition holds.
func waitUntil(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(patience); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%s never came", what)
		}
	}
}

// greet answers the first message of the kernel, FUSE_INIT: without it no request reaches
// the server.
func greet(t *testing.T, server int) {
	t.Helper()
	message := make([]byte, 64<<10)
	if _, err := unix.Read(server, message); err != nil {
		t.Fatal(err)
	}
	answer := make([]byte, 16+64) // fuse_out_header and fuse_init_out
	order := binary.NativeEndian
	order.PutUint32(answer, uint32(len(answer)))
	copy(answer[8:16], message[8:16]) // the id of the message to answer
	order.PutUint32(answer[16:], 7)   // protocol version 7.31
	order.PutUint32(answer[20:], 31)
	order.PutUint32(answer[36:], 4096) // maximum size of a write
	if _, err := unix.Write(server, answer); err != nil {
		t.Fatal(err)
	}
}

// patience is the limit for operations that take no time, even on a busy machine. It is
// less than eight timeouts in sequence would take.
const patience = time.Minute

// endless makes the program wait for every answer without a timeout.
const endless = "DENDRO_PATIENCE=1h"

// history writes a root with one session in a directory, with the given text.
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

// started is a run of the program.
type started struct {
	*exec.Cmd
	out, errs bytes.Buffer
	listens   string // a file that the program creates once it handles interrupts
}

// waitUntilListening returns when the program handles interrupts. An earlier interrupt
// would kill it, or be lost if the tests themselves run in the background.
func (s *started) waitUntilListening(t *testing.T) {
	t.Helper()
	waitUntil(t, "the handler of interrupts", func() bool {
		_, err := os.Stat(s.listens)
		return err == nil
	})
}

func start(t *testing.T, args ...string) *started {
	t.Helper()
	s := command(t, args...)
	s.start(t)
	return s
}

func (s *started) start(t *testing.T) {
	t.Helper()
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
}

// command returns the program, not started yet. It is ended after patience.
func command(t *testing.T, args ...string) *started {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	t.Cleanup(cancel)
	s := &started{Cmd: exec.CommandContext(ctx, os.Args[0], args...), listens: filepath.Join(t.TempDir(), "listens")}
	s.Env = append(os.Environ(), "DENDRO_IS_STARTED=1", "DENDRO_LISTENS="+s.listens,
		"DENDRO_CACHE_DIR="+t.TempDir(), "HOME="+t.TempDir(), "CLAUDE_CONFIG_DIR=")
	s.Stdout, s.Stderr = &s.out, &s.errs
	// Go prints all goroutines: where the program was blocked.
	s.Cancel = func() error { return s.Process.Signal(unix.SIGQUIT) }
	s.WaitDelay = 10 * time.Second
	return s
}

// ends waits for the program and returns its exit status, -1 if it was killed.
func (s *started) ends(t *testing.T) (status int) {
	t.Helper()
	err := s.Wait()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return exit.ExitCode()
	}
	if err != nil {
		t.Fatalf("%v: %v\n%s", s.Args[1:], err, s.errs.String())
	}
	return 0
}

func TestUnresponsivePathIsSkipped(t *testing.T) {
	t.Parallel()
	hung := newHungMount(t)
	root := history(t, "/home/ada", "hello")
	for i := range 8 {
		if err := os.Symlink(filepath.Join(hung.dir, "x"), filepath.Join(root, "projects", fmt.Sprint("-dead-", i))); err != nil {
			t.Fatal(err)
		}
	}
	for name, args := range map[string][]string{
		"projects": {"tree", "--json", "--root", root},
		"a root":   {"tree", "--json", "--root", hung.dir, "--root", history(t, "/home/ada", "hello")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := start(t, args...)
			if status := s.ends(t); status != 0 {
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
	hung := newHungMount(t)
	s := command(t, "tree", "--root", hung.dir)
	s.Env = append(s.Env, endless) // only the signal ends it
	s.start(t)
	s.waitUntilListening(t)
	hung.waitUntilAsked(t)
	if err := s.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if status := s.ends(t); status != 1 || !strings.Contains(s.errs.String(), "interrupted") {
		t.Errorf("status %d: %s", status, s.errs.String())
	}
}

// TestUnresponsiveSessionDirectory: the directory of a session with a readable transcript
// does not respond.
func TestUnresponsiveSessionDirectory(t *testing.T) {
	t.Parallel()
	hung := newHungMount(t)
	root := history(t, filepath.Join(hung.dir, "work"), "hello")
	show := command(t, "show", session, "--root", root)
	show.Env = append(show.Env, endless) // it would never end if it accessed the directory
	show.start(t)
	if status := show.ends(t); status != 0 || !strings.Contains(show.out.String(), "hello") {
		t.Errorf("show: status %d, %s", status, show.errs.String())
	}
	resume := start(t, "resume", session, "--print", "--root", root)
	if status := resume.ends(t); status != 1 || resume.out.String() != "" ||
		!strings.Contains(resume.errs.String(), session) || !strings.Contains(resume.errs.String(), disk.ErrNoAnswer.Error()) {
		t.Errorf("resume: status %d, printed %q, said %s", status, resume.out.String(), resume.errs.String())
	}
}

// TestTheSecondSignalEndsIt: the first one has no effect, since the system call cannot be
// cancelled. A signal sent before the first was handled does not count as the second, so
// several are sent.
func TestTheSecondSignalEndsIt(t *testing.T) {
	t.Parallel()
	hung := newHungMount(t)
	s := start(t, "export", session, "-o", filepath.Join(hung.dir, "out"), "--root", history(t, "/home/ada", "hello"))
	s.waitUntilListening(t)
	hung.waitUntilAsked(t)
	done := make(chan struct{})
	go func() { _ = s.Wait(); close(done) }()
	again := time.NewTicker(time.Second)
	defer again.Stop()
	late := time.After(patience / 2) // before the test kills it
	for {
		select {
		case <-done:
			return
		case <-again.C:
			_ = s.Process.Signal(os.Interrupt) // it may just have ended
		case <-late:
			t.Fatal("still there")
		}
	}
}
