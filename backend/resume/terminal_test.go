package resume

import (
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

// TestTerminalArguments pins the whole command line of every terminal. SH stands for the
// faithful form, SPELLED for the spelled one, PS for PowerShell's options.
func TestTerminalArguments(t *testing.T) {
	const dir = "/home/a b"
	tests := []struct {
		goos, id, want string
	}{
		{"linux", "x-terminal-emulator", "-e|SPELLED"},
		{"linux", "xdg-terminal-exec", "SPELLED"},
		{"linux", "kgx", "--working-directory=/home/a b|--|SH"},
		{"linux", "gnome-terminal", "--working-directory=/home/a b|--|SH"},
		{"linux", "ptyxis", "--new-window|--working-directory=/home/a b|--|SH"},
		{"linux", "konsole", "--separate|--workdir|/home/a b|-e|SPELLED"},
		{"linux", "xfce4-terminal", "--working-directory=/home/a b|-x|SH"},
		{"linux", "kitty", "--directory|/home/a b|SH"},
		{"linux", "alacritty", "--working-directory|/home/a b|-e|SH"},
		{"linux", "wezterm", "start|--always-new-process|--cwd|/home/a b|--|SH"},
		{"linux", "foot", "--working-directory=/home/a b|SH"},
		{"linux", "ghostty", "--gtk-single-instance=false|--working-directory=/home/a b|-e|SPELLED"},
		{"linux", "tilix", "--working-directory=/home/a b|-e|SPELLED"},
		{"linux", "mate-terminal", "--working-directory=/home/a b|-x|SH"},
		{"linux", "lxterminal", "--working-directory=/home/a b|-e|SPELLED"},
		{"linux", "xterm", "-e|SH"},
		{"darwin", "terminal", `-e|on run argv|-e|set text item delimiters to space|-e|tell application "Terminal"|-e|activate|` +
			"-e|do script (argv as text)|-e|end tell|-e|end run|SPELLED"},
		{"darwin", "iterm2", `-e|on run argv|-e|set text item delimiters to space|-e|tell application "iTerm"|-e|activate|` +
			"-e|create window with default profile command (argv as text)|-e|end tell|-e|end run|SPELLED"},
		{"darwin", "ghostty", "-na|Ghostty|--args|--working-directory=/home/a b|-e|SPELLED"},
		{"darwin", "kitty", "--directory|/home/a b|SH"},
		{"darwin", "wezterm", "start|--always-new-process|--cwd|/home/a b|--|SH"},
		{"darwin", "alacritty", "--working-directory|/home/a b|-e|SH"},
		{"windows", "wt", "--window|-1|new-tab|powershell.exe|SH"},
		{"windows", "powershell", "/d|/c|start||powershell.exe|SH"},
		{"windows", "cmd", "/d|/c|start||cmd.exe|/d|/k|powershell.exe|SH"},
	}
	seen := map[string]bool{}
	for _, tt := range tests {
		seen[tt.goos+tt.id] = true
		for _, row := range table(tt.goos) {
			if row.id != tt.id {
				continue
			}
			got := strings.Join(expand(row.args, dir, []string{"SH"}, []string{"SPELLED"}), "|")
			if got != tt.want {
				t.Errorf("%s on %s:\n got %s\nwant %s", tt.id, tt.goos, got, tt.want)
			}
		}
	}
	for _, goos := range []string{"linux", "darwin", "windows"} {
		for _, row := range table(goos) {
			if !seen[goos+row.id] {
				t.Errorf("%s on %s is not in this test", row.id, goos)
			}
			if len(row.bins)+len(row.apps) == 0 || row.name == "" || !regexp.MustCompile(`^[a-z0-9-]+$`).MatchString(row.id) {
				t.Errorf("%s on %s: incomplete row %+v", row.id, goos, row)
			}
		}
	}
}

func TestChoose(t *testing.T) {
	tests := []struct {
		name    string
		machine func(*machine)
		wish    string
		custom  []string
		want    string // name, path and arguments of what is chosen
		why     string
	}{
		{name: "the first of the table", machine: func(m *machine) {
			m.path["konsole"] = "/usr/bin/konsole"
		}, want: "Konsole /usr/bin/konsole --separate --workdir {dir} -e {spelled...}"},
		{name: "$TERMINAL first", machine: func(m *machine) {
			m.path["konsole"] = "/usr/bin/konsole"
			m.path["foot"] = "/usr/bin/foot"
			m.env = append(m.env, "TERMINAL=foot")
		}, want: "foot /usr/bin/foot --working-directory={dir} {argv...}"},
		{name: "$TERMINAL with arguments", machine: func(m *machine) {
			m.path["kitty"] = "/usr/bin/kitty"
			m.env = append(m.env, "TERMINAL=kitty --single-instance")
		}, want: "kitty /usr/bin/kitty --single-instance --directory {dir} {argv...}"},
		{name: "$TERMINAL by path", machine: func(m *machine) {
			m.files["opt/my term/foot"] = &fstest.MapFile{Mode: 0o755}
			m.env = append(m.env, "TERMINAL=/opt/my term/foot")
		}, want: "foot /opt/my term/foot --working-directory={dir} {argv...}"},
		{name: "$TERMINAL unknown to the table", machine: func(m *machine) {
			m.path["st"] = "/usr/bin/st"
			m.env = append(m.env, "TERMINAL=st")
		}, want: "st /usr/bin/st -e {spelled...}"},
		{name: "$TERMINAL gone", machine: func(m *machine) {
			m.env = append(m.env, "TERMINAL=nope -x")
		}, want: "XTerm /usr/bin/xterm -e {argv...}"},
		{name: "$TERMINAL blank", machine: func(m *machine) {
			m.env = append(m.env, "TERMINAL=  ")
		}, want: "XTerm /usr/bin/xterm -e {argv...}"},
		{name: "Debian's link to a wrapper", machine: func(m *machine) {
			m.path["x-terminal-emulator"] = "/usr/bin/x-terminal-emulator"
			m.path["gnome-terminal"] = "/usr/bin/gnome-terminal"
			m.files["usr/bin/x-terminal-emulator"] = &fstest.MapFile{Mode: 0o755}
			m.links["/usr/bin/x-terminal-emulator"] = "/usr/bin/gnome-terminal.wrapper"
		}, want: "GNOME Terminal /usr/bin/gnome-terminal --working-directory={dir} -- {argv...}"},
		{name: "Debian's link to a program", machine: func(m *machine) {
			m.path["x-terminal-emulator"] = "/usr/bin/x-terminal-emulator"
			m.path["lxterm"] = "/usr/bin/lxterm"
			m.files["usr/bin/x-terminal-emulator"] = &fstest.MapFile{Mode: 0o755}
			m.links["/usr/bin/x-terminal-emulator"] = "/usr/bin/lxterm"
		}, want: "XTerm /usr/bin/lxterm -e {argv...}"},
		{name: "Debian's link to something unknown", machine: func(m *machine) {
			m.path["x-terminal-emulator"] = "/usr/bin/x-terminal-emulator"
			m.files["usr/bin/x-terminal-emulator"] = &fstest.MapFile{Mode: 0o755}
			m.links["/usr/bin/x-terminal-emulator"] = "/opt/rare/term"
		}, want: "x-terminal-emulator /usr/bin/x-terminal-emulator -e {spelled...}"},
		{name: "by id", machine: func(m *machine) {
			m.path["konsole"] = "/usr/bin/konsole"
		}, wish: "xterm", want: "XTerm /usr/bin/xterm -e {argv...}"},
		{name: "by name", wish: "XTERM", want: "XTerm /usr/bin/xterm -e {argv...}"},
		{name: "by id, missing", wish: "konsole", want: "Konsole", why: "the chosen terminal, Konsole, was not found"},
		{name: "unknown", wish: "no\x1bsuch", want: "no\x1bsuch", why: `the chosen terminal, "no\x1bsuch", was not found`},
		{name: "a path", machine: func(m *machine) {
			m.files["opt/st"] = &fstest.MapFile{Mode: 0o755}
		}, wish: "/opt/st", want: "st /opt/st -e {spelled...}"},
		{name: "auto by name", wish: "auto", want: "XTerm /usr/bin/xterm -e {argv...}"},
		{
			name: "custom", machine: func(m *machine) {
				m.path["tmux"] = "/usr/bin/tmux"
				m.env = nil // needs no display
			}, wish: "custom", custom: []string{"tmux", "new-window", "-c", "{dir}", "{argv...}"},
			want: "Custom command /usr/bin/tmux new-window -c {dir} {argv...}",
		},
		{
			name: "custom, missing", wish: "custom", custom: []string{"tmux", "{argv...}"},
			want: "Custom command", why: "the custom terminal's program, tmux, was not found",
		},
		{
			name: "custom, none given", wish: "custom",
			want: "Custom command", why: "the custom terminal command is empty",
		},
		{name: "on macOS", machine: func(m *machine) {
			m.goos, m.path = "darwin", map[string]string{"osascript": "/usr/bin/osascript"}
			m.files["System/Applications/Utilities/Terminal.app"] = &fstest.MapFile{}
		}, want: "Terminal /usr/bin/osascript -e on run argv -e set text item delimiters to space " +
			`-e tell application "Terminal" -e activate -e do script (argv as text) -e end tell -e end run {spelled...}`},
		{name: "a program in a bundle", machine: func(m *machine) {
			m.goos, m.path = "darwin", nil
			m.files["home/ann/Applications/kitty.app/Contents/MacOS/kitty"] = &fstest.MapFile{Mode: 0o755}
		}, wish: "kitty", want: "kitty /home/ann/Applications/kitty.app/Contents/MacOS/kitty --directory {dir} {argv...}"},
		{name: "on Windows", machine: func(m *machine) {
			m.goos = "windows"
			m.path = map[string]string{"powershell.exe": "/ps/powershell.exe", "cmd.exe": "/sys/cmd.exe"}
		}, want: "PowerShell /sys/cmd.exe /d /c start  powershell.exe {argv...}"},
		{name: "on Windows, unknown", machine: func(m *machine) {
			m.goos = "windows"
			m.path = map[string]string{"mintty": "/git/mintty"}
		}, wish: "mintty", want: "mintty", why: "the chosen terminal, mintty, was not found"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := newMachine()
			if tt.machine != nil {
				tt.machine(m)
			}
			c, why := m.launcher(t).choose(tt.wish, tt.custom)
			got := strings.TrimSpace(strings.Join(append([]string{c.name, c.path}, c.args...), " "))
			if got != tt.want || why != tt.why {
				t.Errorf("got %s (%s)\nwant %s (%s)", got, why, tt.want, tt.why)
			}
		})
	}
}

func TestTerminalsListsCustom(t *testing.T) {
	m := newMachine()
	infos := m.launcher(t).Terminals([]string{"xterm", "-e", "{argv...}"})
	want := []TerminalInfo{{"xterm", "XTerm", true}, {"custom", "Custom command", true}}
	if diff := cmp.Diff(want, infos[len(infos)-2:]); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestCheckTemplate(t *testing.T) {
	tests := []struct {
		template []string
		want     string
	}{
		{[]string{"term", "-e", "{argv...}"}, ""},
		{[]string{"term", "--dir={dir}", "{spelled...}"}, ""},
		{nil, "the custom terminal command is empty"},
		{[]string{""}, "the custom terminal command is empty"},
		{[]string{"{argv...}"}, "the custom terminal command does not start with a program"},
		{[]string{"term"}, "the custom terminal command needs {argv...} exactly once"},
		{[]string{"term", "{argv...}", "{argv...}"}, "the custom terminal command needs {argv...} exactly once"},
		{[]string{"sh", "-c", "cd {dir} && {argv...}"}, "in the custom terminal command {argv...} must be an argument of its own"},
		{[]string{"term", "a\x00", "{argv...}"}, "the custom terminal command holds a zero byte"},
	}
	for _, tt := range tests {
		if got := checkTemplate(tt.template); got != tt.want {
			t.Errorf("checkTemplate(%q) = %q, want %q", tt.template, got, tt.want)
		}
	}
}

// TestExpandDoesNotLookInside has placeholders in the directory and the command.
func TestExpandDoesNotLookInside(t *testing.T) {
	got := expand([]string{"--dir={dir}", "{argv...}"}, "/{argv...}", []string{"{dir}", "{spelled...}"}, []string{"bad"})
	want := []string{"--dir=/{argv...}", "{dir}", "{spelled...}"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
