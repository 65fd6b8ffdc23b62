package resume

import (
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

// Text is the command of a request as one line to paste, for the person's own shell where
// none is named. It is the only function that makes such a line. It is empty for what
// cannot be said in one: cmd has no way to write some characters.
func (l *Launcher) Text(shell Shell, req Request) string {
	c, before := l.config(req.Root, req.DefaultRoot), ""
	argv := req.argv(l.called(req))
	if strings.ContainsRune(req.Dir+c.set+strings.Join(argv, ""), 0) {
		return ""
	}
	if shell == "" {
		shell = l.Shells()[0]
	}
	if w, ok := wslOf(l.sys.GOOS, req.Root); ok {
		argv, before = w.argv(req), keepWords+" "
		c, req.Dir = config{}, "" // these stand in its words
	}
	switch shell {
	case PowerShell:
		return textPowerShell(req, c, argv)
	case Cmd:
		return textCmd(req, c, argv)
	case Fish:
		return textPOSIX(req, c, argv, quoteFish)
	}
	return before + textPOSIX(req, c, argv, quotePOSIX)
}

// called is what the command calls the client.
func (l *Launcher) called(req Request) string {
	if req.Client != "" {
		return req.Client
	}
	return "claude"
}

// textPOSIX is the line for sh and its kin; fish reads it with quotes of its own (3.1+).
func textPOSIX(req Request, c config, argv []string, quote func(string) string) string {
	var parts []string
	if req.Dir != "" {
		if req.MakeDir {
			parts = append(parts, "mkdir -p "+quote(req.Dir))
		}
		parts = append(parts, "cd "+quote(req.Dir))
	}
	run := ""
	switch {
	case c.set != "":
		run = configVariable + "=" + quote(c.set) + " "
	case c.unset && c.inherited:
		run = "env -u " + configVariable + " "
	}
	return strings.Join(append(parts, run+quoted(argv, quote)), " && ")
}

func textPowerShell(req Request, c config, argv []string) string {
	var b strings.Builder
	if req.Dir != "" {
		if req.MakeDir {
			b.WriteString("New-Item -ItemType Directory -Force -Path " + quotePowerShell(req.Dir) + " | Out-Null; ")
		}
		b.WriteString("Set-Location -LiteralPath " + quotePowerShell(req.Dir) + " -ErrorAction Stop; ")
	}
	switch {
	case c.set != "":
		b.WriteString("$env:" + configVariable + " = " + quotePowerShell(c.set) + "; ")
	case c.unset && c.inherited:
		b.WriteString("$env:" + configVariable + " = $null; ")
	}
	if word := quotedPowerShell(argv[0]); word != argv[0] {
		b.WriteString("& ") // a string alone would be printed
	}
	b.WriteString(quoted(argv, quotedPowerShell))
	return b.String()
}

// textCmd is the line for the Command Prompt. What it would read into a quoted word cannot
// be written there: then there is no line.
func textCmd(req Request, c config, argv []string) string {
	for _, word := range append([]string{req.Dir, c.set}, argv...) {
		if strings.ContainsAny(word, `"%!`) || strings.ContainsFunc(word, control) {
			return ""
		}
	}
	var parts []string
	if req.Dir != "" {
		if req.MakeDir {
			parts = append(parts, `(if not exist "`+req.Dir+`" mkdir "`+req.Dir+`")`)
		}
		parts = append(parts, `cd /d "`+req.Dir+`"`)
	}
	switch {
	case c.set != "":
		parts = append(parts, `set "`+configVariable+"="+c.set+`"`)
	case c.unset && c.inherited:
		parts = append(parts, `set "`+configVariable+`="`)
	}
	return strings.Join(append(parts, quoted(argv, quoteCmd)), " && ")
}

func quoted(argv []string, quote func(string) string) string {
	words := make([]string, len(argv))
	for i, arg := range argv {
		words[i] = quote(arg)
	}
	return strings.Join(words, " ")
}
