package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// WriteManual writes the manual page of all commands, in man(7) format. It is generated
// from the commands themselves, so it matches their --help.
func WriteManual(w io.Writer, version string, date time.Time) error {
	root := newCommand(&Env{})
	p := page{}
	p.line(".TH DENDRO 1 %q %q %q", date.UTC().Format(time.DateOnly), "Dendro "+version, "User Commands")
	p.line(".SH NAME\ndendro \\- %s", roff(root.Short))
	p.line(".SH SYNOPSIS\n.nf")
	p.line("\\fBdendro\\fR [\\fIOPTION\\fR]... [\\fILINK\\fR]")
	for _, cmd := range described(root) {
		p.line("\\fBdendro\\fR %s [\\fIOPTION\\fR]...", usage(cmd))
	}
	p.line(".fi\n.SH DESCRIPTION")
	p.prose(root.Long)
	p.line(".PP")
	p.prose("Without a command Dendro opens its window; a LINK, dendro://SESSION/RECORD, names a place to open there. " +
		"SESSION is an id, its first 8 characters, or the id of its remote control; a copy is ID~2.")
	p.line(".SH OPTIONS")
	p.flags(root.PersistentFlags())
	root.InitDefaultHelpFlag()
	root.InitDefaultVersionFlag()
	p.flags(root.LocalNonPersistentFlags())
	p.line(".SH COMMANDS")
	for _, cmd := range described(root) {
		p.line(".SS \"dendro %s\"", usage(cmd))
		if cmd.Long != "" {
			p.prose(cmd.Long)
		} else {
			p.prose(cmd.Short + ".")
		}
		p.flags(cmd.LocalNonPersistentFlags())
	}
	p.rest()
	_, err := io.WriteString(w, p.String())
	return err
}

// WriteCompletion writes the completion script for bash, zsh or fish. The script asks the
// program itself, which also knows the sessions.
func WriteCompletion(w io.Writer, shell string) error {
	root := newCommand(&Env{})
	switch shell {
	case "bash":
		return root.GenBashCompletionV2(w, true)
	case "zsh":
		return root.GenZshCompletion(w)
	case "fish":
		return root.GenFishCompletion(w, true)
	}
	return fmt.Errorf("%q is not bash, zsh or fish", shell)
}

// described returns the commands to document.
func described(root *cobra.Command) []*cobra.Command {
	var list []*cobra.Command
	for _, cmd := range root.Commands() {
		if cmd.IsAvailableCommand() && cmd.Name() != "help" {
			list = append(list, cmd)
		}
	}
	return list
}

// usage returns a command's synopsis, with arguments in italics.
func usage(cmd *cobra.Command) string {
	name, args, _ := strings.Cut(cmd.Use, " ")
	if args == "" {
		return "\\fB" + roff(name) + "\\fR"
	}
	return "\\fB" + roff(name) + "\\fR \\fI" + roff(args) + "\\fR"
}

// page is a manual page being written.
type page struct{ strings.Builder }

func (p *page) line(format string, args ...any) { fmt.Fprintf(p, format+"\n", args...) }

// prose writes paragraphs separated by empty lines.
func (p *page) prose(text string) {
	p.line("%s", strings.ReplaceAll(roff(strings.TrimSpace(text)), "\n\n", "\n.PP\n"))
}

func (p *page) flags(flags *pflag.FlagSet) {
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		kind, says := pflag.UnquoteUsage(f)
		if !slices.Contains([]string{"", "0", "false", "[]"}, f.DefValue) && !strings.Contains(says, f.DefValue) {
			says += " (default: " + f.DefValue + ")"
		}
		name := "\\fB" + roff("--"+f.Name) + "\\fR"
		if f.Shorthand != "" {
			name = "\\fB" + roff("-"+f.Shorthand) + "\\fR, " + name
		}
		switch {
		case kind != "" && f.NoOptDefVal != "":
			name += "[=\\fI" + roff(kind) + "\\fR]"
		case kind != "":
			name += " \\fI" + roff(kind) + "\\fR"
		}
		p.line(".TP\n%s\n%s", name, roff(says))
	})
}

// rest is the part of the manual that no command documents.
func (p *page) rest() {
	p.line(".SH EXIT STATUS")
	for _, status := range []struct {
		is   int
		says string
	}{
		{exitDone, "Done."},
		{exitFailed, "The requested object does not exist or could not be read; one line on standard error says why."},
		{exitUsage, "The command line is wrong."},
	} {
		p.line(".TP\n.B %d\n%s", status.is, roff(status.says))
	}
	for _, part := range []struct {
		title string
		list  [][2]string
	}{
		{"ENVIRONMENT", [][2]string{
			{"CLAUDE_CONFIG_DIR", "The Claude config directory to read where no --root is given."},
			{"DENDRO_CACHE_DIR", "The cache directory, instead of dendro/ in the cache directory of the system."},
			{"DENDRO_DATA_DIR", "The data directory with the archive, instead of dendro/ in the data directory of the system."},
			{"TERMINAL", "The terminal that resume opens where none is named."},
			{"NO_COLOR", "No colors, whatever the output is."},
		}},
		{"FILES", [][2]string{
			{"~/.claude, ~/.config/claude", "The histories, where neither --root nor CLAUDE_CONFIG_DIR names others. Only restore writes there."},
			{"~/.config/dendro", "Settings, and the log of started sessions. XDG_CONFIG_HOME moves them."},
			{"~/.local/share/dendro/archive", "The archive: what keep has copied. XDG_DATA_HOME moves it. Nothing removes it but drop."},
			{"~/.cache/dendro", "The cache. XDG_CACHE_HOME moves it."},
		}},
	} {
		p.line(".SH %s", part.title)
		for _, item := range part.list {
			p.line(".TP\n.B %s\n%s", roff(item[0]), roff(item[1]))
		}
	}
}

// roff escapes characters that are special in man(7).
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, "~", `\(ti`, "^", `\(ha`).Replace(text)
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
