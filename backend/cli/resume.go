package cli

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"dendro/backend/resume"
	"dendro/backend/settings"
)

func resumeCommand(o *options) *cobra.Command {
	var fork, printOnly bool
	var terminal string
	cmd := &cobra.Command{
		Use:   "resume SESSION",
		Short: "Continue a session with claude, in a new terminal",
		Args:  oneArg("SESSION"),
		RunE: func(cmd *cobra.Command, args []string) error {
			lib, id, err := o.session(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			target, err := lib.ResumeTarget(cmd.Context(), id)
			if err != nil {
				return err
			}
			req := resume.Request{
				Session: id, Fork: fork, Dir: target.Dir,
				Root: target.Root, DefaultRoot: target.DefaultRoot, Terminal: terminal,
			}
			if printOnly {
				return o.printResume(req)
			}
			if terminal == "" {
				preferences := o.preferences()
				req.Terminal, req.Custom = preferences.Terminal, preferences.CustomTerminal
			}
			plan := o.env.Launcher.Plan(cmd.Context(), req)
			if err := o.env.Launcher.Start(cmd.Context(), plan); err != nil {
				return err
			}
			_, err = fmt.Fprintf(o.env.Stderr, "dendro: started in %s: %s\n", plan.Terminal, clean(plan.Command))
			return err
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&fork, "fork", false, "continue in a new session and leave this one as it is")
	flags.StringVar(&terminal, "terminal", "", "the terminal to open, by name")
	flags.BoolVar(&printOnly, "print", false, "only print the command line")
	return cmd
}

// preferences are what the person chose in the window.
func (o *options) preferences() settings.Settings {
	dir, err := os.UserConfigDir()
	if err != nil {
		return settings.Defaults()
	}
	return settings.Open(settings.Path(dir)).Get()
}

// printResume prints the command that resumes a session, for pasting or for a
// script. A directory that is gone is worth a warning, not a refusal: the
// command may be meant for another machine.
func (o *options) printResume(req resume.Request) error {
	command, why := o.env.Launcher.Describe(req)
	if command == "" {
		return errors.New(why)
	}
	if why != "" {
		fmt.Fprintf(o.env.Stderr, "dendro: note: %s\n", clean(why))
	}
	_, err := fmt.Fprintln(o.env.Stdout, command)
	return written(err)
}
