package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"dendro/backend/internal/disk"
	"dendro/backend/internal/plain"
	"dendro/backend/library"
	"dendro/backend/resume"
	"dendro/backend/version"
)

// Env is the environment of the command line.
type Env struct {
	Args           []string // without the program's name
	Stdout, Stderr io.Writer
	Home           string // the user's home directory, "" if unknown
	Now            func() time.Time
	// Interactive is set if stdin and stdout are a terminal.
	Interactive bool
	// Disk remembers mounts that do not respond; nil: a new one.
	Disk *disk.Prober
	// Launcher plans and starts resumes.
	Launcher *resume.Launcher
	// BeforeRead, if set, is called when files have to be read that the cache does not have.
	BeforeRead func()
	// OpenWindow is called if no command is named; nil in a binary without a window.
	OpenWindow func(context.Context, WindowOptions) error
}

// ProcessEnv returns the environment of this process, without a window.
func ProcessEnv() Env {
	home, _ := os.UserHomeDir()
	host := resume.Host(CacheDir())
	host.Disk = &disk.Prober{}
	return Env{
		Args: os.Args[1:], Stdout: os.Stdout, Stderr: os.Stderr, Home: home, Now: time.Now,
		Interactive: isTerminal(os.Stdin) && isTerminal(os.Stdout),
		Disk:        host.Disk,
		Launcher:    resume.New(host),
	}
}

// WindowOptions are the command line's options for the window.
type WindowOptions struct {
	Roots []string // empty: the default ones
	Demo  bool     // show the demo history even if there are others
	Here  string   // the directory to whose project the list is limited at first; "" for none
	Link  string   // a place to open, as dendro://…; "" for none
}

// Exit statuses.
const (
	exitDone   = 0
	exitFailed = 1
	exitUsage  = 2
)

// usageError is an error of the command line itself.
type usageError struct{ error }

// hintedError is an error with lines that say what works instead.
type hintedError struct {
	error
	hints []string
}

func usagef(format string, args ...any) error {
	return usageError{fmt.Errorf(format, args...)}
}

// Run runs the command line and returns the exit status. Call it on the main goroutine,
// locked to its thread: opening a window requires that thread, and all other work leaves it
// free for signals.
func Run(ctx context.Context, env Env) int {
	// On Windows cobra refuses to start from Explorer, but the window must.
	if cobra.MousetrapHelpText != "" {
		cobra.MousetrapHelpText = ""
	}
	if env.Disk == nil {
		env.Disk = &disk.Prober{}
	}
	root := newCommand(&env)
	root.SetArgs(env.Args)
	root.SetOut(env.Stdout)
	root.SetErr(env.Stderr)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return exitDone
	}
	var usage usageError
	var hinted hintedError
	switch {
	case errors.As(err, &usage):
		fmt.Fprintf(env.Stderr, "dendro: %s\nTry 'dendro --help'.\n", plain.Line(err.Error()))
		return exitUsage
	case ctx.Err() != nil && errors.Is(err, ctx.Err()):
		fmt.Fprintln(env.Stderr, "dendro: interrupted")
	default:
		fmt.Fprintf(env.Stderr, "dendro: %s\n", plain.Line(err.Error()))
		if errors.As(err, &hinted) {
			for _, hint := range hinted.hints {
				fmt.Fprintln(env.Stderr, plain.Line(hint))
			}
		}
	}
	return exitFailed
}

// options are the flags that all commands share.
type options struct {
	env     *Env
	roots   []string
	demo    bool
	index   bool // the command needs the full-text index
	reports bool // the command itself names unreadable files
	lib     *library.Library
	named   map[string]bool // paths already reported as unusable
}

func newCommand(env *Env) *cobra.Command {
	o := &options{env: env, named: map[string]bool{}}
	inHere := false
	root := &cobra.Command{
		Use:   "dendro",
		Short: "Claude Code's conversations as trees",
		Long: "Dendro shows the conversations that Claude Code leaves on disk as trees: in a window,\n" +
			"or through the commands below. It reads; only restore writes to a Claude directory.",
		Version:       version.This().String(),
		Args:          linkOrNothing,
		SilenceErrors: true,
		SilenceUsage:  true,
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			if err := cmd.ValidateFlagGroups(); err != nil { // cobra's own check comes later, and is no usageError
				return usageError{err}
			}
			switch {
			case o.demo && len(o.roots) > 0:
				return usagef("--demo and --root cannot be combined")
			case slices.Contains(o.roots, ""):
				return usagef("--root is empty")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if env.OpenWindow == nil {
				return usagef("this binary has no window: name a command")
			}
			wanted := WindowOptions{Roots: o.roots, Demo: o.demo, Link: PlaceLink(args)}
			if inHere {
				dir, err := os.Getwd()
				if err != nil {
					return err
				}
				wanted.Here = dir
			}
			return env.OpenWindow(cmd.Context(), wanted)
		},
	}
	// Write the cache after the answer was printed.
	root.PersistentPostRun = func(*cobra.Command, []string) {
		if o.lib != nil {
			o.nameNotUsed()
			o.lib.Catalog.Flush()
		}
	}
	root.SetVersionTemplate("dendro {{.Version}}\n")
	root.CompletionOptions.HiddenDefaultCmd = true
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usageError{err} })
	flags := root.PersistentFlags()
	flags.StringArrayVar(&o.roots, "root", nil, "read the Claude config directory `DIR`, which holds projects/ (repeatable)")
	flags.BoolVar(&o.demo, "demo", false, "use the built-in demo history")
	root.Flags().BoolVar(&inHere, "here", false, "open the window on the project of the current directory")
	root.AddCommand(treeCommand(o), statsCommand(o), showCommand(o), searchCommand(o), doctorCommand(o), resumeCommand(o), exportCommand(o),
		keepCommand(o), keptCommand(o), restoreCommand(o), dropCommand(o), notesCommand(o), goneCommand(o), mcpCommand(o))
	for _, command := range root.Commands() {
		command.RunE = besideMain(command.RunE)
	}
	o.complete(root)
	return root
}

// besideMain runs a command off the program's main thread, to which the caller of [Run] is
// locked. Linux delivers a signal to the main thread if possible, and to no other even if
// that one is blocked on an unresponsive file system: then nobody could stop the program.
func besideMain(run func(*cobra.Command, []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		done := make(chan error, 1)
		go func() { done <- run(cmd, args) }()
		return <-done
	}
}

func noArgs(_ *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usagef("unknown command %q", args[0])
	}
	return nil
}

// oneArg requires exactly one argument and names it in the error.
func oneArg(name string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		switch {
		case len(args) == 0:
			return usagef("%s is missing", name)
		case len(args) > 1:
			return usagef("only one %s is allowed, not %q too", name, args[1])
		}
		return nil
	}
}
