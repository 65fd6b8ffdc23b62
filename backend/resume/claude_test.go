package resume

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"
)

func TestParseProbe(t *testing.T) {
	tests := []struct {
		name, out, path, claude string
		ok                      bool
	}{
		{"plain", "\ndendro-path:/bin:/usr/bin\n/home/a/bin/claude\n", "/bin:/usr/bin", "/home/a/bin/claude", true},
		{"noise before", "Welcome!\n/etc/motd\n\ndendro-path:/bin\n/c/claude\n", "/bin", "/c/claude", true},
		{"noise after", "\ndendro-path:/bin\n/c/claude\nbye\n", "/bin", "/c/claude", true},
		{"alias of bash", "\ndendro-path:/bin\nalias claude='/home/a/.claude/local/claude'\n", "/bin", "/home/a/.claude/local/claude", true},
		{"alias of zsh", "\ndendro-path:/bin\nalias claude=/home/a/.claude/local/claude\n", "/bin", "/home/a/.claude/local/claude", true},
		{"a function", "\ndendro-path:/bin\nclaude\n", "/bin", "", true},
		{"none", "\ndendro-path:/bin\n", "/bin", "", true},
		{"space in the path", "\ndendro-path:/bin\n/home/a b/claude\n", "/bin", "/home/a b/claude", true},
		{"did not run", "fish: unknown option\n/bin/claude\n", "", "", false},
		{"nothing", "", "", "", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path, claude, ok := parseProbe([]byte(tt.out))
			if path != tt.path || claude != tt.claude || ok != tt.ok {
				t.Errorf("got %q, %q, %v", path, claude, ok)
			}
		})
	}
}

func TestClaude(t *testing.T) {
	exe := &fstest.MapFile{Mode: 0o755}
	tests := []struct {
		name    string
		machine func(*machine)
		want    string
		asks    int
	}{
		{"on PATH, no shell needed", func(*machine) {}, "/usr/bin/claude", 0},
		{"the login shell names it", func(m *machine) {
			delete(m.path, "claude")
			m.env = append(m.env, "SHELL=/bin/bash")
			m.answers = map[string]string{"/bin/bash": "\ndendro-path:/bin\n/opt/claude\n"}
			m.files["opt/claude"] = exe
		}, "/opt/claude", 1},
		{"a function; on the login shell's path", func(m *machine) {
			delete(m.path, "claude")
			m.env = append(m.env, "SHELL=/bin/bash")
			m.answers = map[string]string{"/bin/bash": "\ndendro-path:rel:/none:/opt\nclaude\n"}
			m.files["opt/claude"] = exe
			m.files["rel/claude"] = exe
		}, "/opt/claude", 1},
		{"what it names is no program", func(m *machine) {
			delete(m.path, "claude")
			m.env = append(m.env, "SHELL=/bin/bash")
			m.answers = map[string]string{"/bin/bash": "\ndendro-path:/bin\n/etc\n"}
		}, "", 1},
		{"a usual place", func(m *machine) {
			delete(m.path, "claude")
			m.files["home/ann/.local/bin/claude"] = exe
		}, "/home/ann/.local/bin/claude", 0},
		{"the shell is not absolute", func(m *machine) {
			delete(m.path, "claude")
			m.env = append(m.env, "SHELL=bash")
		}, "", 0},
		{"the shell is not executable", func(m *machine) {
			delete(m.path, "claude")
			m.env = append(m.env, "SHELL=/bin/gone/bash")
		}, "", 0},
		{"a shell with other options", func(m *machine) {
			delete(m.path, "claude")
			m.env = append(m.env, "SHELL=/bin/tcsh")
			m.files["bin/tcsh"] = exe
		}, "", 0},
		{"a relative find on PATH", func(m *machine) { m.path["claude"] = "bin/claude" }, "", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := newMachine()
			m.files["bin/bash"] = exe
			tt.machine(m)
			if got := m.launcher(t).claude(t.Context()); got != tt.want {
				t.Errorf("claude = %q, want %q", got, tt.want)
			}
			if len(m.asked) != tt.asks {
				t.Errorf("asked a shell %d times, want %d", len(m.asked), tt.asks)
			}
		})
	}
}

func TestLoginShellIsAskedOnce(t *testing.T) {
	m := newMachine()
	delete(m.path, "claude")
	m.env = append(m.env, "SHELL=/bin/bash")
	m.files["bin/bash"] = &fstest.MapFile{Mode: 0o755}
	m.files["opt/claude"] = &fstest.MapFile{Mode: 0o755}
	m.answers = map[string]string{"/bin/bash": "\ndendro-path:/bin\n"}
	l := m.launcher(t)

	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() { l.claude(t.Context()) })
	}
	wait.Wait()
	if len(m.asked) != 1 {
		t.Fatalf("asked %d times at once, want 1", len(m.asked))
	}

	// After an installation, the "no" expires.
	m.answers["/bin/bash"] = "\ndendro-path:/bin\n/opt/claude\n"
	m.now = m.now.Add(retryAfter / 2)
	if l.claude(t.Context()) != "" {
		t.Error("the answer was not kept")
	}
	m.now = m.now.Add(retryAfter)
	if got := l.claude(t.Context()); got != "/opt/claude" {
		t.Errorf("claude = %q after it was installed", got)
	}
	m.now = m.now.Add(time.Hour)
	l.claude(t.Context())
	l.askLoginShell(t.Context(), false)
	if len(m.asked) != 2 {
		t.Errorf("asked %d times, want 2", len(m.asked))
	}

	// It is uninstalled again.
	delete(m.files, "opt/claude")
	if l.claude(t.Context()) != "" {
		t.Error("a claude that is gone was found")
	}
}

func TestCancelledQuestionIsNotCached(t *testing.T) {
	m := newMachine()
	m.env = append(m.env, "SHELL=/bin/bash")
	m.files["bin/bash"] = &fstest.MapFile{Mode: 0o755}
	l := m.launcher(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	l.askLoginShell(ctx, false)
	m.answers = map[string]string{"/bin/bash": "\ndendro-path:/bin\n"}
	if got := l.askLoginShell(t.Context(), false).shell; got != "/bin/bash" {
		t.Errorf("shell = %q", got)
	}
}

// TestProbeInRealShells runs the probe in the installed shells, with start files that
// print, and that set the PATH of claude.
func TestProbeInRealShells(t *testing.T) {
	for _, shell := range []string{"bash", "dash", "zsh", "fish"} {
		t.Run(shell, func(t *testing.T) {
			path, err := exec.LookPath(shell)
			if err != nil {
				t.Skip("not installed")
			}
			home := t.TempDir()
			bin := filepath.Join(home, "my bin")
			write(t, filepath.Join(bin, "claude"), "#!/bin/sh\n", 0o755)
			rc := "echo hello from the start file\nexport PATH='" + bin + "':$PATH\n"
			for _, file := range []string{".profile", ".zprofile"} {
				write(t, filepath.Join(home, file), rc, 0o644)
			}
			write(t, filepath.Join(home, ".config/fish/config.fish"), "echo hello\nset -gx PATH '"+bin+"' $PATH\n", 0o644)

			sys := Host("")
			sys.Environ = func() []string { return []string{"HOME=" + home, "SHELL=" + path, "PATH=/usr/bin:/bin"} }
			sys.LookPath = func(name string) (string, error) {
				if name == "claude" {
					return "", exec.ErrNotFound
				}
				return exec.LookPath(name)
			}
			got := New(sys).claude(t.Context())
			if want := filepath.Join(bin, "claude"); got != want {
				t.Errorf("claude = %q, want %q", got, want)
			}
		})
	}
}

// TestProbeGivesUp has a start file that never ends and leaves a process behind.
func TestProbeGivesUp(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("bash is not installed")
	}
	home := t.TempDir()
	write(t, filepath.Join(home, ".profile"), "sleep 600 &\nsleep 600\n", 0o644)
	sys := Host("")
	begun := time.Now()
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	out, err := sys.Output(ctx, Process{Path: bash, Args: []string{"-lic", probe}, Env: []string{"HOME=" + home, "PATH=/usr/bin:/bin"}})
	if err == nil || strings.Contains(string(out), pathMark) {
		t.Errorf("the probe came through: %q, %v", out, err)
	}
	if took := time.Since(begun); took > time.Minute {
		t.Errorf("took %v", took)
	}
}

func write(t *testing.T, path, text string, mode os.FileMode) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
}

// TestVersionIsAskedOnce: until the program at the path changes.
func TestVersionIsAskedOnce(t *testing.T) {
	m := newMachine()
	l := m.launcher(t)
	for _, tt := range []struct {
		says  string
		size  int
		want  Version
		asked int
	}{{"2.1.138 (Claude Code)", 1, "2.1.138", 1}, {"2.1.139 (Claude Code)", 1, "2.1.138", 1}, {"2.1.139 (Claude Code)", 2, "2.1.139", 2}} {
		m.answers = map[string]string{"/usr/bin/claude": "hello\n" + tt.says + "\n"}
		m.files["usr/bin/claude"] = &fstest.MapFile{Mode: 0o755, Data: make([]byte, tt.size)}
		if got := l.Version(t.Context(), "", ""); got != tt.want || len(m.asked) != tt.asked {
			t.Errorf("%+v: it is %q, asked %d times", tt, got, len(m.asked))
		}
	}
}
