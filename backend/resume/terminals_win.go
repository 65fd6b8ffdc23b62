package resume

// windowsTerminals are those of Windows. The command is always PowerShell with an encoded
// script, in whatever window; the script sets the directory. "start" gives a console
// program a window and streams of its own instead of an inherited null device; the empty
// argument is the title that start requires.
func windowsTerminals() []terminal {
	return []terminal{
		{id: "wt", name: "Windows Terminal", bins: words("wt.exe"), args: words("--window -1 new-tab {powershell} {argv...}")},
		{
			id: "pwsh", name: "PowerShell", bins: words("pwsh.exe"), via: "cmd.exe",
			args: []string{"/d", "/c", "start", "", "pwsh.exe", argvPlace},
		},
		{
			id: "powershell", name: "Windows PowerShell", bins: words("powershell.exe"), via: "cmd.exe",
			args: []string{"/d", "/c", "start", "", "powershell.exe", argvPlace},
		},
		{
			id: "cmd", name: "Command Prompt", bins: words("cmd.exe"),
			args: []string{"/d", "/c", "start", "", "cmd.exe", "/d", "/k", shellPlace, argvPlace},
		},
		{
			id: "git-bash", name: "Git Bash", apps: []string{`Git\usr\bin\mintty.exe`}, posix: true,
			args: []string{"-e", "/usr/bin/bash", "-l", "-c", `exec "$@"`, "dendro", argvPlace},
		},
		{
			id: "vscode", name: "VS Code", bins: []string{"code.cmd"}, via: "rundll32.exe", link: vscodeLink,
			args: []string{"url.dll,FileProtocolHandler"},
		},
	}
}
