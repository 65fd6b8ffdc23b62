// Package desk provides a private desktop for tests on Linux: an X display in memory, a
// session bus, a window manager, and a home directory isolated from that of the user who
// runs the tests.
package desk

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// patience bounds the start of each part of the desktop.
const patience = time.Minute

// Desk is a running desktop. It is not safe for concurrent use.
type Desk struct {
	// Dir holds everything that the desktop writes.
	Dir string
	// Home is the home directory, Root the Claude directory in it.
	Home, Root string

	env       []string
	processes []*exec.Cmd
}

// Start starts a desktop in dir, an empty directory. The caller closes it, even if an error
// is returned.
func Start(ctx context.Context, dir string) (*Desk, error) {
	d := &Desk{Dir: dir, Home: filepath.Join(dir, "home")}
	d.Root = filepath.Join(d.Home, ".claude")
	if err := d.makeHome(); err != nil {
		return d, err
	}
	// Without -noreset the server starts again when its last client leaves, and drops a client
	// that connects at that moment: the window manager, if waitForManager looks for it then.
	display, err := d.startAndRead(ctx, "Xvfb", "-displayfd", "1", "-screen", "0", "1440x900x24", "-nolisten", "tcp", "-noreset")
	if err != nil {
		return d, err
	}
	d.Setenv("DISPLAY", ":"+display)
	bus, err := d.startAndRead(ctx, "dbus-daemon", "--session", "--nofork", "--nosyslog", "--print-address=1")
	if err != nil {
		return d, err
	}
	d.Setenv("DBUS_SESSION_BUS_ADDRESS", bus)
	if _, err := d.Run(ctx, "openbox"); err != nil {
		return d, err
	}
	return d, d.waitForManager(ctx)
}

// waitForManager waits until the window manager runs: no window can be activated before.
func (d *Desk) waitForManager(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for {
		_, err := d.Output(ctx, "xdotool", "get_desktop")
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("the window manager did not come up: %w\n%s", err, d.Logs("openbox"))
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// makeHome creates the directories and the environment that points to them.
func (d *Desk) makeHome() error {
	runtimeDir := filepath.Join(d.Dir, "run")
	for _, dir := range []string{d.Home, d.Root, runtimeDir, d.bin(), d.Records()} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return err
		}
	}
	d.env = slices.DeleteFunc(os.Environ(), func(entry string) bool {
		name, _, _ := strings.Cut(entry, "=")
		return foreign(name)
	})
	d.Setenv("HOME", d.Home)
	d.Setenv("XDG_RUNTIME_DIR", runtimeDir)
	d.Setenv("PATH", d.bin()+string(os.PathListSeparator)+os.Getenv("PATH"))
	d.Setenv("LC_ALL", "C.UTF-8")
	d.Setenv("SHELL", "/bin/sh")
	d.Setenv("GDK_BACKEND", "x11")
	// Without it GTK starts the accessibility bus, which is useless here.
	d.Setenv("NO_AT_BRIDGE", "1")
	return nil
}

// foreign reports whether a variable describes the desktop or the Claude of the user who
// runs the tests.
func foreign(name string) bool {
	hasPrefix := func(prefix string) bool { return strings.HasPrefix(name, prefix) }
	return slices.ContainsFunc([]string{"XDG_", "CLAUDE", "ANTHROPIC", "DENDRO_", "DBUS_", "WAYLAND_", "GTK_", "GDK_"}, hasPrefix) ||
		slices.Contains([]string{"TERMINAL", "DISPLAY", "DESKTOP_SESSION"}, name)
}

func (d *Desk) bin() string { return filepath.Join(d.Dir, "bin") }

// Setenv changes the environment of programs started later: of a duplicate variable the
// last one counts.
func (d *Desk) Setenv(name, value string) { d.env = append(d.env, name+"="+value) }

// command prepares a program of the desktop, in the home directory, with a log file of its
// own. Close ends it. The end of ctx does not: a test's context ends before the desktop is
// closed, and would kill the program while it is asked to end.
func (d *Desk) command(ctx context.Context, name string, args ...string) (*exec.Cmd, error) {
	log, err := os.CreateTemp(d.Dir, filepath.Base(name)+"-*.log")
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(context.WithoutCancel(ctx), name, args...)
	cmd.Env = d.env
	cmd.Dir = d.Home
	cmd.Stdout = log
	cmd.Stderr = log
	return cmd, nil
}

// Run starts a program on the desktop; it ends with the desktop.
func (d *Desk) Run(ctx context.Context, name string, args ...string) (*exec.Cmd, error) {
	cmd, err := d.command(ctx, name, args...)
	if err != nil {
		return nil, err
	}
	return cmd, d.start(cmd)
}

func (d *Desk) start(cmd *exec.Cmd) error {
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("start %s: %w", cmd.Path, err)
	}
	d.processes = append(d.processes, cmd)
	return nil
}

// Output runs a program on the desktop, which must end soon, and returns its output.
func (d *Desk) Output(ctx context.Context, name string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = d.env
	cmd.Dir = d.Home
	cmd.WaitDelay = time.Second // its children may hold the output open
	out, err := cmd.Output()
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			err = fmt.Errorf("%w: %s", err, strings.TrimSpace(string(exit.Stderr)))
		}
		return "", fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(out)), nil
}

// startAndRead starts a server and returns the first line of its output, which reports that
// it is up and where.
func (d *Desk) startAndRead(ctx context.Context, name string, args ...string) (string, error) {
	cmd, err := d.command(ctx, name, args...)
	if err != nil {
		return "", err
	}
	cmd.Stdout = nil
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return "", err
	}
	if err := d.start(cmd); err != nil {
		return "", err
	}
	late := time.AfterFunc(patience, func() { _ = cmd.Process.Kill() })
	defer late.Stop()
	line, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		return "", fmt.Errorf("%s did not come up: %w", name, err)
	}
	go func() { _, _ = io.Copy(io.Discard, stdout) }()
	return strings.TrimSpace(line), nil
}

// Wait waits for a program to end. On a timeout it is made to write its stack traces to the
// log, and killed.
func (d *Desk) Wait(cmd *exec.Cmd) error {
	late := make(chan struct{})
	timer := time.AfterFunc(patience, func() {
		close(late)
		_ = cmd.Process.Signal(syscall.SIGQUIT)
		time.Sleep(2 * time.Second)
		_ = cmd.Process.Kill()
	})
	err := cmd.Wait()
	if !timer.Stop() {
		<-late
		return fmt.Errorf("%s did not end in %s", cmd.Path, patience)
	}
	return err
}

// Close ends everything that was started, in reverse order.
func (d *Desk) Close() error {
	var failed error
	for _, cmd := range slices.Backward(d.processes) {
		failed = errors.Join(failed, end(cmd))
	}
	d.processes = nil
	return failed
}

// end asks a process to end, and kills it if it does not.
func end(cmd *exec.Cmd) error {
	if cmd.ProcessState != nil {
		return nil
	}
	_ = cmd.Process.Signal(os.Interrupt)
	killer := time.AfterFunc(5*time.Second, func() { _ = cmd.Process.Kill() })
	defer killer.Stop()
	err := cmd.Wait()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return nil
	}
	return err
}

// Logs returns a program's output, for the report of a failure, by the name it was started
// with.
func (d *Desk) Logs(program string) string {
	// Dir must not be a pattern: its name comes from a test's.
	files, err := os.ReadDir(d.Dir)
	if err != nil {
		return err.Error()
	}
	var out strings.Builder
	for _, file := range files {
		if !strings.HasPrefix(file.Name(), filepath.Base(program)+"-") || filepath.Ext(file.Name()) != ".log" {
			continue
		}
		if data, err := os.ReadFile(filepath.Join(d.Dir, file.Name())); err == nil && len(data) > 0 {
			fmt.Fprintf(&out, "--- %s\n%s\n", file.Name(), data)
		}
	}
	return out.String()
}
