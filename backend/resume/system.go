package resume

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"dendro/backend/internal/disk"
	"dendro/backend/internal/own"
)

// System is a launcher's interface to the machine. Every field must be set; all functions
// must be safe for concurrent use. [Host] returns the real one, tests use fakes.
type System struct {
	GOOS string
	// Home is the user's home directory.
	Home string
	// ScriptDirs are candidate directories for the start script. They need not exist, and
	// an unsafe one is not used. If none is suitable, a temporary one is created.
	ScriptDirs []string
	// Disk remembers mounts that do not respond; nil: the launcher creates one.
	Disk *disk.Prober
	// ClientFile caches the client's version between runs; empty: no cache.
	ClientFile string

	LookPath     func(name string) (string, error)
	Environ      func() []string
	Stat         func(path string) (fs.FileInfo, error)
	SameFile     func(a, b fs.FileInfo) bool
	EvalSymlinks func(path string) (string, error)
	ReadFile     func(path string) ([]byte, error)
	Abs          func(path string) string

	Now   func() time.Time
	After func(time.Duration) <-chan time.Time

	// Output runs a process without a terminal and returns the beginning of its output,
	// even if it failed. It ends with ctx, together with all its children.
	Output func(ctx context.Context, p Process) ([]byte, error)
	// Here runs a process in this one's terminal, replacing this process if possible. It
	// returns only if it cannot, or with the exit of the process.
	Here func(p Process) error
	// Start starts a process that outlives this one, with no standard input. The channel
	// receives its end once: nil, or an error with the output.
	Start func(p Process) (<-chan error, error)
	// Mark returns the path of a file that does not exist, which the started script
	// creates, or "" if that is impossible. Marked reports, once, whether it exists.
	Mark   func() string
	Marked func(path string) bool
}

// Process is a program to run.
type Process struct {
	Path string
	Args []string // without the program's own name
	Dir  string
	Env  []string
}

// Host returns the real system. The start script is written to the user's runtime
// directory, else to cacheDir.
func Host(cacheDir string) System {
	home, err := os.UserHomeDir()
	if err != nil {
		home = string(filepath.Separator) // nothing will be found below it
	}
	var dirs []string
	if runtime := os.Getenv("XDG_RUNTIME_DIR"); filepath.IsAbs(runtime) {
		dirs = append(dirs, filepath.Join(runtime, "dendro"))
	}
	clientFile := ""
	if filepath.IsAbs(cacheDir) {
		dirs, clientFile = append(dirs, filepath.Join(cacheDir, "resume")), filepath.Join(cacheDir, "client.json")
	}
	return System{
		ClientFile:   clientFile,
		GOOS:         runtime.GOOS,
		Home:         home,
		ScriptDirs:   dirs,
		LookPath:     exec.LookPath,
		Environ:      os.Environ,
		Stat:         os.Stat,
		SameFile:     os.SameFile,
		EvalSymlinks: filepath.EvalSymlinks,
		ReadFile:     func(path string) ([]byte, error) { return disk.ReadFile(path, 1<<16) },
		Abs:          absolute,
		Now:          time.Now,
		After:        time.After,
		Output:       output,
		Start:        start,
		Mark:         func() string { return markIn(dirs) },
		Marked:       func(path string) bool { return os.Remove(path) == nil },
		Here:         here,
	}
}

func absolute(path string) string {
	abs, _ := filepath.Abs(path) // "" if the working directory is unknown
	return cmp.Or(abs, path)
}

// lookPath returns the absolute path of a program, never one in the working directory.
func (h *host) lookPath(name string) (path string, ok bool) {
	path, err := h.sys.LookPath(name)
	return path, err == nil && filepath.IsAbs(path)
}

// executable reports whether the path is a file that this user may run.
func (h *host) executable(path string) bool {
	_, ok := h.lookPath(path)
	return ok
}

// getenv returns the last value of a variable, like os.Getenv.
func (h *host) getenv(name string) (value string, ok bool) {
	for _, entry := range h.sys.Environ() {
		if rest, found := strings.CutPrefix(entry, name+"="); found {
			value, ok = rest, true
		}
	}
	return value, ok
}

// outputLimit suffices for the probe, whatever start files print.
const outputLimit = 256 << 10

// limited retains the first bytes written to it and discards the rest.
type limited struct{ kept []byte }

func (w *limited) Write(p []byte) (int, error) {
	if room := outputLimit - len(w.kept); room > 0 {
		w.kept = append(w.kept, p[:min(room, len(p))]...)
	}
	return len(p), nil
}

// reapDelay is how long a killed process may take to end.
const reapDelay = 2 * time.Second

// output runs p until ctx ends and returns the beginning of its output. A process that is
// blocked in the kernel, as on a file system that does not respond, cannot be killed: it
// is left behind.
func output(ctx context.Context, p Process) ([]byte, error) {
	cmd := exec.CommandContext(ctx, p.Path, p.Args...)
	cmd.Dir, cmd.Env = p.Dir, p.Env
	var out limited
	cmd.Stdout = &out
	isolate(cmd)
	// A background process of a start file may hold the output open.
	cmd.WaitDelay = time.Second
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	select {
	case err := <-done:
		return out.kept, err
	case <-ctx.Done():
	}
	timer := time.NewTimer(reapDelay)
	defer timer.Stop()
	select {
	case err := <-done:
		return out.kept, err
	case <-timer.C:
		return nil, ctx.Err()
	}
}

func start(p Process) (<-chan error, error) {
	cmd := exec.Command(p.Path, p.Args...)
	cmd.Dir, cmd.Env = p.Dir, p.Env
	detach(cmd)
	said, err := spill()
	if err == nil {
		cmd.Stdout, cmd.Stderr = said, said
	}
	if err := cmd.Start(); err != nil {
		return nil, errors.Join(err, said.Close())
	}
	done := make(chan error, 1)
	go func() {
		err := cmd.Wait()
		if text := lastWords(said); err != nil && text != "" {
			err = fmt.Errorf("%w: %s", err, text)
		}
		_ = said.Close()
		done <- err
	}()
	return done, nil
}

// wordsLimit bounds the quoted output of a failed process.
const wordsLimit = 400

// lastWords returns the end of a process's output, on one line.
func lastWords(said *os.File) string {
	info, err := said.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return ""
	}
	end := make([]byte, min(info.Size(), 8*wordsLimit))
	n, _ := said.ReadAt(end, info.Size()-int64(len(end)))
	text := []rune(strings.Join(strings.Fields(strings.ToValidUTF8(string(end[:n]), "")), " "))
	text = slices.DeleteFunc(text, control)
	return string(text[max(0, len(text)-wordsLimit):])
}

// markIn returns a mark in the first suitable directory. It removes marks that appeared
// after their launcher stopped waiting.
func markIn(dirs []string) string {
	for _, dir := range dirs {
		if (own.Dir{Path: dir}).Make() != nil {
			continue
		}
		old, _ := filepath.Glob(filepath.Join(dir, "runs-*"))
		for _, path := range old {
			if info, err := os.Stat(path); err == nil && time.Since(info.ModTime()) > time.Minute {
				_ = os.Remove(path)
			}
		}
		return filepath.Join(dir, "runs-"+rand.Text())
	}
	return ""
}
