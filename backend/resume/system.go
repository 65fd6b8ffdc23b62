package resume

import (
	"context"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// System is what a launcher needs of the machine. Every field must be set; all functions
// must be safe for concurrent use. [Host] fills it in, tests put fakes in its place.
type System struct {
	GOOS string
	// Home is the person's home directory.
	Home string
	// ScriptDirs are directories of this person alone, where the start script may be
	// kept; they need not exist. When none will do, a temporary directory is made.
	ScriptDirs []string

	LookPath     func(name string) (string, error)
	Environ      func() []string
	Stat         func(path string) (fs.FileInfo, error)
	SameFile     func(a, b fs.FileInfo) bool
	EvalSymlinks func(path string) (string, error)
	Abs          func(path string) string
	// Executable reports whether the path is a file that this person may run.
	Executable func(path string) bool

	Now   func() time.Time
	After func(time.Duration) <-chan time.Time

	// Output runs a process without a terminal and returns the beginning of what it
	// printed, also when it failed. It ends with ctx, and with it all it started.
	Output func(ctx context.Context, p Process) ([]byte, error)
	// Start starts a process that outlives this one, with no standard streams. The
	// channel gets its end once: nil, or why it failed.
	Start func(p Process) (<-chan error, error)
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
	if filepath.IsAbs(cacheDir) {
		dirs = append(dirs, filepath.Join(cacheDir, "resume"))
	}
	return System{
		GOOS:         runtime.GOOS,
		Home:         home,
		ScriptDirs:   dirs,
		LookPath:     exec.LookPath,
		Environ:      os.Environ,
		Stat:         os.Stat,
		SameFile:     os.SameFile,
		EvalSymlinks: filepath.EvalSymlinks,
		Abs:          absolute,
		Executable:   executable,
		Now:          time.Now,
		After:        time.After,
		Output:       output,
		Start:        start,
	}
}

func absolute(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}

func executable(path string) bool {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	return runtime.GOOS == "windows" || info.Mode()&0o111 != 0
}

// getenv is the last value of a variable, as os.Getenv would have it.
func (l *Launcher) getenv(name string) (value string, ok bool) {
	for _, entry := range l.sys.Environ() {
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
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	return done, nil
}
