package resume

import (
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"dendro/backend/message"
)

// TestTerminalArguments pins the whole command line of every terminal. SH is the command,
// PS the installed PowerShell.
func TestTerminalArguments(t *testing.T) {
	const dir = "/home/a b"
	tests := []struct {
		goos, id, want string
	}{
		{"linux", "x-terminal-emulator", "-e|SH"},
		{"linux", "xdg-terminal-exec", "SH"},
		{"linux", "kgx", "--working-directory=/home/a b|--|SH"},
		{"linux", "gnome-terminal", "--working-directory=/home/a b|--|SH"},
		{"linux", "ptyxis", "--new-window|--working-directory=/home/a b|--|SH"},
		{"linux", "konsole", "--separate|--workdir|/home/a b|-e|SH"},
		{"linux", "xfce4-terminal", "--working-directory=/home/a b|-x|SH"},
		{"linux", "kitty", "--directory|/home/a b|SH"},
		{"linux", "alacritty", "--working-directory|/home/a b|-e|SH"},
		{"linux", "wezterm", "start|--always-new-process|--cwd|/home/a b|--|SH"},
		{"linux", "foot", "--working-directory=/home/a b|SH"},
		{"linux", "ghostty", "--gtk-single-instance=false|--working-directory=/home/a b|-e|SH"},
		{"linux", "tilix", "--working-directory=/home/a b|-e|SH"},
		{"linux", "mate-terminal", "--working-directory=/home/a b|-x|SH"},
		{"linux", "lxterminal", "--working-directory=/home/a b|-e|SH"},
		{"linux", "terminator", "--no-dbus|--working-directory=/home/a b|-x|SH"},
		{"linux", "qterminal", "--workdir|/|-e|SH"},
		{"linux", "cosmic-term", "--no-daemon|--|SH"},
		{"linux", "footclient", "--no-wait|--working-directory=/home/a b|SH"},
		{"linux", "rxvt", "-e|SH"},
		{"linux", "st", "-e|SH"},
		{"linux", "xterm", "-e|SH"},
		{"linux", "ptyxis-flatpak", "--new-window|--|SH"},
		{"linux", "wezterm-flatpak", "start|--always-new-process|--|flatpak-spawn|--host|SH"},
		{"linux", "wt", "--window|-1|new-tab|wsl.exe|-d|{env}|-e|SH"},
		{"linux", "tmux", "new-window|SH"},
		{"linux", "zellij", "run|--|SH"},
		{"linux", "vscode", "vscode://anthropic.claude-code/open?session={session}"},
		{"darwin", "terminal", appleScript("Terminal", "do script theCommand", "do script theCommand in window 1")},
		{"darwin", "iterm2", appleScript("iTerm", "set theWindow to (create window with default profile)|-e|tell current session of theWindow to write text theCommand",
			"tell current session of window 1 to write text theCommand")},
		{"darwin", "ghostty", "-na|Ghostty|--args|--initial-command=direct:SH|--quit-after-last-window-closed=true"},
		{"darwin", "warp", "warp://launch/dendro.yaml"},
		{"darwin", "kitty", "--directory|/home/a b|SH"},
		{"darwin", "wezterm", "start|--always-new-process|--cwd|/home/a b|--|SH"},
		{"darwin", "alacritty", "--working-directory|/home/a b|-e|SH"},
		{"darwin", "tmux", "new-window|SH"},
		{"darwin", "claude-desktop", "claude://resume?session={session}&cwd={dir}"},
		{"darwin", "vscode", "vscode://anthropic.claude-code/open?session={session}"},
		{"windows", "wt", "--window|-1|new-tab|{powershell}|SH"},
		{"windows", "pwsh", "/d|/c|start||pwsh.exe|SH"},
		{"windows", "powershell", "/d|/c|start||powershell.exe|SH"},
		{"windows", "cmd", "/d|/c|start||cmd.exe|/d|/k|{powershell}|SH"},
		{"windows", "git-bash", `-e|/usr/bin/bash|-l|-c|exec "$@"|dendro|SH`},
		{"windows", "vscode", "url.dll,FileProtocolHandler|vscode://anthropic.claude-code/open?session={session}"},
	}
	seen := map[string]bool{}
	for _, tt := range tests {
		seen[tt.goos+tt.id] = true
		for _, row := range table(tt.goos) {
			if row.id != tt.id {
				continue
			}
			args := expand(row.args, dir, []string{"SH"})
			if row.link != "" {
				args = append(args, row.link)
			}
			got := strings.Join(args, "|")
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

// appleScript waits for the first window of an app that is starting.
func appleScript(app, warm, cold string) string {
	return `-e|on run argv|-e|set text item delimiters to space|-e|set theCommand to argv as text|-e|set wasOpen to application "` + app +
		`" is running|-e|tell application "` + app + `"|-e|if wasOpen then|-e|` + warm + "|-e|else|-e|launch|-e|repeat 50 times|" +
		"-e|if (count of windows) > 0 then exit repeat|-e|delay 0.1|-e|end repeat|-e|if (count of windows) > 0 then|-e|" + cold +
		"|-e|else|-e|" + warm + "|-e|end if|-e|end if|-e|activate|-e|end tell|-e|end run|SH"
}

func TestChoose(t *testing.T) {
	tests := []struct {
		name    string
		machine func(*machine)
		wish    string
		custom  []string
		want    string // name, path and arguments of the chosen terminal
		why     string
	}{
		{name: "the first of the table", machine: func(m *machine) {
			m.path["konsole"] = "/usr/bin/konsole"
		}, want: "Konsole /usr/bin/konsole --separate --workdir {dir} -e {argv...}"},
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
		}, want: "st /usr/bin/st -e {argv...}"},
		{name: "$TERMINAL gone", machine: func(m *machine) {
			m.env = append(m.env, "TERMINAL=nope -x")
		}, want: "XTerm /usr/bin/xterm -e {argv...}"},
		{name: "$TERMINAL with a placeholder", machine: func(m *machine) {
			m.path["sh"] = "/bin/sh"
			m.env = append(m.env, "TERMINAL=sh -c {dir}")
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
		}, want: "term /usr/bin/x-terminal-emulator -e {argv...}"},
		{name: "Debian's link by id", machine: func(m *machine) {
			m.path["x-terminal-emulator"] = "/usr/bin/x-terminal-emulator"
			m.path["lxterm"] = "/usr/bin/lxterm"
			m.files["usr/bin/x-terminal-emulator"] = &fstest.MapFile{Mode: 0o755}
			m.links["/usr/bin/x-terminal-emulator"] = "/usr/bin/lxterm"
		}, wish: debianID, want: "XTerm /usr/bin/lxterm -e {argv...}"},
		{name: "by id", machine: func(m *machine) {
			m.path["konsole"] = "/usr/bin/konsole"
		}, wish: "xterm", want: "XTerm /usr/bin/xterm -e {argv...}"},
		{name: "by name", wish: "XTERM", want: "XTerm /usr/bin/xterm -e {argv...}"},
		{name: "by id, missing", wish: "konsole", want: "Konsole", why: "The selected terminal, Konsole, was not found"},
		{name: "unknown", wish: "no\x1bsuch", want: "no\x1bsuch", why: `The selected terminal, "no\x1bsuch", was not found`},
		{name: "a path", machine: func(m *machine) {
			m.files["opt/st"] = &fstest.MapFile{Mode: 0o755}
		}, wish: "/opt/st", want: "st /opt/st -e {argv...}"},
		{name: "auto by name", wish: "auto", want: "XTerm /usr/bin/xterm -e {argv...}"},
		{
			name: "custom", machine: func(m *machine) {
				m.path["tmux"] = "/usr/bin/tmux"
				m.env = nil // needs no display
			}, wish: "custom", custom: []string{"tmux", "new-window", "{argv...}"},
			want: "Custom command /usr/bin/tmux new-window {argv...}",
		},
		{
			name: "custom, missing", wish: "custom", custom: []string{"tmux", "{argv...}"},
			want: "Custom command", why: "The custom terminal's program, tmux, was not found",
		},
		{
			name: "custom, none given", wish: "custom",
			want: "Custom command", why: "The custom terminal command is empty",
		},
		{name: "on macOS", machine: func(m *machine) {
			m.goos, m.path = "darwin", map[string]string{"osascript": "/usr/bin/osascript"}
			m.files["System/Applications/Utilities/Terminal.app"] = &fstest.MapFile{}
		}, want: "Terminal /usr/bin/osascript " + strings.NewReplacer("|", " ", "SH", argvPlace).Replace(
			appleScript("Terminal", "do script theCommand", "do script theCommand in window 1"))},
		{name: "a program in a bundle", machine: func(m *machine) {
			m.goos, m.path = "darwin", nil
			m.files["home/ann/Applications/kitty.app/Contents/MacOS/kitty"] = &fstest.MapFile{Mode: 0o755}
		}, wish: "kitty", want: "kitty /home/ann/Applications/kitty.app/Contents/MacOS/kitty --directory {dir} {argv...}"},
		{name: "on Windows", machine: func(m *machine) {
			m.goos = "windows"
			m.path = map[string]string{"powershell.exe": "/ps/powershell.exe", "cmd.exe": "/sys/cmd.exe"}
		}, want: "Windows PowerShell /sys/cmd.exe /d /c start  powershell.exe {argv...}"},
		{name: "on Windows, with a newer PowerShell", machine: func(m *machine) {
			m.goos = "windows"
			m.path = map[string]string{"pwsh.exe": "/ps/pwsh.exe", "wt.exe": "/apps/wt.exe"}
		}, want: "Windows Terminal /apps/wt.exe --window -1 new-tab pwsh.exe {argv...}"},
		{name: "in WSL, by name", machine: func(m *machine) {
			m.path = map[string]string{"wt.exe": "/mnt/c/wt.exe"}
			m.env = []string{"WSL_DISTRO_NAME=Ubuntu-24.04"} // needs no display
		}, wish: "wt", want: "Windows Terminal /mnt/c/wt.exe --window -1 new-tab wsl.exe -d Ubuntu-24.04 -e {argv...}"},
		{name: "not in WSL", machine: func(m *machine) {
			m.path["wt.exe"] = "/mnt/c/wt.exe"
		}, wish: "wt", want: "Windows Terminal", why: "The selected terminal, Windows Terminal, was not found"},
		{name: "a distribution that wt would split", machine: func(m *machine) {
			m.path["wt.exe"] = "/mnt/c/wt.exe"
			m.env = append(m.env, "WSL_DISTRO_NAME=a;b")
		}, wish: "wt", want: "Windows Terminal", why: "The selected terminal, Windows Terminal, was not found"},
		{name: "what runs already is not chosen by itself", machine: func(m *machine) {
			m.path = map[string]string{"tmux": "/usr/bin/tmux", "code": "/usr/bin/code", "xdg-open": "/usr/bin/xdg-open"}
		}, why: "No terminal program was found"},
		{name: "a Flatpak", machine: func(m *machine) {
			m.path = nil
			m.files["var/lib/flatpak/exports/bin/app.devsuite.Ptyxis"] = &fstest.MapFile{Mode: 0o755}
		}, want: "Ptyxis (Flatpak) /var/lib/flatpak/exports/bin/app.devsuite.Ptyxis --new-window -- {argv...}"},
		{name: "on Windows, unknown", machine: func(m *machine) {
			m.goos = "windows"
			m.path = map[string]string{"mintty": "/git/mintty"}
		}, wish: "mintty", want: "mintty", why: "The selected terminal, mintty, was not found"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := newMachine()
			if tt.machine != nil {
				tt.machine(m)
			}
			c, why := m.launcher(t).choose(tt.wish, tt.custom)
			got := strings.TrimSpace(strings.Join(append([]string{c.label().String(), c.path}, c.args...), " "))
			if got != tt.want || why.String() != tt.why {
				t.Errorf("got %s (%s)\nwant %s (%s)", got, why, tt.want, tt.why)
			}
		})
	}
}

// TestTerminalsListsCustom: installed terminals come first.
func TestTerminalsListsCustom(t *testing.T) {
	m := newMachine()
	infos := m.launcher(t).Terminals([]string{"xterm", "-e", "{argv...}"})
	want := []TerminalInfo{{"xterm", message.Text("XTerm"), true}, {"custom", message.Text("Custom command"), true}}
	if diff := cmp.Diff(want, infos[:2]); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestCheckTemplate(t *testing.T) {
	tests := []struct {
		template []string
		want     string
	}{
		{[]string{"term", "-e", "{argv...}"}, ""},
		{[]string{"sh", "-c", `exec xterm -e "$@"`, "sh", "{argv...}"}, ""},
		{[]string{"term", "--dir={dir}", "{argv...}"}, "Remove {dir} from the custom terminal command. {argv...} changes to the directory itself."},
		{[]string{"sh", "-c", `eval "cd $1"`, "x", "{dir}", "{argv...}"}, "Remove {dir} from the custom terminal command. {argv...} changes to the directory itself."},
		{nil, "The custom terminal command is empty"},
		{[]string{""}, "The custom terminal command is empty"},
		{[]string{"{argv...}"}, "The custom terminal command does not start with a program"},
		{[]string{"term"}, "The custom terminal command must contain {argv...} exactly once"},
		{[]string{"term", "{argv...}", "{argv...}"}, "The custom terminal command must contain {argv...} exactly once"},
		{[]string{"sh", "-c", "cd {dir} && {argv...}"}, "In the custom terminal command, {argv...} must be an argument of its own"},
		{[]string{"term", "a\x00", "{argv...}"}, "The custom terminal command contains a zero byte"},
	}
	for _, tt := range tests {
		if got := checkTemplate(tt.template).String(); got != tt.want {
			t.Errorf("checkTemplate(%q) = %q, want %q", tt.template, got, tt.want)
		}
	}
}

// TestExpandDoesNotLookInside has placeholders in the directory and the command.
func TestExpandDoesNotLookInside(t *testing.T) {
	got := expand([]string{"--dir={dir}", "{argv...}"}, "/{argv...}", []string{"{dir}", "{argv...}"})
	want := []string{"--dir=/{argv...}", "{dir}", "{argv...}"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
