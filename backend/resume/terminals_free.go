package resume

// freeTerminals are those of Linux and the BSDs, in the order in which they are tried.
//
// A command goes behind -e in most of them, behind -- or -x in the GNOME family, where
// -e is old and takes one string. The rows with spelledPlace do not keep arguments
// apart: Konsole expands $VARIABLES in them, Tilix quotes and joins, LXTerminal joins,
// Ghostty before 1.2 joins and hands the line to sh, and what an unknown default
// terminal does is not known. The directory option is given where the window may belong
// to a process that runs elsewhere; the others inherit the directory.
func freeTerminals() []terminal {
	return []terminal{
		program(debianID, "System default", "-e", spelledPlace),
		program("xdg-terminal-exec", "Desktop default", spelledPlace),
		{
			id: "kgx", name: "GNOME Console", bins: []string{"kgx", "gnome-console"},
			args: []string{"--working-directory={dir}", "--", argvPlace},
		},
		program("gnome-terminal", "GNOME Terminal", "--working-directory={dir}", "--", argvPlace),
		program("ptyxis", "Ptyxis", "--new-window", "--working-directory={dir}", "--", argvPlace),
		program("konsole", "Konsole", "--separate", "--workdir", "{dir}", "-e", spelledPlace),
		program("xfce4-terminal", "Xfce Terminal", "--working-directory={dir}", "-x", argvPlace),
		program("kitty", "kitty", "--directory", "{dir}", argvPlace),
		program("alacritty", "Alacritty", "--working-directory", "{dir}", "-e", argvPlace),
		program("wezterm", "WezTerm", "start", "--always-new-process", "--cwd", "{dir}", "--", argvPlace),
		program("foot", "foot", "--working-directory={dir}", argvPlace),
		program("ghostty", "Ghostty", "--gtk-single-instance=false", "--working-directory={dir}", "-e", spelledPlace),
		program("tilix", "Tilix", "--working-directory={dir}", "-e", spelledPlace),
		program("mate-terminal", "MATE Terminal", "--working-directory={dir}", "-x", argvPlace),
		program("lxterminal", "LXTerminal", "--working-directory={dir}", "-e", spelledPlace),
		program("terminator", "Terminator", "--no-dbus", "--working-directory={dir}", "-x", spelledPlace),
		// It expands variables in the name of its directory, and then runs nothing.
		program("qterminal", "QTerminal", "--workdir", "/", "-e", spelledPlace),
		program("cosmic-term", "COSMIC Terminal", "--no-daemon", "--", spelledPlace),
		program("footclient", "foot, in its server", "--no-wait", "--working-directory={dir}", argvPlace),
		{id: "rxvt", name: "rxvt", bins: []string{"urxvt", "rxvt"}, args: []string{"-e", argvPlace}},
		{id: "st", name: "st", bins: []string{"stterm"}, args: []string{"-e", argvPlace}},
		{
			id: "xterm", name: "XTerm", bins: []string{"xterm", "uxterm", "lxterm"},
			args: []string{"-e", argvPlace},
		},
		{
			id: "ptyxis-flatpak", name: "Ptyxis (Flatpak)", apps: []string{"app.devsuite.Ptyxis"},
			args: []string{"--new-window", "--", spelledPlace},
		},
		{
			id: "wezterm-flatpak", name: "WezTerm (Flatpak)", apps: []string{"org.wezfurlong.wezterm"},
			args: []string{"start", "--always-new-process", "--", "flatpak-spawn", "--host", spelledPlace},
		},
		{
			id: "wt", name: "Windows Terminal", bins: []string{"wt.exe"}, env: "WSL_DISTRO_NAME", inside: true,
			args: []string{"--window", "-1", "new-tab", "wsl.exe", "-d", envPlace, "-e", spelledPlace},
		},
		{
			// No -c: in a directory's name it would run what stands in #(…). It needs a server.
			id: "tmux", name: "tmux", bins: []string{"tmux"}, inside: true,
			args: []string{"new-window", spelledPlace},
		},
		{
			id: "zellij", name: "Zellij", bins: []string{"zellij"}, env: "ZELLIJ", inside: true,
			args: []string{"run", "--", spelledPlace},
		},
		{id: "vscode", name: "VS Code", bins: []string{"code"}, via: "xdg-open", link: vscodeLink},
	}
}

// program is a terminal whose id is the name of its program.
func program(id, name string, args ...string) terminal {
	return terminal{id: id, name: name, bins: []string{id}, args: args}
}
