package resume

import (
	"context"
	"errors"
	"io/fs"
	"os/exec"
	"path"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"
)

const id = "8f14e45f-ceea-467f-a0e6-3a6f1f2b9c01"

// machine is a System implemented with maps.
type machine struct {
	sync.Mutex
	goos    string
	env     []string
	path    map[string]string // program -> absolute path
	files   fstest.MapFS      // by path without the leading slash
	links   map[string]string
	answers map[string]string // shell -> output of the probe
	now     time.Time
	elapsed chan time.Time // returned by After

	asked   []Process
	started []Process
	fail    error // returned by Start
	mark    string
	done    chan error
}

func newMachine() *machine {
	return &machine{
		goos:  "linux",
		env:   []string{"HOME=/home/ann", "DISPLAY=:0"},
		path:  map[string]string{"claude": "/usr/bin/claude", "xterm": "/usr/bin/xterm"},
		files: fstest.MapFS{"home/ann/project": {Mode: fs.ModeDir}, "usr/bin/claude": {Mode: 0o755}},
		links: map[string]string{},
		now:   time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
		done:  make(chan error, 1),
	}
}

func (m *machine) launcher(t *testing.T) *Launcher {
	t.Helper()
	stat := func(p string) (fs.FileInfo, error) {
		p = strings.TrimLeft(strings.ReplaceAll(p, `\`, "/"), "/")
		if p == "" {
			p = "."
		}
		return m.files.Stat(p)
	}
	return New(System{
		GOOS:       m.goos,
		Home:       "/home/ann",
		ScriptDirs: []string{t.TempDir()},
		LookPath: func(name string) (string, error) {
			if strings.HasPrefix(name, "/") {
				if info, err := stat(name); err != nil || !info.Mode().IsRegular() || info.Mode()&0o111 == 0 {
					return "", exec.ErrNotFound
				}
				return name, nil
			}
			if p, ok := m.path[name]; ok {
				return p, nil
			}
			return "", exec.ErrNotFound
		},
		Environ:  func() []string { return m.env },
		Stat:     stat,
		SameFile: func(a, b fs.FileInfo) bool { return a.Name() == b.Name() && a.ModTime().Equal(b.ModTime()) },
		EvalSymlinks: func(p string) (string, error) {
			if target, ok := m.links[p]; ok {
				return target, nil
			}
			return p, nil
		},
		Abs: func(p string) string {
			if path.IsAbs(p) || isAbs("windows", p) {
				return p
			}
			return path.Join("/home/ann", p)
		},
		Now:   func() time.Time { return m.now },
		After: func(time.Duration) <-chan time.Time { return m.elapsed },
		Output: func(_ context.Context, p Process) ([]byte, error) {
			m.Lock()
			defer m.Unlock()
			m.asked = append(m.asked, p)
			return []byte(m.answers[p.Path]), errors.New("exit status 127")
		},
		Mark:   func() string { return m.mark },
		Marked: func(string) bool { return true },
		Start: func(p Process) (<-chan error, error) {
			m.started = append(m.started, p)
			return m.done, m.fail
		},
	})
}

// request returns a request that newMachine can execute.
func request() Request {
	return Request{
		Session: id, Dir: "/home/ann/project",
		Root: "/home/ann/.claude", DefaultRoot: "/home/ann/.claude",
	}
}
