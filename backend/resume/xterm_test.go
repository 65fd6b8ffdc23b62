//go:build linux

package resume

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestRealTerminals tests the whole way: a plan, a real terminal on a real X server, the
// user's shell in it, and a fake claude that records its call. DENDRO_TERMINALS names
// further terminals by id, on machines that have them.
func TestRealTerminals(t *testing.T) {
	if testing.Short() {
		t.Skip("opens windows")
	}
	display := xvfb(t)
	xterm, err := exec.LookPath("xterm")
	if err != nil {
		t.Skip("xterm is not installed")
	}
	s := newStage(t)
	// A claude without a terminal would refuse to be interactive.
	write(t, filepath.Join(s.home, "bin", "recorder"), recorder, 0o755)
	write(t, s.claude, "#!/bin/sh\n[ -t 0 ] && [ -t 1 ] && exec \""+s.home+"/bin/recorder\" \"$@\"\n", 0o755)

	// A terminal whose windows belong to a server with its own environment.
	server := filepath.Join(s.home, "bin", "server")
	write(t, server, "#!/bin/sh\nexport "+strings.Join(insideClaude(), " ")+"\nexec "+xterm+" \"$@\"\n", 0o755)

	type form struct {
		name, shell, terminal string
		custom                []string
	}
	forms := []form{
		{name: "plain", terminal: "xterm"},
		{name: "in bash", shell: "/bin/bash", terminal: "xterm"},
		{name: "by a server", terminal: "custom", custom: []string{server, "-e", "{argv...}"}},
	}
	own := len(forms) // those whose process is the window
	if tmux := tmuxServer(t, slices.Concat(insideClaude(), s.env)); tmux != "" {
		s.env = append(s.env, tmux)
		forms = append(forms, form{name: "tmux", terminal: "tmux"})
	}
	for id := range strings.FieldsSeq(os.Getenv("DENDRO_TERMINALS")) {
		forms = append(forms, form{name: id, terminal: id})
	}
	if len(forms) > own { // processes started by a bus get the display from the bus
		_ = exec.Command("dbus-update-activation-environment", "DISPLAY="+display, "RECORD="+s.record, "LC_ALL=C.UTF-8").Run()
	}
	// Each window takes time, so every name combines several difficulties.
	names := []string{
		"plain", `it's "a" $(touch pwned)`, "`touch pwned` $HOME %s", `back\slash, trailing\`, "new\nline, also at the end\n",
		"-leading; a=b & glob*?", "日本語 プロジェクト",
	}
	for i, form := range forms {
		t.Run(form.name, func(t *testing.T) {
			env := slices.Concat([]string{"DISPLAY=" + display}, insideClaude(), s.env)
			if i >= own { // they need a bus, and draw with the machine's GPU
				env = append(env, "DBUS_SESSION_BUS_ADDRESS="+os.Getenv("DBUS_SESSION_BUS_ADDRESS"), "XDG_RUNTIME_DIR="+filepath.Join(s.home, "run"), "LIBGL_ALWAYS_SOFTWARE=1")
			}
			if form.shell != "" {
				if _, err := os.Stat(form.shell); err != nil {
					t.Skip("no " + form.shell)
				}
				env = append(env, "SHELL="+form.shell)
			}
			l, ends := onDisplay(t, s, xterm, env)
			for i, name := range names {
				_ = os.Remove(s.record)
				dir := s.dir(t, name)
				req := Request{
					Session: id, Fork: i%2 == 1, Dir: dir, Terminal: form.terminal, Custom: form.custom,
					Root: dir, DefaultRoot: filepath.Join(s.home, ".claude"),
				}
				plan := l.Plan(t.Context(), req)
				if err := l.Start(t.Context(), plan); err != nil {
					t.Fatalf("%q: %v", name, err)
				}
				await(t, s.record, name)
				want := record{dir, dir, "", plan.Argv[1:]}
				if diff := cmp.Diff(want, readRecord(t, s.record)); diff != "" {
					t.Errorf("%q: (-want +got):\n%s", name, diff)
				}
			}
			if n := ends(); i < own && n != 0 {
				t.Errorf("%d of the windows closed behind claude", n)
			}
			for _, pattern := range []string{"pwned", "*/pwned", "*/*/pwned"} {
				if found, _ := filepath.Glob(filepath.Join(s.home, pattern)); found != nil {
					t.Errorf("something ran: %q", found)
				}
			}
		})
	}
}

// TestXtermWithoutDisplay: a terminal that cannot open is reported.
func TestXtermWithoutDisplay(t *testing.T) {
	xterm, err := exec.LookPath("xterm")
	if err != nil {
		t.Skip("xterm is not installed")
	}
	s := newStage(t)
	l, _ := onDisplay(t, s, xterm, append([]string{"DISPLAY=:4095"}, s.env...))
	// Longer than the real grace period: the machine may be busy.
	l.sys.After = func(time.Duration) <-chan time.Time { return time.After(2 * time.Minute) }
	plan := l.Plan(t.Context(), Request{Session: id, Dir: s.dir(t, "x"), Terminal: "xterm"})
	err = l.Start(t.Context(), plan)
	if err == nil || !strings.HasPrefix(err.Error(), "XTerm exited at once: exit status") {
		t.Errorf("err = %v", err)
	}
}

// onDisplay returns a launcher on the real system, with the stage's claude and environment,
// and a function that counts the terminals that have ended.
func onDisplay(t *testing.T, s stage, xterm string, env []string) (*Launcher, func() int) {
	t.Helper()
	sys := Host(filepath.Join(s.home, "cache"))
	sys.ScriptDirs = []string{filepath.Join(s.home, "run")}
	sys.Environ = func() []string { return env }
	sys.LookPath = func(name string) (string, error) {
		switch name {
		case "claude":
			return s.claude, nil
		case "xterm":
			return xterm, nil
		case "tmux":
			return exec.LookPath(name)
		}
		for _, row := range freeTerminals() {
			if slices.Contains(strings.Fields(os.Getenv("DENDRO_TERMINALS")), row.id) && slices.Contains(row.bins, name) {
				return exec.LookPath(name)
			}
		}
		if filepath.IsAbs(name) {
			return name, nil
		}
		return "", exec.ErrNotFound
	}
	var (
		mu   sync.Mutex
		ends int
	)
	run := sys.Start
	sys.Start = func(p Process) (<-chan error, error) {
		done, err := run(p)
		if err != nil {
			return nil, err
		}
		out := make(chan error, 1)
		go func() {
			err := <-done
			mu.Lock()
			ends++
			mu.Unlock()
			out <- err
		}()
		return out, nil
	}
	return New(sys), func() int {
		mu.Lock()
		defer mu.Unlock()
		return ends
	}
}

// tmuxServer starts a tmux server in an environment, with one window, and returns the
// variable that leads to it, or "" without tmux.
func tmuxServer(t *testing.T, environ []string) string {
	t.Helper()
	tmux, err := exec.LookPath("tmux")
	if err != nil {
		return ""
	}
	env := "TMUX_TMPDIR=" + t.TempDir()
	run := func(args ...string) error {
		cmd := exec.Command(tmux, args...)
		cmd.Env = append(slices.Clone(environ), env)
		return cmd.Run()
	}
	if err := run("-f", "/dev/null", "new-session", "-d"); err != nil {
		t.Logf("tmux does not start: %v", err)
		return ""
	}
	t.Cleanup(func() { _ = run("kill-server") })
	return env
}

// xvfb starts an X server without a screen. It ends with the test, and with it every window.
// With -noreset it does not start again when the last window is closed, which would drop a
// window that opens at that moment.
func xvfb(t *testing.T) (display string) {
	t.Helper()
	path, err := exec.LookPath("Xvfb")
	if err != nil {
		t.Skip("Xvfb is not installed")
	}
	cmd := exec.Command(path, "-displayfd", "1", "-screen", "0", "640x480x24", "-nolisten", "tcp", "-noreset")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("Xvfb did not come up: %v", err)
	}
	return ":" + strings.TrimSpace(line)
}

func await(t *testing.T, path, dir string) {
	t.Helper()
	deadline := time.Now().Add(2 * time.Minute)
	for time.Now().Before(deadline) {
		if _, err := os.Stat(path); err == nil {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("in %q claude was not run", dir)
}
