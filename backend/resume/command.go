package resume

import (
	"cmp"
	"fmt"
	"path"
	"strings"
)

// Shell is a language that a command is written in.
type Shell string

// The shells that people paste commands into.
const (
	POSIX      Shell = "posix" // sh, bash, zsh, ksh
	Fish       Shell = "fish"
	PowerShell Shell = "powershell" // pwsh, too
	Cmd        Shell = "cmd"
)

// Shells are those that a command can be copied for on this system, the person's own first.
func (l *Launcher) Shells() []Shell {
	if l.sys.GOOS == "windows" {
		return []Shell{PowerShell, Cmd, POSIX}
	}
	if shell, _ := l.getenv("SHELL"); path.Base(shell) == "fish" {
		return []Shell{Fish, POSIX}
	}
	return []Shell{POSIX, Fish}
}

// language is how a shell says the parts of a line. %s stands for a quoted word.
type language struct {
	makeDir, enter string
	set, unset     string              // of CLAUDE_CONFIG_DIR
	call           string              // before a program that stands in quotes
	quote          func(string) string // a word of the parts above
	word           func(string) string // a word of the command
}

func languageOf(shell Shell) language {
	switch shell {
	case PowerShell:
		return language{
			makeDir: "New-Item -ItemType Directory -Force -Path %s | Out-Null; ",
			enter:   "Set-Location -LiteralPath %s -ErrorAction Stop; ",
			set:     "$env:" + configVariable + " = %s; ",
			unset:   "$env:" + configVariable + " = $null; ",
			call:    "& ", // a string alone would be printed
			quote:   quotePowerShell, word: quotedPowerShell,
		}
	case Cmd:
		return language{
			makeDir: `(if not exist "%[1]s" mkdir "%[1]s") && `,
			enter:   `cd /d "%s" && `,
			set:     `set "` + configVariable + `=%s" && `,
			unset:   `set "` + configVariable + `=" && `,
			quote:   func(word string) string { return word }, word: quoteCmd,
		}
	}
	quote := quotePOSIX
	if shell == Fish { // 3.1 and later read the same line, with quotes of their own
		quote = quoteFish
	}
	return language{
		makeDir: "mkdir -p %s && ", enter: "cd %s && ",
		set: configVariable + "=%s ", unset: "env -u " + configVariable + " ",
		quote: quote, word: quote,
	}
}

// Text is the command of a request as one line to paste, for the person's own shell where
// none is named. It is the only function that makes such a line. It is empty for what
// cannot be said in one: what cmd would read into a quoted word it has no way to write.
func (l *Launcher) Text(shell Shell, req Request) string {
	c, argv := l.config(req), req.argv(l.called(req))
	if strings.ContainsRune(req.Dir+c.set+strings.Join(argv, ""), 0) {
		return ""
	}
	if shell == "" {
		shell = l.Shells()[0]
	}
	var line strings.Builder
	if w, ok := wslOf(l.sys.GOOS, req.Root); ok {
		argv = w.argv(req)
		c, req.Dir = config{}, "" // these stand in its words
		if shell == POSIX {
			line.WriteString(keepWords + " ")
		}
	}
	all := req.Dir + c.set + strings.Join(argv, "")
	if shell == Cmd && (strings.ContainsAny(all, `"%!`) || strings.ContainsFunc(all, control)) {
		return ""
	}
	say := languageOf(shell)
	if req.Dir != "" && req.MakeDir {
		fmt.Fprintf(&line, say.makeDir, say.quote(req.Dir))
	}
	if req.Dir != "" {
		fmt.Fprintf(&line, say.enter, say.quote(req.Dir))
	}
	switch {
	case c.set != "":
		fmt.Fprintf(&line, say.set, say.quote(c.set))
	case c.unset && c.inherited:
		line.WriteString(say.unset)
	}
	if say.word(argv[0]) != argv[0] {
		line.WriteString(say.call)
	}
	line.WriteString(quoted(argv, say.word))
	return line.String()
}

// called is what the command calls the client.
func (l *Launcher) called(req Request) string { return cmp.Or(req.Client, "claude") }

func quoted(argv []string, quote func(string) string) string {
	words := make([]string, len(argv))
	for i, arg := range argv {
		words[i] = quote(arg)
	}
	return strings.Join(words, " ")
}
