package resume

import (
	"context"
	"errors"
	"fmt"
	"sync"
)

// ErrNotPossible is what [Launcher.Start] wraps when the plan cannot be carried out.
var ErrNotPossible = errors.New("cannot resume")

// Request says which session to continue, and how.
type Request struct {
	// Session is the id of the session: the stem of its file.
	Session string
	// Fork continues in a new session and leaves this one as it is.
	Fork bool
	// Dir is the directory the session was started in.
	Dir string
	// Root is the Claude config directory the session was found in; empty means the
	// default one.
	Root string
	// DefaultRoot is the directory that Claude uses on its own, ~/.claude.
	DefaultRoot string
	// Terminal chooses a terminal: an id or name from [Plan.Terminals], a program's name
	// or path, "custom" for Custom, or empty (or "auto") for the system's own choice.
	Terminal string
	// Custom is the person's own command for a terminal, one element an argument. The
	// element "{argv...}" stands for the command to run, "{dir}" for the directory.
	Custom []string
}

// Plan is what a request comes to. Its exported fields are for showing; only a plan made
// by [Launcher.Plan] can be started.
type Plan struct {
	Session  string `json:"session"`
	Possible bool   `json:"possible"`
	// Why is one sentence without a full stop, empty when the plan is possible.
	Why string `json:"why"`
	Dir string `json:"dir"`
	// Argv is the command of Claude itself, without the terminal around it.
	Argv []string `json:"argv"`
	// Env is what is set for the command beside the inherited environment, as NAME=value.
	Env []string `json:"env"`
	// Command is a line that does the same when it is pasted into a shell; empty when
	// the session can never be resumed.
	Command string `json:"command"`
	// Terminal is the name of the terminal that would open, TerminalID its id.
	Terminal   string         `json:"terminal"`
	TerminalID string         `json:"terminalId"`
	Terminals  []TerminalInfo `json:"terminals"`

	launch *launch
}

// TerminalInfo is a terminal that this system could have.
type TerminalInfo struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Found bool   `json:"found"`
}

// launch is everything that Start needs, decided by Plan.
type launch struct {
	terminal chosen
	job      job
}

// Launcher plans and starts resumes. It is safe for concurrent use. What it learns from
// the login shell it keeps.
type Launcher struct {
	sys System

	mu     sync.Mutex // guards login; held while the login shell is asked
	login  loginShell
	script scriptFile
}

// New returns a launcher on the given system; [Host] is the real one.
func New(sys System) *Launcher {
	return &Launcher{sys: sys}
}

// Check is the cheap part of Plan, for lists: whether the session's id and directory
// allow a resume, and if not, why. It stats the directory and starts nothing.
func (l *Launcher) Check(req Request) (possible bool, why string) {
	if why := checkSession(req.Session); why != "" {
		return false, why
	}
	if why := l.checkDir(req.Dir); why != "" {
		return false, why
	}
	return true, ""
}

// Describe is the line to copy, and what speaks against running it here. It looks for no
// program, so it also serves where there is neither claude nor a terminal. The line is
// empty when the session can never be resumed.
func (l *Launcher) Describe(req Request) (command, why string) {
	if why := checkSession(req.Session); why != "" {
		return "", why
	}
	config := l.config(req.Root, req.DefaultRoot)
	command = l.command(req.Dir, config, claudeArgs("claude", req.Session, req.Fork))
	if why := l.checkDir(req.Dir); why != "" {
		return command, why
	}
	return command, checkRoot(config.set)
}

// Plan says what resuming would do. It starts no terminal; it may ask the login shell
// where claude is, once, for at most a few seconds. Every problem is reported in the
// plan, the first one that a person would have to solve.
func (l *Launcher) Plan(ctx context.Context, req Request) Plan {
	p := Plan{Session: req.Session, Dir: req.Dir, Argv: []string{}, Env: []string{}}
	found, whyTerminal := l.choose(req.Terminal, req.Custom)
	p.Terminal, p.TerminalID = found.name, found.id
	p.Terminals = l.Terminals(req.Custom)

	if p.Why = checkSession(req.Session); p.Why != "" {
		return p
	}
	config := l.config(req.Root, req.DefaultRoot)
	p.Argv = claudeArgs("claude", req.Session, req.Fork)
	if config.set != "" {
		p.Env = []string{configVariable + "=" + config.set}
	}
	if p.Command, p.Why = l.Describe(req); p.Why != "" {
		return p
	}
	claude, ok := l.claude(ctx)
	if !ok {
		p.Why = "the command claude was not found, neither on PATH nor in the login shell's"
		return p
	}
	if p.Why = whyTerminal; p.Why != "" {
		return p
	}
	p.Possible = true
	p.launch = &launch{
		terminal: found,
		job: job{
			dir:    req.Dir,
			config: config,
			argv:   claudeArgs(claude, req.Session, req.Fork),
		},
	}
	return p
}

func claudeArgs(claude, session string, fork bool) []string {
	argv := []string{claude, "--resume", session}
	if fork {
		argv = append(argv, "--fork-session")
	}
	return argv
}

// Start opens the plan's terminal and returns when it is up: the terminal lives on by
// itself, whatever becomes of ctx or of this process. A terminal that cannot be started,
// or that ends at once with a failure, is an error.
func (l *Launcher) Start(ctx context.Context, p Plan) error {
	if !p.Possible || p.launch == nil {
		why := p.Why
		if why == "" {
			why = "the plan was not made by this program"
		}
		return fmt.Errorf("%w: %s", ErrNotPossible, why)
	}
	if why := l.checkDir(p.launch.job.dir); why != "" {
		return fmt.Errorf("%w: %s", ErrNotPossible, why)
	}
	return l.open(ctx, p.launch)
}
