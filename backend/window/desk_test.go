//go:build window && linux

package window

import (
	"context"
	"errors"
	"image"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dendro/backend/internal/plain"
	"dendro/build/desk"
)

// These tests run the production binary, build/bin/dendro, in a real window on a private
// display. `make window` builds it and runs them. They write screenshots and logs to
// DENDRO_WINDOW_DIR if it is set.

const binary = "../../build/bin/dendro"

// patience bounds every wait for the window. It is not a measurement: a busy machine may
// take long to process queued keys.
const patience = 3 * time.Minute

// newDesk starts a desktop that ends with the test. Each has a display, a home and a bus of its own, and
// tests mostly wait for their windows: they run side by side.
func newDesk(t *testing.T) *desk.Desk {
	t.Helper()
	t.Parallel()
	dir := t.TempDir()
	if keep := os.Getenv("DENDRO_WINDOW_DIR"); keep != "" {
		dir = filepath.Join(keep, t.Name())
		if err := os.RemoveAll(dir); err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	d, err := desk.Start(t.Context(), dir)
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
		if t.Failed() {
			t.Log(d.Logs(binary))
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func binaryPath(t *testing.T) string {
	t.Helper()
	path, err := filepath.Abs(binary)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); err != nil {
		t.Fatalf("run make build first: %v", err)
	}
	return path
}

// openDendro starts the binary and waits for its window with a page.
func openDendro(t *testing.T, d *desk.Desk, args ...string) (*exec.Cmd, *desk.Window) {
	t.Helper()
	cmd, err := d.Run(t.Context(), binaryPath(t), args...)
	if err != nil {
		t.Fatal(err)
	}
	w, err := d.WaitWindow(t.Context(), "dendro", patience)
	if err != nil {
		t.Fatal(err)
	}
	until(t, patience, "the window stays blank", func() bool {
		return desk.Colours(screenshot(t, w, "opened")) > 50
	})
	settle(t, w)
	return cmd, w
}

// closeWindow closes the window and waits for the program to end. A program that does not
// end writes its stack traces to its log, which a failed test shows.
func closeWindow(t *testing.T, d *desk.Desk, cmd *exec.Cmd, w *desk.Window) {
	t.Helper()
	problem := w.Close(t.Context())
	if err := d.Wait(cmd); problem != nil || err != nil {
		t.Fatalf("the window was closed with %v, the program ended with %v", problem, err)
	}
}

func screenshot(t *testing.T, w *desk.Window, name string) image.Image {
	t.Helper()
	picture, err := w.Screenshot(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	return picture
}

// settle waits until the window has not changed for half a second, and returns a
// screenshot.
func settle(t *testing.T, w *desk.Window) image.Image {
	t.Helper()
	last := screenshot(t, w, "settling")
	same := 0
	until(t, patience, "the window never comes to rest", func() bool {
		time.Sleep(250 * time.Millisecond)
		now := screenshot(t, w, "settling")
		if desk.Difference(last, now) < 0.0005 {
			same++
		} else {
			same = 0
		}
		last = now
		return same >= 2
	})
	return last
}

// until waits for done, and fails the test with what on a timeout.
func until(t *testing.T, within time.Duration, what string, done func() bool) {
	t.Helper()
	deadline := time.Now().Add(within)
	for !done() {
		if time.Now().After(deadline) {
			t.Fatalf("after %s: %s", within, what)
		}
		time.Sleep(50 * time.Millisecond)
	}
}

func TestWindowShowsTheDemoAndKeysMoveThroughIt(t *testing.T) {
	d := newDesk(t)
	_, w := openDendro(t, d, "--demo")
	before := settle(t, w)
	if got := desk.Colours(before); got < 100 {
		t.Errorf("the window shows %d colours: nearly blank", got)
	}
	for _, step := range []struct{ name, keys string }{
		// The newest chat is shown first: one with branches.
		{"tree", "ctrl+2 Down Down"},
		{"thread", "ctrl+3 Prior Prior"},
		{"sidebar", "ctrl+1 Down Down Return"},
	} {
		t.Run(step.name, func(t *testing.T) {
			if err := w.Keys(t.Context(), strings.Fields(step.keys)...); err != nil {
				t.Fatal(err)
			}
			until(t, patience, step.keys+" changed nothing that can be seen", func() bool {
				return desk.Difference(before, screenshot(t, w, step.name)) >= 0.001
			})
			after := settle(t, w)
			if got := desk.Colours(after); got < 100 {
				t.Errorf("the window shows %d colours: nearly blank", got)
			}
			before = after
		})
	}
}

func TestWindowShowsTheDemoWhereThereIsNoHistory(t *testing.T) {
	d := newDesk(t)
	_, w := openDendro(t, d)
	if got := desk.Colours(settle(t, w)); got < 100 {
		t.Errorf("the window shows %d colours: nearly blank", got)
	}
}

func TestWindowRemembersItsSize(t *testing.T) {
	d := newDesk(t)
	cmd, w := openDendro(t, d, "--demo")
	if err := w.Resize(t.Context(), 1010, 707); err != nil {
		t.Fatal(err)
	}
	settle(t, w)
	closeWindow(t, d, cmd, w)
	_, w = openDendro(t, d, "--demo")
	width, height, err := w.Size(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if width != 1010 || height != 707 {
		t.Errorf("reopened at %d×%d, want 1010×707", width, height)
	}
}

func TestWindowOpensOnce(t *testing.T) {
	d := newDesk(t)
	openDendro(t, d, "--demo")
	if _, err := d.Output(t.Context(), binaryPath(t), "--demo"); err != nil {
		t.Errorf("the second start ended with %v, want success", err)
	}
}

func TestWindowSaysThatThereIsNoDisplay(t *testing.T) {
	for name, display := range map[string]string{"none": "", "dead": ":4711"} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), patience)
			defer cancel()
			cmd := exec.CommandContext(ctx, binaryPath(t), "--demo")
			cmd.Env = []string{"HOME=" + t.TempDir(), "PATH=" + os.Getenv("PATH"), "DISPLAY=" + display, "GDK_BACKEND=x11"}
			var stderr strings.Builder
			cmd.Stderr = &stderr
			err := cmd.Run()
			var exit *exec.ExitError
			if !errors.As(err, &exit) || exit.ExitCode() != 1 {
				t.Errorf("ended with %v, want exit status 1", err)
			}
			if lines := strings.Count(stderr.String(), "\n"); lines != 1 {
				t.Errorf("said %d lines, want one:\n%s", lines, stderr.String())
			}
		})
	}
}

// TestWindowContinuesInARealTerminal continues after the first answer of a session: claude
// gets the messages up to it, verbatim, to fork.
func TestWindowContinuesInARealTerminal(t *testing.T) {
	d := newDesk(t)
	session := hostileSession(t, d)
	written, err := os.ReadFile(session.File)
	if err != nil {
		t.Fatal(err)
	}
	_, w := openDendro(t, d)
	// Enter on the first prompt shows the command, Enter starts it.
	before := settle(t, w)
	if err := w.Keys(t.Context(), "ctrl+2", "Home", "Return"); err != nil {
		t.Fatal(err)
	}
	until(t, patience, "the command is not shown", func() bool {
		return desk.Difference(before, screenshot(t, w, "resume")) > 0.02
	})
	settle(t, w)
	if got := calls(t, d); len(got) != 0 {
		t.Fatal("claude was started before the command was confirmed")
	}
	if err := w.Keys(t.Context(), "Return"); err != nil {
		t.Fatal(err)
	}
	chain := checkResumed(t, d, session, "", "--resume", "CHAIN", "--fork-session", "--session-id", "NEW")
	loaded, err := os.ReadFile(chain)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfterN(string(written), "\n", 3)
	if diff := cmp.Diff(lines[0]+lines[1], string(loaded)); diff != "" {
		t.Errorf("what is loaded (-want +got):\n%s", diff)
	}
	if now, err := os.ReadFile(session.File); err != nil || string(now) != string(written) || strings.HasPrefix(chain, d.Root) {
		t.Errorf("the Claude directory was written to: %s, %v", chain, err)
	}
}

func TestWindowResumeCommandStartsARealTerminal(t *testing.T) {
	t.Run("default root", func(t *testing.T) {
		d := newDesk(t)
		session := hostileSession(t, d)
		if _, err := d.Output(t.Context(), binaryPath(t), "resume", session.ID, "--terminal", "xterm"); err != nil {
			t.Fatal(err)
		}
		checkResumed(t, d, session, "", "--resume", session.ID)
	})
	t.Run("another root, forked", func(t *testing.T) {
		d := newDesk(t)
		session := hostileSession(t, d)
		root := filepath.Join(d.Home, "another 'root'")
		if err := os.Rename(d.Root, root); err != nil {
			t.Fatal(err)
		}
		_, err := d.Output(t.Context(), binaryPath(t), "resume", session.ID, "--fork", "--terminal", "xterm", "--root", root)
		if err != nil {
			t.Fatal(err)
		}
		checkResumed(t, d, session, root, "--resume", session.ID, "--fork-session", "--session-id", "NEW")
	})
}

func hostileSession(t *testing.T, d *desk.Desk) desk.Session {
	t.Helper()
	if err := d.FakeClaude(); err != nil {
		t.Fatal(err)
	}
	session, err := d.WriteSession()
	if err != nil {
		t.Fatal(err)
	}
	return session
}

func calls(t *testing.T, d *desk.Desk) []desk.Call {
	t.Helper()
	got, err := d.Calls()
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// checkResumed waits for the single call of claude and checks it. An empty root is the
// default one, for which CLAUDE_CONFIG_DIR is not set. NEW is replaced by the id of the
// fork, CHAIN by the chain file, which is returned.
func checkResumed(t *testing.T, d *desk.Desk, session desk.Session, root string, want ...string) (chain string) {
	t.Helper()
	until(t, patience, "claude was not started", func() bool { return len(calls(t, d)) > 0 })
	got := calls(t, d)
	if len(got) != 1 {
		t.Fatalf("claude was started %d times", len(got))
	}
	argv := got[0].Argv
	if last := len(argv) - 1; last > 1 && argv[last-1] == "--session-id" && plain.IsUUID(argv[last]) && argv[last] != session.ID {
		if filepath.IsAbs(argv[1]) && filepath.Base(argv[1]) == argv[last]+".jsonl" {
			chain, argv[1] = argv[1], "CHAIN"
		}
		argv[last] = "NEW"
	}
	if diff := cmp.Diff(want, argv); diff != "" {
		t.Errorf("argv (-want +got):\n%s", diff)
	}
	if got[0].Dir != session.Dir {
		t.Errorf("started in %q, want %q", got[0].Dir, session.Dir)
	}
	if config, set := got[0].Env["CLAUDE_CONFIG_DIR"]; config != root || set != (root != "") {
		t.Errorf("CLAUDE_CONFIG_DIR is %q (set: %t), want %q", config, set, root)
	}
	if got[0].Env["HOME"] != d.Home {
		t.Errorf("HOME is %q, want %q", got[0].Env["HOME"], d.Home)
	}
	if found, _ := filepath.Glob(filepath.Join(d.Home, "*", "pwned")); len(found) > 0 {
		t.Errorf("a shell has run what stands in the directory's name: %v", found)
	}
	for _, dir := range []string{d.Home, session.Dir, filepath.Dir(session.Dir)} {
		if _, err := os.Stat(filepath.Join(dir, "pwned")); err == nil {
			t.Errorf("a shell has run what stands in the directory's name, in %s", dir)
		}
	}
	return chain
}
