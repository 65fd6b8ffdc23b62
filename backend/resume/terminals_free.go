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
		{
			id: debianID, name: "System default", bins: []string{debianID},
			args: []string{"-e", spelledPlace},
		},
		{
			id: "xdg-terminal-exec", name: "Desktop default", bins: []string{"xdg-terminal-exec"},
			args: []string{spelledPlace},
		},
		{
			id: "kgx", name: "GNOME Console", bins: []string{"kgx", "gnome-console"},
			args: []string{"--working-directory={dir}", "--", argvPlace},
		},
		{
			id: "gnome-terminal", name: "GNOME Terminal", bins: []string{"gnome-terminal"},
			args: []string{"--working-directory={dir}", "--", argvPlace},
		},
		{
			id: "ptyxis", name: "Ptyxis", bins: []string{"ptyxis"},
			args: []string{"--new-window", "--working-directory={dir}", "--", argvPlace},
		},
		{
			id: "konsole", name: "Konsole", bins: []string{"konsole"},
			args: []string{"--separate", "--workdir", "{dir}", "-e", spelledPlace},
		},
		{
			id: "xfce4-terminal", name: "Xfce Terminal", bins: []string{"xfce4-terminal"},
			args: []string{"--working-directory={dir}", "-x", argvPlace},
		},
		{
			id: "kitty", name: "kitty", bins: []string{"kitty"},
			args: []string{"--directory", "{dir}", argvPlace},
		},
		{
			id: "alacritty", name: "Alacritty", bins: []string{"alacritty"},
			args: []string{"--working-directory", "{dir}", "-e", argvPlace},
		},
		{
			id: "wezterm", name: "WezTerm", bins: []string{"wezterm"},
			args: []string{"start", "--always-new-process", "--cwd", "{dir}", "--", argvPlace},
		},
		{
			id: "foot", name: "foot", bins: []string{"foot"},
			args: []string{"--working-directory={dir}", argvPlace},
		},
		{
			id: "ghostty", name: "Ghostty", bins: []string{"ghostty"},
			args: []string{"--gtk-single-instance=false", "--working-directory={dir}", "-e", spelledPlace},
		},
		{
			id: "tilix", name: "Tilix", bins: []string{"tilix"},
			args: []string{"--working-directory={dir}", "-e", spelledPlace},
		},
		{
			id: "mate-terminal", name: "MATE Terminal", bins: []string{"mate-terminal"},
			args: []string{"--working-directory={dir}", "-x", argvPlace},
		},
		{
			id: "lxterminal", name: "LXTerminal", bins: []string{"lxterminal"},
			args: []string{"--working-directory={dir}", "-e", spelledPlace},
		},
		{
			id: "xterm", name: "XTerm", bins: []string{"xterm", "uxterm", "lxterm"},
			args: []string{"-e", argvPlace},
		},
	}
}
