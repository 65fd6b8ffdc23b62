package resume

import (
	"cmp"
	"fmt"
	"path"
	"strings"
)

// language is the syntax of a shell. %s is replaced by a quoted word.
type language struct {
	makeDir, enter string
	set, unset     string              // of CLAUDE_CONFIG_DIR
	call           string              // before a quoted program
	quote          func(string) string // quotes a word of the parts above
	word           func(string) string // quotes a word of the command
}

// language returns the syntax of the user's shell.
func (l *Launcher) language() language {
	if l.sys.GOOS == "windows" {
		return language{
			makeDir: "New-Item -ItemType Directory -Force -Path %s | Out-Null; ",
			enter:   "Set-Location -LiteralPath %s -ErrorAction Stop; ",
			set:     "$env:" + configVariable + " = %s; ",
			unset:   "$env:" + configVariable + " = $null; ",
			call:    "& ", // a string alone would be printed
			quote:   quotePowerShell, word: quotedPowerShell,
		}
	}
	quote := quotePOSIX
	if shell, _ := l.getenv("SHELL"); path.Base(shell) == "fish" { // fish 3.1 and later accept the same line, with other quotes
		quote = quoteFish
	}
	return language{
		makeDir: "mkdir -p %s && ", enter: "cd %s && ",
		set: configVariable + "=%s ", unset: "env -u " + configVariable + " ",
		quote: quote, word: quote,
	}
}

// Text returns the command of a request as one line to paste into the user's shell, or ""
// if it cannot be written as one. No other function makes such a line.
func (l *Launcher) Text(req Request) string {
	c, argv := l.config(req), req.argv(l.called(req))
	if strings.ContainsRune(req.Dir+c.set+strings.Join(argv, ""), 0) {
		return ""
	}
	if w, ok := wslOf(l.sys.GOOS, req.Root); ok {
		argv = w.argv(req)
		c, req.Dir = config{}, "" // these are part of its words
	}
	say := l.language()
	var line strings.Builder
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

// called returns the name of the client in the command.
func (l *Launcher) called(req Request) string { return cmp.Or(req.Client, "claude") }

func quoted(argv []string, quote func(string) string) string {
	words := make([]string, len(argv))
	for i, arg := range argv {
		words[i] = quote(arg)
	}
	return strings.Join(words, " ")
}
