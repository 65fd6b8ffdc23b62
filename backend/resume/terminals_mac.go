package resume

// macTerminals are those of macOS. Terminal and iTerm take a command only as a line of
// text, through AppleScript: the script is constant, its arguments are spelled, so the
// line that it joins holds nothing that a shell or AppleScript reads.
func macTerminals() []terminal {
	const join = "set text item delimiters to space"
	return []terminal{
		{
			id: "terminal", name: "Terminal", apps: []string{"Terminal.app"}, via: "osascript",
			args: []string{
				"-e", "on run argv",
				"-e", join,
				"-e", `tell application "Terminal"`,
				"-e", "activate",
				"-e", "do script (argv as text)",
				"-e", "end tell",
				"-e", "end run",
				spelledPlace,
			},
		},
		{
			id: "iterm2", name: "iTerm2", apps: []string{"iTerm.app", "iTerm2.app"}, via: "osascript",
			args: []string{
				"-e", "on run argv",
				"-e", join,
				"-e", `tell application "iTerm"`,
				"-e", "activate",
				"-e", "create window with default profile command (argv as text)",
				"-e", "end tell",
				"-e", "end run",
				spelledPlace,
			},
		},
		{
			id: "ghostty", name: "Ghostty", apps: []string{"Ghostty.app"}, via: "open",
			args: []string{"-na", "Ghostty", "--args", "--working-directory={dir}", "-e", spelledPlace},
		},
		{
			id: "kitty", name: "kitty", bins: []string{"kitty"},
			apps: []string{"kitty.app/Contents/MacOS/kitty"},
			args: []string{"--directory", "{dir}", argvPlace},
		},
		{
			id: "wezterm", name: "WezTerm", bins: []string{"wezterm"},
			apps: []string{"WezTerm.app/Contents/MacOS/wezterm"},
			args: []string{"start", "--always-new-process", "--cwd", "{dir}", "--", argvPlace},
		},
		{
			id: "alacritty", name: "Alacritty", bins: []string{"alacritty"},
			apps: []string{"Alacritty.app/Contents/MacOS/alacritty"},
			args: []string{"--working-directory", "{dir}", "-e", argvPlace},
		},
	}
}
