package resume

import (
	"strings"

	"dendro/backend/message"
)

// freeTerminals are those of Linux and the BSDs, in order of preference.
//
// Most take a command after -e; the GNOME family takes it after -- or -x, since its -e is
// obsolete and takes one string. Several do not preserve the arguments of
// the command, which is therefore two plain words, sh and a path:
// Konsole expands $VARIABLES in them, Tilix quotes and joins, LXTerminal joins, Ghostty
// before 1.2 joins and passes the line to sh, and unknown default terminals may do
// anything. The directory option is given if the window may belong to a process that runs
// elsewhere; the others inherit the directory.
func freeTerminals() []terminal {
	return []terminal{
		program(debianID, "System default", "-e {argv...}").as(message.New("terminal_of_system")),
		program("xdg-terminal-exec", "Desktop default", "{argv...}").as(message.New("terminal_of_desktop")),
		program("kgx gnome-console", "GNOME Console", "--working-directory={dir} -- {argv...}"),
		program("gnome-terminal", "GNOME Terminal", "--working-directory={dir} -- {argv...}"),
		program("ptyxis", "Ptyxis", "--new-window --working-directory={dir} -- {argv...}"),
		program("konsole", "Konsole", "--separate --workdir {dir} -e {argv...}"),
		program("xfce4-terminal", "Xfce Terminal", "--working-directory={dir} -x {argv...}"),
		program("kitty", "kitty", "--directory {dir} {argv...}"),
		program("alacritty", "Alacritty", "--working-directory {dir} -e {argv...}"),
		program("wezterm", "WezTerm", "start --always-new-process --cwd {dir} -- {argv...}"),
		program("foot", "foot", "--working-directory={dir} {argv...}"),
		program("ghostty", "Ghostty", "--gtk-single-instance=false --working-directory={dir} -e {argv...}"),
		program("tilix", "Tilix", "--working-directory={dir} -e {argv...}"),
		program("mate-terminal", "MATE Terminal", "--working-directory={dir} -x {argv...}"),
		program("lxterminal", "LXTerminal", "--working-directory={dir} -e {argv...}"),
		program("terminator", "Terminator", "--no-dbus --working-directory={dir} -x {argv...}"),
		// It expands variables in the name of its directory, and then runs nothing.
		program("qterminal", "QTerminal", "--workdir / -e {argv...}"),
		program("cosmic-term", "COSMIC Terminal", "--no-daemon -- {argv...}"),
		program("footclient", "foot, in its server", "--no-wait --working-directory={dir} {argv...}").as(message.New("terminal_foot_server")),
		{id: "rxvt", name: "rxvt", bins: words("urxvt rxvt"), args: words("-e {argv...}")},
		{id: "st", name: "st", bins: words("stterm"), args: words("-e {argv...}")},
		program("xterm uxterm lxterm", "XTerm", "-e {argv...}"),
		{id: "ptyxis-flatpak", name: "Ptyxis (Flatpak)", apps: words("app.devsuite.Ptyxis"), args: words("--new-window -- {argv...}")},
		{
			id: "wezterm-flatpak", name: "WezTerm (Flatpak)", apps: words("org.wezfurlong.wezterm"),
			args: words("start --always-new-process -- flatpak-spawn --host {argv...}"),
		},
		{
			id: "wt", name: "Windows Terminal", bins: words("wt.exe"), env: "WSL_DISTRO_NAME", inside: true,
			args: words("--window -1 new-tab wsl.exe -d {env} -e {argv...}"),
		},
		tmux(),
		{id: "zellij", name: "Zellij", bins: words("zellij"), env: "ZELLIJ", inside: true, args: words("run -- {argv...}")},
		{id: "vscode", name: "VS Code", bins: words("code"), via: "xdg-open", link: vscodeLink},
	}
}

// program returns a terminal by the names of its program, the first of which is its id, and
// its arguments, separated by spaces.
func program(bins, name, args string) terminal {
	return terminal{id: words(bins)[0], name: name, bins: words(bins), args: words(args)}
}

func words(text string) []string { return strings.Fields(text) }

// tmux opens a window where its server runs. Do not pass -c: tmux would run #(…) in a
// directory's name.
func tmux() terminal {
	return terminal{id: "tmux", name: "tmux", bins: words("tmux"), inside: true, args: words("new-window {argv...}")}
}
