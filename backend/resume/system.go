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

// System is what a launcher needs of the machine. Every field must be set; all functions
// must be safe for concurrent use. [Host] fills it in, tests put fakes in its place.
type System struct {
	GOOS string
	// Home is the person's home directory.
	Home string
	// ScriptDirs are directories where the start script may be kept; they need not exist,
	// and one that is not safe is not used. When none will do, a temporary one is made.
	ScriptDirs []string
	// Disk remembers which mounts do not answer; nil: one of the launcher.
	Disk *disk.Prober
	// ClientFile is where the client's version is kept between runs; empty: nowhere.
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

	// Output runs a process without a terminal and returns the beginning of what it
	// printed, also when it failed. It ends with ctx, and with it all it started.
	Output func(ctx context.Context, p Process) ([]byte, error)
	// Here runs a process in place of this one, in its terminal: it returns only where
	// that cannot be done, or with what the process ended with.
	Here func(p Process) error
	// Start starts a process that outlives this one, with no standard input. The
	// channel gets its end once: nil, or why it failed, with what it said.
	Start func(p Process) (<-chan error, error)
	// Mark names a file that is not there, for what is started to say that it runs; "" where
	// there can be none. Marked reports whether it has, once.
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

// Host is the machine this runs on. The start script is kept in the person's runtime
// directory, else in cacheDir.
func Host(cacheDir string) System {
	home, err := os.UserHomeDir()
	if err != nil {
		home = string(filepath.Separator) // then nothing is found below it
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
	abs, _ := filepath.Abs(path) // "" where nobody knows the working directory
	return cmp.Or(abs, path)
}

// lookPath is the absolute path of a program; what lies in the working directory is none.
func (h *host) lookPath(name string) (path string, ok bool) {
	path, err := h.sys.LookPath(name)
	return path, err == nil && filepath.IsAbs(path)
}

// executable reports whether the path is a file that this person may run.
func (h *host) executable(path string) bool {
	_, ok := h.lookPath(path)
	return ok
}

// getenv is the last value of a variable, as os.Getenv would have it.
func (h *host) getenv(name string) (value string, ok bool) {
	for _, entry := range h.sys.Environ() {
		if rest, found := strings.CutPrefix(entry, name+"="); found {
			value, ok = rest, true
		}
	}
	return value, ok
}

// outputLimit is plenty for the probe; start files may print whatever they like.
const outputLimit = 256 << 10

// limited keeps the first bytes written to it and swallows the rest.
type limited struct{ kept []byte }

func (w *limited) Write(p []byte) (int, error) {
	if room := outputLimit - len(w.kept); room > 0 {
		w.kept = append(w.kept, p[:min(room, len(p))]...)
	}
	return len(p), nil
}

func output(ctx context.Context, p Process) ([]byte, error) {
	cmd := exec.CommandContext(ctx, p.Path, p.Args...)
	cmd.Dir, cmd.Env = p.Dir, p.Env
	var out limited
	cmd.Stdout = &out
	isolate(cmd)
	// What a start file leaves in the background may hold the output open.
	cmd.WaitDelay = time.Second
	err := cmd.Run()
	return out.kept, err
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

// wordsLimit bounds what is told of what a failed process said.
const wordsLimit = 400

// lastWords are the end of what a process said, on one line.
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

// markIn names a mark in the first of some directories that can hold one. What a terminal
// marked too late for whoever waited goes.
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
