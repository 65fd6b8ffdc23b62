package resume

import "strings"

// vscodeLink makes the editor's extension continue a session.
const vscodeLink = "vscode://anthropic.claude-code/open?session={session}"

// macTerminals are those of macOS.
func macTerminals() []terminal {
	return []terminal{
		{
			id: "terminal", name: "Terminal", apps: []string{"Terminal.app"}, via: "osascript",
			args: windowScript("Terminal", "do script theCommand", "do script theCommand in window 1"),
		},
		{
			id: "iterm2", name: "iTerm2", apps: []string{"iTerm.app", "iTerm2.app"}, via: "osascript",
			args: windowScript("iTerm", "set theWindow to (create window with default profile)\ntell current session of theWindow to write text theCommand",
				"tell current session of window 1 to write text theCommand"),
		},
		{
			// A bare path would be opened as a document, after a question before 1.4.
			id: "ghostty", name: "Ghostty", apps: []string{"Ghostty.app"}, via: "open",
			args: []string{"-na", "Ghostty", "--args", "--initial-command=direct:" + linePlace, "--quit-after-last-window-closed=true"},
		},
		{
			// Its links open the configuration in a file, which it reads again each time.
			id: "warp", name: "Warp", apps: []string{"Warp.app"}, via: "open", args: []string{"warp://launch/dendro.yaml"},
			file: ".warp/launch_configurations/dendro.yaml",
			text: "---\nname: Dendro\nwindows:\n  - tabs:\n      - layout:\n          cwd: \"/\"\n          commands:\n            - exec: " + linePlace + "\n",
		},
		{
			id: "kitty", name: "kitty", bins: words("kitty"), apps: words("kitty.app/Contents/MacOS/kitty"),
			args: words("--directory {dir} {argv...}"),
		},
		{
			id: "wezterm", name: "WezTerm", bins: words("wezterm"), apps: words("WezTerm.app/Contents/MacOS/wezterm"),
			args: words("start --always-new-process --cwd {dir} -- {argv...}"),
		},
		{
			id: "alacritty", name: "Alacritty", bins: words("alacritty"), apps: words("Alacritty.app/Contents/MacOS/alacritty"),
			args: words("--working-directory {dir} -e {argv...}"),
		},
		tmux(),
		{
			id: "claude-desktop", name: "Claude Desktop", apps: []string{"Claude.app"}, via: "open",
			link: "claude://resume?session={session}&cwd={dir}",
		},
		{id: "vscode", name: "VS Code", bins: words("code"), apps: []string{"Visual Studio Code.app"}, via: "open", link: vscodeLink},
	}
}

// windowScript makes Terminal or iTerm open a window. They take a command only as a line of
// text, through AppleScript: the script is constant and its arguments are two plain words, so the
// joined line holds nothing that a shell or AppleScript interprets.
//
// During their start they would open two windows: the script waits for a starting app, and
// uses its first window.
func windowScript(app, warm, cold string) []string {
	script := `on run argv
set text item delimiters to space
set theCommand to argv as text
set wasOpen to application "{app}" is running
tell application "{app}"
if wasOpen then
{warm}
else
launch
repeat 50 times
if (count of windows) > 0 then exit repeat
delay 0.1
end repeat
if (count of windows) > 0 then
{cold}
else
{warm}
end if
end if
activate
end tell
end run`
	var args []string
	for line := range strings.SplitSeq(strings.NewReplacer("{app}", app, "{warm}", warm, "{cold}", cold).Replace(script), "\n") {
		args = append(args, "-e", line)
	}
	return append(args, argvPlace)
}
