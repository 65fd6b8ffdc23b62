package resume

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestStart(t *testing.T) {
	boom := errors.New("exit status 1")
	elapsed := make(chan time.Time)
	close(elapsed)
	tests := []struct {
		name    string
		machine func(*machine)
		want    string // of the error, "" for none
	}{
		{"stays", func(m *machine) { m.elapsed = elapsed }, ""},
		{"hands over to a server", func(m *machine) { m.done <- nil }, ""},
		{"fails at once", func(m *machine) { m.done <- boom }, "XTerm exited at once: exit status 1"},
		{"cannot be started", func(m *machine) { m.fail = exec.ErrNotFound }, "XTerm could not be started: " + exec.ErrNotFound.Error()},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := newMachine()
			tt.machine(m)
			l := m.launcher(t)
			err := l.Start(t.Context(), l.Plan(t.Context(), request()))
			if got := errText(err); got != tt.want {
				t.Errorf("error %q, want %q", got, tt.want)
			}
			if len(m.started) != 1 {
				t.Errorf("started %d processes", len(m.started))
			}
		})
	}
}

// TestTry reports the terminal that opened, or why it did not run.
func TestTry(t *testing.T) {
	elapsed := make(chan time.Time)
	close(elapsed)
	for _, tt := range []struct {
		name    string
		machine func(*machine)
		wish    string
		want    string // of the error
	}{
		{"it runs", func(m *machine) { m.mark = "/run/mark" }, "", ""},
		{"nothing runs in it", func(*machine) {}, "", "XTerm started, but did not run the command within two seconds"},
		{"it is not here", func(*machine) {}, "konsole", "The selected terminal, Konsole, was not found"},
		{"it is none", func(m *machine) {
			m.path["code"], m.path["xdg-open"] = "/usr/bin/code", "/usr/bin/xdg-open"
		}, "vscode", "VS Code resumes sessions by itself, so there is no terminal to test"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := newMachine()
			tt.machine(m)
			l := m.launcher(t)
			l.sys.After = func(d time.Duration) <-chan time.Time {
				if m.mark != "" && d == grace {
					return nil
				}
				return elapsed
			}
			opened, err := l.Try(t.Context(), tt.wish, nil)
			if got := errText(err); got != tt.want {
				t.Errorf("error %q, want %q", got, tt.want)
			}
			if err == nil && (opened.Terminal.String() != "XTerm" || strings.Join(opened.Command, " ") != "/usr/bin/xterm -e {argv...}") {
				t.Errorf("%+v", opened)
			}
		})
	}
}

// TestStartByFile: Warp reads its command from a file, in which every word is plain.
func TestStartByFile(t *testing.T) {
	m := newMachine()
	m.goos, m.path = "darwin", map[string]string{"open": "/usr/bin/open", "claude": "/usr/bin/claude"}
	m.files["Applications/Warp.app"] = &fstest.MapFile{}
	m.done <- nil
	l := m.launcher(t)
	l.sys.Home = t.TempDir()
	req := request()
	req.Terminal = "warp"
	if err := l.Start(t.Context(), l.Plan(t.Context(), req)); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(l.sys.Home, ".warp", "launch_configurations", "dendro.yaml"))
	if err != nil || !regexp.MustCompile(`\n            - exec: /bin/sh [\w/.-]+\.sh\n$`).Match(text) {
		t.Errorf("%v: %s", err, text)
	}
	if got := m.started[0]; got.Path != "/usr/bin/open" || !cmp.Equal(got.Args, []string{"warp://launch/dendro.yaml"}) {
		t.Errorf("%+v", got)
	}
}

// TestStartByLink: an editor gets a session id, and no command.
func TestStartByLink(t *testing.T) {
	m := newMachine()
	m.path = map[string]string{"code": "/usr/bin/code", "xdg-open": "/usr/bin/xdg-open"}
	m.done <- nil
	l := m.launcher(t)
	req := request()
	req.Terminal = "vscode"
	if err := l.Start(t.Context(), l.Plan(t.Context(), req)); err != nil {
		t.Fatal(err)
	}
	if got := m.started[0]; got.Path != "/usr/bin/xdg-open" || !cmp.Equal(got.Args, []string{"vscode://anthropic.claude-code/open?session=" + id}) {
		t.Errorf("%+v", got)
	}
	req.Fork = true
	if p := l.Plan(t.Context(), req); p.Possible || !strings.HasPrefix(p.Why.String(), "VS Code can only continue sessions of the default directory where they stopped") {
		t.Errorf("a fork: %t, %s", p.Possible, p.Why)
	}
}

func errText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestStartedProcess(t *testing.T) {
	m := newMachine()
	m.done <- nil
	m.files["bin/zsh"] = &fstest.MapFile{Mode: 0o755}
	m.answers = map[string]string{"/bin/zsh": "\ndendro-path:/bin\n"}
	m.env = []string{"PWD=/elsewhere", "CLAUDECODE=1", "CLAUDE_CODE_CHILD_SESSION=1", "GIT_EDITOR=true", "DISPLAY=:0", "SHELL=/bin/zsh"}
	l := m.launcher(t)
	req := request()
	req.Fork = true
	req.Title = "Tidy \x1b[31mthe\x07 parser\n" + strings.Repeat("x", 200)
	if err := l.Start(t.Context(), l.Plan(t.Context(), req)); err != nil {
		t.Fatal(err)
	}
	script := m.started[0].Args[2]
	want := []Process{{
		Path: "/usr/bin/xterm",
		Args: []string{"-e", "/bin/sh", script},
		Dir:  "/home/ann/project",
		Env:  []string{"DISPLAY=:0", "SHELL=/bin/zsh", "PWD=/home/ann/project"},
	}}
	if diff := cmp.Diff(want, m.started); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	words := "set -- '/home/ann/project' '/bin/zsh' '' 'Tidy the parser " + strings.Repeat("x", maxTitle-17) + "…' 'env' '-u' 'CLAUDE_CONFIG_DIR' '/usr/bin/claude' '--resume' '" + id + "' '--fork-session'\n"
	if text, err := os.ReadFile(script); err != nil || string(text) != "rm -f -- \"$0\"\n"+words+body {
		t.Errorf("%v: %s", err, text)
	}
}

func TestStartWritesAScript(t *testing.T) {
	m := newMachine()
	m.done <- nil
	m.path["konsole"] = "/usr/bin/konsole"
	l := m.launcher(t)
	if err := l.Start(t.Context(), l.Plan(t.Context(), request())); err != nil {
		t.Fatal(err)
	}
	args := m.started[0].Args
	if got := strings.Join(args[:4], " "); got != "--separate --workdir /home/ann/project -e" {
		t.Errorf("options %s", got)
	}
	if len(args) != 6 || args[4] != "/bin/sh" || filepath.Dir(args[5]) != l.sys.ScriptDirs[0] {
		t.Errorf("command %q", args[4:])
	}
}

func TestStartOnWindows(t *testing.T) {
	m := newMachine()
	m.goos = "windows"
	m.path = map[string]string{"claude": "/npm/claude.cmd", "wt.exe": "/apps/wt.exe"}
	m.files[`C:/x`] = &fstest.MapFile{Mode: os.ModeDir}
	m.done <- nil
	l := m.launcher(t)
	if err := l.Start(t.Context(), l.Plan(t.Context(), Request{Session: id, Dir: `C:\x`})); err != nil {
		t.Fatal(err)
	}
	got := m.started[0]
	if got.Path != "/apps/wt.exe" || strings.Join(got.Args[:7], " ") != "--window -1 new-tab powershell.exe -NoLogo -NoExit -EncodedCommand" {
		t.Errorf("%+v", got)
	}
}

// TestStartLooksAgain has the directory vanish between plan and start.
func TestStartLooksAgain(t *testing.T) {
	m := newMachine()
	l := m.launcher(t)
	p := l.Plan(t.Context(), request())
	delete(m.files, "home/ann/project")
	if err := l.Start(t.Context(), p); !errors.Is(err, ErrNotPossible) || len(m.started) != 0 {
		t.Errorf("err %v, started %v", err, m.started)
	}
	// A plan from elsewhere is rejected.
	if err := l.Start(t.Context(), Plan{Possible: true, Argv: []string{"rm"}}); !errors.Is(err, ErrNotPossible) {
		t.Errorf("a foreign plan: %v", err)
	}
}

func TestHostStart(t *testing.T) {
	needShell(t)
	sys := Host(t.TempDir())
	dir := t.TempDir()
	out := filepath.Join(dir, "out")

	// The process is a session leader, has no input and runs in its directory.
	script := `cat; ps -o sid= -p $$ >sid; echo $$ >pid; pwd -P >dir; touch out`
	done, err := sys.Start(Process{Path: "/bin/sh", Args: []string{"-c", script}, Dir: dir, Env: []string{"PATH=/usr/bin:/bin"}})
	if err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-done:
		if err != nil {
			t.Fatal(err)
		}
	case <-time.After(2 * time.Minute):
		t.Fatal("it waits for input")
	}
	if _, err := os.Stat(out); err != nil {
		t.Fatal(err)
	}
	if _, err := exec.LookPath("ps"); err == nil {
		sid, _ := os.ReadFile(filepath.Join(dir, "sid"))
		pid, _ := os.ReadFile(filepath.Join(dir, "pid"))
		if strings.TrimSpace(string(sid)) != strings.TrimSpace(string(pid)) {
			t.Errorf("session %s of process %s", sid, pid)
		}
	}

	done, err = sys.Start(Process{Path: "/bin/sh", Args: []string{"-c", "exit 3"}})
	if err != nil {
		t.Fatal(err)
	}
	if err := <-done; err == nil || err.Error() != "exit status 3" {
		t.Errorf("err = %v", err)
	}
	done, err = sys.Start(Process{Path: "/bin/sh", Args: []string{"-c", `printf 'no \033[1m such\n display\n' >&2; exit 1`}})
	if err != nil {
		t.Fatal(err)
	}
	if err := <-done; err == nil || err.Error() != "exit status 1: no [1m such display" {
		t.Errorf("what it said: %v", err)
	}
	if _, err := sys.Start(Process{Path: filepath.Join(dir, "gone")}); err == nil {
		t.Error("a missing program started")
	}
}

// TestStartGivesUpWaiting: a cancelled context ends the wait, not the terminal.
func TestStartGivesUpWaiting(t *testing.T) {
	m := newMachine()
	l := m.launcher(t)
	p := l.Plan(t.Context(), request())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := l.Start(ctx, p); err != nil || len(m.started) != 1 {
		t.Errorf("err %v, started %d", err, len(m.started))
	}
}

// TestOpenShellInGitBash: the no-op is a builtin of sh, because bash would convert the
// switches of a Windows program to paths.
func TestOpenShellInGitBash(t *testing.T) {
	m := newMachine()
	m.goos, m.path = "windows", nil
	m.files["C:/x"], m.files["Git/usr/bin/mintty.exe"] = &fstest.MapFile{Mode: os.ModeDir}, &fstest.MapFile{}
	m.done <- nil
	l := m.launcher(t)
	if err := l.OpenShell(t.Context(), Request{Session: id, Dir: `C:\x`, Terminal: "git-bash"}); err != nil {
		t.Fatal(err)
	}
	args := m.started[0].Args
	if text, err := os.ReadFile(args[len(args)-1]); err != nil || !strings.Contains(string(text), " 'true'\n") {
		t.Errorf("it runs %q: %s %v", args, text, err)
	}
}
