package resume

import (
	"encoding/json"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"dendro/backend/message"
)

var shownFields = cmpopts.IgnoreUnexported(Plan{})

func TestPlan(t *testing.T) {
	const other = "/home/ann/.config/claude"
	xterm := "XTerm"
	tests := []struct {
		name    string
		machine func(*machine)
		request func(*Request)
		want    Plan // empty fields are filled in: Session, Terminals and those of request()
	}{
		{
			name: "as it should be",
			want: Plan{
				Possible: true, Argv: []string{"claude", "--resume", id}, Terminal: message.Text(xterm), TerminalID: "xterm",
				Command: "cd /home/ann/project && claude --resume " + id,
			},
		},
		{
			name:    "fork, another root",
			request: func(r *Request) { r.Fork, r.Root = true, other },
			want: Plan{
				Possible: true, Argv: []string{"claude", "--resume", id, "--fork-session"}, Terminal: message.Text(xterm), TerminalID: "xterm",
				Env:     []string{"CLAUDE_CONFIG_DIR=" + other},
				Command: "cd /home/ann/project && CLAUDE_CONFIG_DIR=" + other + " claude --resume " + id + " --fork-session",
			},
		},
		{
			name:    "the environment names another root",
			machine: func(m *machine) { m.env = append(m.env, "CLAUDE_CONFIG_DIR="+other) },
			want: Plan{
				Possible: true, Argv: []string{"claude", "--resume", id}, Terminal: message.Text(xterm), TerminalID: "xterm",
				Command: "cd /home/ann/project && env -u CLAUDE_CONFIG_DIR claude --resume " + id,
			},
		},
		{
			name:    "no UUID",
			request: func(r *Request) { r.Session = "-p" },
			want: Plan{
				Why:  message.Text("The session's id is not a UUID, so Claude cannot resume it"),
				Argv: []string{}, Terminal: message.Text(xterm), TerminalID: "xterm",
			},
		},
		{
			name:    "directory gone: the line is there all the same",
			request: func(r *Request) { r.Dir = "/home/ann/old $(x)" },
			want: Plan{
				Why:  message.Text("The directory /home/ann/old $(x) does not exist"),
				Argv: []string{"claude", "--resume", id}, Terminal: message.Text(xterm), TerminalID: "xterm",
				Command: "cd '/home/ann/old $(x)' && claude --resume " + id,
			},
		},
		{
			name:    "no claude",
			machine: func(m *machine) { delete(m.path, "claude") },
			want: Plan{
				Why:  message.Text("The command claude was not found on PATH or by the login shell. Install Claude Code or set its path in the settings."),
				Argv: []string{"claude", "--resume", id}, Terminal: message.Text(xterm), TerminalID: "xterm",
				Command: "cd /home/ann/project && claude --resume " + id,
			},
		},
		{
			name:    "no terminal",
			machine: func(m *machine) { delete(m.path, "xterm") },
			want: Plan{
				Why: message.Text("No terminal program was found"), OnlyTerminal: true,
				Argv:    []string{"claude", "--resume", id},
				Command: "cd /home/ann/project && claude --resume " + id,
			},
		},
		{
			name:    "no display",
			machine: func(m *machine) { m.env = []string{"DISPLAY="} },
			want: Plan{
				Why: message.Text("There is no display to open a terminal on"), OnlyTerminal: true,
				Argv: []string{"claude", "--resume", id}, Terminal: message.Text(xterm), TerminalID: "xterm",
				Command: "cd /home/ann/project && claude --resume " + id,
			},
		},
		{
			name:    "a root that is no path",
			request: func(r *Request) { r.Root = "/a\x00b" },
			want: Plan{
				Why:  message.Text("The Claude directory is not a valid path"),
				Argv: []string{"claude", "--resume", id}, Terminal: message.Text(xterm), TerminalID: "xterm",
				Env: []string{"CLAUDE_CONFIG_DIR=/a\x00b"},
			},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m, req := newMachine(), request()
			if tt.machine != nil {
				tt.machine(m)
			}
			if tt.request != nil {
				tt.request(&req)
			}
			want := tt.want
			want.Session, want.Dir = req.Session, req.Dir
			if want.Env == nil {
				want.Env = []string{}
			}
			got := m.launcher(t).Plan(t.Context(), req)
			if diff := cmp.Diff(want, got, shownFields, cmpopts.IgnoreFields(Plan{}, "Terminals")); diff != "" {
				t.Errorf("plan differs (-want +got):\n%s", diff)
			}
			if len(m.started) != 0 {
				t.Error("planning started something")
			}
			if got.Possible {
				return
			}
			if err := m.launcher(t).Start(t.Context(), got); !errors.Is(err, ErrNotPossible) || len(m.started) != 0 {
				t.Errorf("Start of an impossible plan: %v, started %v", err, m.started)
			}
		})
	}
}

func TestPlanOnWindows(t *testing.T) {
	m := newMachine()
	m.goos = "windows"
	m.path = map[string]string{"claude": "/npm/claude.cmd", "wt.exe": "/apps/wt.exe"}
	m.files[`C:/it's $(x)`] = &fstest.MapFile{Mode: fs.ModeDir}
	got := m.launcher(t).Plan(t.Context(), Request{
		Session: id, Dir: `C:\it's $(x)`, Root: `D:\claude`, DefaultRoot: `C:\Users\ann\.claude`,
	})
	want := `Set-Location -LiteralPath 'C:\it''s $(x)' -ErrorAction Stop; $env:CLAUDE_CONFIG_DIR = 'D:\claude'; claude --resume ` + id
	if !got.Possible || got.Command != want {
		t.Errorf("possible %v (%s), command\n%s\nwant\n%s", got.Possible, got.Why, got.Command, want)
	}
}

// TestPlanJSON pins the JSON for the window: no null, and no internals.
func TestPlanJSON(t *testing.T) {
	m := newMachine()
	m.goos = "darwin"
	m.path = map[string]string{}
	got, err := json.Marshal(m.launcher(t).Plan(t.Context(), Request{Session: "x", Dir: "/nowhere"}))
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"session":"x","possible":false,"why":"The session's id is not a UUID, so Claude cannot resume it",` +
		`"dir":"/nowhere","argv":[],"env":[],"command":"","warning":"","terminal":"","terminalId":"","terminals":[` +
		`{"id":"terminal","name":"Terminal","found":false},{"id":"iterm2","name":"iTerm2","found":false},` +
		`{"id":"ghostty","name":"Ghostty","found":false},{"id":"warp","name":"Warp","found":false},{"id":"kitty","name":"kitty","found":false},` +
		`{"id":"wezterm","name":"WezTerm","found":false},{"id":"alacritty","name":"Alacritty","found":false},` +
		`{"id":"tmux","name":"tmux","found":false},{"id":"claude-desktop","name":"Claude Desktop","found":false},{"id":"vscode","name":"VS Code","found":false}]}`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("JSON differs (-want +got):\n%s", diff)
	}
}

func TestDescribe(t *testing.T) {
	m := newMachine()
	m.path = nil // must not depend on programs
	req := request()
	gone := req
	gone.Dir = "/gone for good"
	tests := []struct {
		name         string
		req          Request
		command, why string
	}{
		{"possible", req, "cd /home/ann/project && claude --resume " + id, ""},
		{
			"directory gone", gone, "cd '/gone for good' && claude --resume " + id,
			"The directory /gone for good does not exist",
		},
		{"no directory", Request{Session: id}, "claude --resume " + id, "The session does not record the directory it was started in"},
		{"no UUID", Request{Session: "notes", Dir: req.Dir}, "", "The session's id is not a UUID, so Claude cannot resume it"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			command, why := m.launcher(t).Describe(tt.req)
			if command != tt.command || why.String() != tt.why {
				t.Errorf("got %q (%s)\nwant %q (%s)", command, why, tt.command, tt.why)
			}
		})
	}
}

func TestCheck(t *testing.T) {
	m := newMachine()
	m.path = nil // Check must not depend on programs
	l := m.launcher(t)
	if ok, why := l.Check(request()); !ok || !why.IsZero() {
		t.Errorf("Check = %v, %q", ok, why)
	}
	l.sys.Stat = func(path string) (fs.FileInfo, error) {
		t.Errorf("Check looked at %s, which the history names", path)
		return nil, fs.ErrNotExist
	}
	gone := request()
	gone.Dir = "/gone"
	if ok, why := l.Check(gone); !ok || !why.IsZero() {
		t.Errorf("Check of a missing directory = %v, %q", ok, why)
	}
	gone.Dir = "gone"
	if ok, why := l.Check(gone); ok || why.String() != "The directory gone is not an absolute path" {
		t.Errorf("Check of a relative directory = %v, %q", ok, why)
	}
	if ok, _ := l.Check(Request{Session: "agent-1", Dir: "/home/ann/project"}); ok {
		t.Error("Check let a stem that is no UUID through")
	}
	if len(m.asked) != 0 {
		t.Error("Check asked a shell")
	}
}

// TestPlanWarns: a variable that keeps the client from writing a transcript stays as the
// user set it, with a warning.
func TestPlanWarns(t *testing.T) {
	for value, want := range map[string]bool{"1": true, "true": true, "yes": true, "0": false, "false": false, "": false} {
		m := newMachine()
		m.env = append(m.env, "CLAUDE_CODE_SKIP_PROMPT_HISTORY="+value)
		l := m.launcher(t)
		p := l.Plan(t.Context(), request())
		if !p.Possible || p.Warning.IsZero() == want || want && !strings.Contains(p.Warning.String(), "CLAUDE_CODE_SKIP_PROMPT_HISTORY") {
			t.Errorf("%q: possible %v, warning %q", value, p.Possible, p.Warning)
		}
		if env := l.environ("/home/ann"); !slices.Contains(env, "CLAUDE_CODE_SKIP_PROMPT_HISTORY="+value) {
			t.Errorf("%q: taken away from %q", value, env)
		}
	}
	if p := newMachine().launcher(t).Plan(t.Context(), request()); !p.Warning.IsZero() {
		t.Errorf("unset: %q", p.Warning)
	}
}
