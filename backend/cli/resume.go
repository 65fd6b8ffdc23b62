package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"dendro/backend/chattree"
	"dendro/backend/internal/own"
	"dendro/backend/internal/plain"
	"dendro/backend/library"
	"dendro/backend/message"
	"dendro/backend/resume"
	"dendro/backend/resume/plan"
	"dendro/backend/session"
	"dendro/backend/settings"
	"dendro/backend/transcript"
)

// resuming holds the command line of resume.
type resuming struct {
	*options
	request   plan.Request
	dir       string // "" for the session's own
	terminal  string // "" for this one
	printOnly bool
	json      bool
}

// anyTerminal is --terminal without a name.
const anyTerminal = "auto"

func resumeCommand(o *options) *cobra.Command {
	r := &resuming{options: o}
	cmd := &cobra.Command{
		Use:   "resume [SESSION]...",
		Short: "Resume a session, here or in a new terminal",
		Long: "Runs claude in this terminal, or in a new one with --terminal or if there is none here.\n" +
			"Without a SESSION it resumes the newest one of this directory; several open a terminal each.\n" +
			"--at continues from any record of any branch, in a new session that leaves this one unchanged.\n" +
			"--without leaves parts out of the new session; --print --json lists what there is. A PART is:\n" + withoutHelp,
		RunE: func(cmd *cobra.Command, args []string) error { return r.run(cmd.Context(), args) },
	}
	flags := cmd.Flags()
	flags.BoolVar(&r.request.Fork, "fork", false, "continue in a new session and leave this one unchanged")
	flags.StringVar(&r.request.Record, "at", "", "continue from the record `UUID`, or its first 8 characters")
	flags.BoolVar(&r.request.Before, "before", false, "with --at: leave the record out, to edit a prompt")
	flags.BoolVar(&r.request.ResumeLive, "join", false, "resume a session that runs elsewhere without forking it")
	flags.StringArrayVar(&r.request.Without, "without", nil, "leave `PART` out of the new session, see above (repeatable)")
	flags.BoolVar(&r.request.Quiet, "no-note", false, "with --without: do not name the left-out parts to the model")
	flags.StringVar(&r.request.Model, "model", "", "use `MODEL` this time")
	flags.StringVar(&r.request.PermissionMode, "permission-mode", "", "use permission `MODE` this time: default, acceptEdits or plan")
	flags.StringVar(&r.request.Prompt, "prompt", "", "ask `TEXT` at once")
	flags.StringVar(&r.dir, "dir", "", "continue in `DIR` if the session's own directory does not exist")
	flags.StringVar(&r.terminal, "terminal", "", "open a terminal, by `NAME` if one is given")
	flags.Lookup("terminal").NoOptDefVal = anyTerminal
	flags.BoolVar(&r.printOnly, "print", false, "print the command line, and run nothing")
	flags.BoolVar(&r.json, "json", false, "with --print: print the whole plan as JSON")
	return cmd
}

// sessions returns the named sessions. The name of a terminal may follow after a space: it
// is the one argument that cannot be an id.
func (r *resuming) sessions(args []string) []string {
	named := slices.IndexFunc(args, func(arg string) bool { return !idLike(arg) })
	if r.terminal != anyTerminal || named < 0 || len(args) == 1 {
		return args
	}
	r.terminal = args[named]
	return slices.Delete(slices.Clone(args), named, named+1)
}

// idLike reports whether a word may be the prefix of an id.
func idLike(word string) bool {
	return len(word) >= 8 && strings.Trim(strings.ToLower(word), "0123456789abcdef-~") == ""
}

func (r *resuming) run(ctx context.Context, args []string) error {
	if r.request.Before && r.request.Record == "" {
		return usagef("--before needs --at")
	}
	if r.request.Record != "" && !idLike(r.request.Record) {
		return usagef("--at %q is neither a uuid nor 8 characters of one", r.request.Record)
	}
	names := r.sessions(args)
	if len(names) > 1 && (r.request.Record != "" || len(r.request.Without) > 0 || r.request.Prompt != "" || !r.printOnly && r.terminal == "") {
		return usagef("several sessions need --terminal, and no --at, --without or --prompt")
	}
	if _, err := session.ParseLeaveOut(r.request.Without, r.request.Quiet); err != nil {
		return usagef("--without: %v", err)
	}
	lib, err := r.open(ctx)
	if err != nil {
		return err
	}
	if len(names) == 0 {
		newest, err := r.newestHere(lib)
		if err != nil {
			return err
		}
		names = []string{newest}
	}
	var requests []plan.Request
	for _, name := range names { // check all before running any
		request := r.request
		if request.Session, err = lib.Names.Resolve(name); err != nil {
			return err
		}
		request.ClientPicksID = r.printOnly
		if request.Record, err = lib.Names.ResolveRecord(request.Session, request.Record); err != nil {
			return err
		}
		if request.Without, err = without(lib, request); err != nil {
			return err
		}
		request.List = r.printOnly && r.json
		requests = append(requests, request)
	}
	for _, request := range requests {
		if err := r.resumeOne(ctx, lib, request); err != nil {
			return err
		}
	}
	return nil
}

// newestHere returns the session of this directory with the newest record.
func (r *resuming) newestHere(lib *library.Library) (string, error) {
	here, err := os.Getwd()
	if err != nil {
		return "", err
	}
	var newest *chattree.Session
	for _, chat := range lib.Chats() {
		for _, s := range chat.Sessions {
			if transcript.ProjectKey(s.CWD) == transcript.ProjectKey(here) && !s.Renamed() && (newest == nil || s.End > newest.End) {
				newest = s
			}
		}
	}
	if newest == nil {
		return "", fmt.Errorf("no session was started in %s: name one", here)
	}
	return newest.ID, nil
}

// resumeOne resumes one session.
func (r *resuming) resumeOne(ctx context.Context, lib *library.Library, request plan.Request) (err error) {
	planner := &plan.Planner{
		Library: lib, Launcher: r.env.Launcher, Chains: session.ChainDir(CacheDir()), Log: plan.OwnLog(r.env.Now, r.env.Disk),
		Warn: r.note,
	}
	request.Terminal = r.terminal
	if r.dir != "" {
		if request.Chosen, err = filepath.Abs(r.dir); err != nil {
			return err
		}
		request.Directory = plan.DirectoryChosen
	}
	saved := settings.OpenOwn(r.env.Disk)
	if problem := saved.Problem(); problem != nil && !errors.Is(problem, own.ErrNone) { // without a directory nothing was set
		r.note(problem)
	}
	plan, err := planner.Plan(ctx, request, saved.Get())
	if err != nil {
		return err
	}
	switch {
	case r.printOnly && r.json:
		if err := planner.Prepare(ctx, &plan); err != nil {
			return err
		}
		return r.printJSON(document(plan))
	case r.printOnly:
		return r.print(ctx, planner, plan, request, saved.Get())
	case r.terminal == "" && r.env.Interactive:
		r.describe(plan)
		return planner.Here(ctx, plan)
	}
	if err := planner.Start(ctx, plan); err != nil {
		return err
	}
	r.describe(plan)
	_, err = fmt.Fprintf(r.env.Stderr, "dendro: started in %s: %s\n", plan.Terminal, plain.Text(plan.Command))
	return err
}

// note writes a non-fatal problem to stderr.
func (r *resuming) note(problem error) {
	fmt.Fprintf(r.env.Stderr, "dendro: note: %s\n", plain.Line(problem.Error()))
}

// describe prints where the session continues, before the client takes over the terminal.
func (r *resuming) describe(plan plan.Plan) {
	fmt.Fprintf(r.env.Stderr, "dendro: %s\n", plain.Line(plan.Says.String()))
	notes := plan.Notes
	if !plan.Warning.IsZero() {
		notes = append([]message.Message{plan.Warning}, notes...)
	}
	for _, note := range notes {
		fmt.Fprintf(r.env.Stderr, "dendro: note: %s\n", plain.Line(note.String()))
	}
	if plan.RefusedFrom != "" {
		fmt.Fprintf(r.env.Stderr, "dendro: to continue from the turn before: --at %s --before\n", plain.Line(plan.RefusedFrom))
	}
}

// resumeDocument is the output of --print --json.
type resumeDocument struct {
	Schema   int               `json:"schema"`
	Session  string            `json:"session"`
	Possible bool              `json:"possible"`
	Why      message.Message   `json:"why"`
	Says     message.Message   `json:"says"`
	Notes    []message.Message `json:"notes"`
	New      string            `json:"new"`
	Leaf     string            `json:"leaf"`
	Loads    []string          `json:"loads"`
	Dir      string            `json:"dir"`
	Argv     []string          `json:"argv"`
	Env      []string          `json:"env"`
	Command  string            `json:"command"`
	Prompt   string            `json:"prompt"`
	Client   string            `json:"client"`
	// Load lists what would be loaded and the effect of --without; null if nothing is.
	Load *session.Load `json:"load"`
	// Refusal is why the last turns got no answer, and RefusedFrom the earliest of them.
	Refusal     transcript.Refusal `json:"refusal"`
	RefusedFrom string             `json:"refusedFrom"`
}

func document(p plan.Plan) resumeDocument {
	return resumeDocument{
		Schema: 1, Session: p.Session, Possible: p.Possible || p.OnlyTerminal, Why: p.Why, Says: p.Says, Notes: p.Notes, New: p.New,
		Leaf: p.Leaf, Loads: p.Loads, Dir: p.Dir, Argv: p.Argv, Env: p.Env, Command: p.Command, Prompt: p.Prompt, Client: p.Client, Load: p.Load,
		Refusal: p.Refusal, RefusedFrom: p.RefusedFrom,
	}
}

// inDirectory names a kind of directory at the start of a line.
func inDirectory(kind string) string {
	switch kind {
	case resume.DirectoryMain:
		return "In the main worktree"
	case resume.DirectoryRecreate:
		return "In the directory, created again"
	case resume.DirectoryHome:
		return "In your home directory"
	case plan.DirectoryChosen:
		return "In the chosen directory"
	}
	return "In the parent directory"
}

// print prints the command that resumes a session, for pasting or for a script. If its
// directory is gone, the error has the commands that work in other directories.
func (r *resuming) print(ctx context.Context, planner *plan.Planner, plan plan.Plan, request plan.Request, own settings.Settings) error {
	command, why := r.env.Launcher.Describe(plan.Request())
	switch {
	case command == "":
		return why.Error(nil)
	case plan.Refused:
		return plan.Why.Error(nil)
	case !why.IsZero():
		failed := hintedError{error: why.Error(nil)}
		for _, place := range plan.Directories {
			if place.Command == "" || place.Kind == request.Directory {
				continue
			}
			other := request
			other.Directory = place.Kind
			there, err := planner.Plan(ctx, other, own)
			if err == nil {
				err = planner.Write(ctx, &there)
			}
			if err != nil {
				return err
			}
			failed.hints = append(failed.hints, inDirectory(place.Kind)+": "+there.Command)
		}
		return failed
	}
	if err := planner.Write(ctx, &plan); err != nil {
		return err
	}
	r.describe(plan)
	_, err := fmt.Fprintln(r.env.Stdout, command)
	return written(err)
}
