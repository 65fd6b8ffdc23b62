package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spf13/pflag"
)

func manual(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	if err := WriteManual(&b, "1.2.3", time.Unix(0, 0)); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestTheManualHasEveryCommandAndFlag compares the manual with the commands.
func TestTheManualHasEveryCommandAndFlag(t *testing.T) {
	text := manual(t)
	for _, want := range []string{`.TH DENDRO 1 "1970-01-01" "Dendro 1.2.3"`, ".SH NAME", ".SH EXIT STATUS"} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is missing", want)
		}
	}
	root := newCommand(&Env{})
	commands := 0
	for _, cmd := range append(root.Commands(), root) {
		if !cmd.IsAvailableCommand() && cmd != root {
			continue
		}
		part := text
		if cmd != root {
			commands++
			_, behind, found := strings.Cut(text, ".SS \"dendro \\fB"+cmd.Name()+"\\fR")
			if !found {
				t.Errorf("%s is missing", cmd.Name())
			}
			part, _, _ = strings.Cut(behind, "\n.S")
		}
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			_, says := pflag.UnquoteUsage(f)
			if cmd.InheritedFlags().Lookup(f.Name) == nil && (!strings.Contains(part, roff("--"+f.Name)) || !strings.Contains(part, roff(says))) {
				t.Errorf("%s: --%s is missing", cmd.Name(), f.Name)
			}
		})
	}
	if commands < 6 {
		t.Errorf("%d commands", commands)
	}
}

// TestTheManualIsWellFormed uses mandoc, if installed.
func TestTheManualIsWellFormed(t *testing.T) {
	mandoc, err := exec.LookPath("mandoc")
	if err != nil {
		t.Skip("mandoc is not installed")
	}
	cmd := exec.Command(mandoc, "-T", "lint", "-W", "warning")
	cmd.Stdin = strings.NewReader(manual(t))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestRoff(t *testing.T) {
	for text, want := range map[string]string{
		"--tip a~2": `\-\-tip a\(ti2`, ".SH no\n'x": "\\&.SH no\n\\&'x", `a\fB`: `a\efB`,
	} {
		if got := roff(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestEveryFlagHasACompletion finds flags for which a shell would offer files.
func TestEveryFlagHasACompletion(t *testing.T) {
	root := newCommand(&Env{})
	for _, cmd := range root.Commands() {
		if cmd.ValidArgsFunction == nil && cmd.IsAvailableCommand() {
			t.Errorf("%s: its arguments", cmd.Name())
		}
		cmd.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) {
			_, known := cmd.GetFlagCompletionFunc(f.Name)
			if f.Value.Type() != "bool" && f.Name != "output" && !known {
				t.Errorf("%s: --%s", cmd.Name(), f.Name)
			}
		})
	}
}

// TestShellsCompleteSessions runs the scripts in real shells, with a session whose title
// and file name look like commands.
func TestShellsCompleteSessions(t *testing.T) {
	dir := t.TempDir()
	const answer = "6f3e6f0a\\t$(touch ran) `touch ran` \\\"; touch ran\\n:36\\n"
	program := "#!/bin/sh\nprintf '" + strings.ReplaceAll(answer, "'", "") + "'\n"
	if err := os.WriteFile(filepath.Join(dir, "dendro"), []byte(program), 0o755); err != nil {
		t.Fatal(err)
	}
	for shell, ask := range map[string]string{
		"bash": `source ./bash; COMP_WORDS=(dendro show ""); COMP_CWORD=2; COMP_LINE="dendro show "; COMP_POINT=12; COMP_TYPE=9
			_get_comp_words_by_ref() { cur=""; prev=show; words=(dendro show ""); cword=2; }
			__start_dendro; printf '%s\n' "${COMPREPLY[@]}"`,
		"zsh":  `autoload -U compinit && compinit -D -u; source ./zsh; whence -w _dendro; zsh -n ./zsh && echo 6f3e6f0a`,
		"fish": `source ./fish; complete -C "dendro show "`,
	} {
		t.Run(shell, func(t *testing.T) {
			path, err := exec.LookPath(shell)
			if err != nil {
				t.Skip(shell + " is not installed")
			}
			var script strings.Builder
			if err := WriteCompletion(&script, shell); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, shell), []byte(script.String()), 0o644); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command(path, "-c", ask)
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "HOME="+dir, "PATH="+dir+string(os.PathListSeparator)+os.Getenv("PATH"), "TERM=dumb")
			out, err := cmd.CombinedOutput()
			if err != nil || !strings.Contains(string(out), "6f3e6f0a") {
				t.Errorf("%v\n%s", err, out)
			}
			if _, err := os.Stat(filepath.Join(dir, "ran")); err == nil {
				t.Error("the title of a session was run")
			}
		})
	}
	if err := WriteCompletion(&strings.Builder{}, "tcsh"); err == nil {
		t.Error("a shell that is not known")
	}
}

// flagWidth is the length up to which a flag's usage is readable at once.
const flagWidth = 100

// TestEveryFlagLineIsReadable: a flag says what it does, in one line, and names its value.
func TestEveryFlagLineIsReadable(t *testing.T) {
	root := newCommand(&Env{})
	for _, cmd := range append(root.Commands(), root) {
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			value, usage := pflag.UnquoteUsage(f)
			if value != strings.ToUpper(value) {
				t.Errorf("%s: --%s %s: the value has no name of its own", cmd.Name(), f.Name, value)
			}
			if len(usage) > flagWidth {
				t.Errorf("%s: --%s has %d characters: %s", cmd.Name(), f.Name, len(usage), usage)
			}
		})
	}
}
