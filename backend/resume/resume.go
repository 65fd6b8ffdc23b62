package resume

import (
	"context"
	"errors"
	"strings"

	"dendro/backend/internal/disk"
	"dendro/backend/internal/plain"
	"dendro/backend/message"
)

// ErrNotPossible is wrapped by errors of [Launcher.Start] if the plan cannot run.
var ErrNotPossible = errors.New("cannot resume")

// NotPossible returns the error of a plan that cannot run, which wraps [ErrNotPossible].
func NotPossible(why message.Message) error {
	return message.New("cannot_resume", "why", why).Error(ErrNotPossible)
}

var errNoClient = message.New("claude_missing").Error(nil)

// Request identifies the session to continue, and how.
type Request struct {
	// Session is the id of the session: the stem of its file.
	Session string
	// Fork continues in a new session and leaves this one unchanged.
	Fork bool
	// New is the id of a new session; empty: the client chooses it.
	New string
	// Title is the chat's, for the title of the terminal.
	Title string
	// File is the absolute path of a transcript to load instead of the session. It is
	// always forked: otherwise clients append to it, or to the session that it was copied
	// from (2.1.100–2.1.330).
	File string
	// Fresh starts a session without messages.
	Fresh bool
	// Attach joins a session that runs in the background (seen in 2.1.330).
	Attach bool
	// Flags are the user's own options for claude, one element per argument.
	Flags []string
	// Prompt is asked at once; empty: the user asks. It may begin with a minus.
	Prompt string
	// Client is the user's choice of the program; empty: search for it.
	Client string
	// Dir is the directory the session was started in.
	Dir string
	// MakeDir creates Dir if it is gone: in the text of a command, and by [Launcher.Start]
	// once the user has asked for it.
	MakeDir bool
	// Root is the Claude config directory of the session; empty means the default one.
	Root string
	// DefaultRoot is the directory that Claude uses by default, ~/.claude.
	DefaultRoot string
	// Terminal chooses a terminal: an id or name from [Plan.Terminals], a program's name or
	// path, "custom" for Custom, or empty (or "auto") for the system default.
	Terminal string
	// Custom is the user's own terminal command, one element per argument. The element
	// "{argv...}" is replaced by the command to run, which changes to the directory itself.
	Custom []string
}

// Plan is the answer to a request. Its exported fields are for display; only a plan made by
// [Launcher.Plan] can be started.
type Plan struct {
	Session  string `json:"session"`
	Possible bool   `json:"possible"`
	// Why is the obstacle, none if the plan is possible.
	Why message.Message `json:"why" ts_type:"string"`
	Dir string          `json:"dir"`
	// Argv is the command of Claude itself, without the terminal around it.
	Argv []string `json:"argv"`
	// Env lists the variables set for the command in addition to the inherited environment,
	// as NAME=value.
	Env []string `json:"env"`
	// Command is an equivalent line to paste into a shell; empty if the session can never
	// be resumed.
	Command string `json:"command"`
	// Warning is to be read before the start.
	Warning message.Message `json:"warning" ts_type:"string"`
	// Terminal is the name of the terminal that would open, TerminalID its id.
	Terminal   message.Message `json:"terminal" ts_type:"string"`
	TerminalID string          `json:"terminalId"`
	Terminals  []TerminalInfo  `json:"terminals"`
	// OnlyTerminal is set if Why is about the terminal: the command itself would run.
	OnlyTerminal bool `json:"-"`

	launch *launch
}

// TerminalInfo describes a terminal that this system may have.
type TerminalInfo struct {
	ID    string          `json:"id"`
	Name  message.Message `json:"name" ts_type:"string"`
	Found bool            `json:"found"`
}

// TerminalsIn returns terminals with their names in a language.
func TerminalsIn(list []TerminalInfo, language string) []TerminalInfo {
	out := make([]TerminalInfo, len(list))
	for i, t := range list {
		t.Name = t.Name.Fixed(language)
		out[i] = t
	}
	return out
}

// In returns the plan with its texts in a language.
func (p Plan) In(language string) Plan {
	p.Why, p.Warning, p.Terminal = p.Why.Fixed(language), p.Warning.Fixed(language), p.Terminal.Fixed(language)
	p.Terminals = TerminalsIn(p.Terminals, language)
	return p
}

// maxTitle is the number of characters that a terminal's title may have.
const maxTitle = 100

// launch is everything that Start needs, decided by Plan.
type launch struct {
	terminal terminal
	session  string
	job      job
}

// Launcher plans and starts resumes. It is safe for concurrent use. It caches the answers
// of the login shell and the client.
type Launcher struct {
	*clients
	scripts scripts
}

// New returns a launcher for the given system; [Host] is the real one.
func New(sys System) *Launcher {
	prober := sys.Disk
	if prober == nil {
		prober = &disk.Prober{}
	}
	return &Launcher{clients: &clients{host: &host{sys: sys, disk: prober}}, scripts: scripts{disk: prober, now: sys.Now}}
}

// Check is the cheap part of Plan, for lists: it reports whether the session's id and the
// path of its directory allow a resume, and if not, why. It accesses neither the disk nor
// other programs.
func (l *Launcher) Check(req Request) (possible bool, why message.Message) {
	why = message.First(checkSession(req.Session), l.checkPath(l.seen(req)))
	return why.IsZero(), why
}

// Describe returns the line to copy, and why it cannot run here. It looks for no program,
// so it also works without claude or a terminal. The line is empty if the session can never
// be resumed.
func (l *Launcher) Describe(req Request) (command string, why message.Message) {
	if why := req.check(); !why.IsZero() {
		return "", why
	}
	command = l.Text(req)
	if why := l.checkDir(l.seen(req)); !why.IsZero() && !req.MakeDir {
		return command, why
	}
	if strings.ContainsRune(l.config(req).set, 0) {
		return command, message.New("claude_dir_invalid")
	}
	return command, message.Message{}
}

// Plan decides how to resume. It starts no terminal; it may ask the login shell for claude,
// once, for at most a few seconds. Problems are reported in the plan: the first one that
// the user has to solve.
func (l *Launcher) Plan(ctx context.Context, req Request) Plan {
	p := Plan{Session: req.Session, Dir: req.Dir, Argv: []string{}, Env: []string{}}
	found, whyTerminal := l.choose(req.Terminal, req.Custom)
	p.Terminal, p.TerminalID = found.label(), found.id
	p.Terminals = l.Terminals(req.Custom)

	if p.Why = req.check(); !p.Why.IsZero() {
		return p
	}
	config := l.config(req)
	p.Argv = req.argv(l.called(req))
	if _, inside := wslOf(l.sys.GOOS, req.Root); config.set != "" && !inside {
		p.Env = []string{configVariable + "=" + config.set}
	}
	if p.Command, p.Why = l.Describe(req); !p.Why.IsZero() {
		return p
	}
	if whyTerminal.IsZero() && found.link != "" && (config.set != "" || req.Begins() || req.Attach) {
		whyTerminal = message.New("terminal_only_continues", "terminal", found.label())
	}
	job, err := l.jobOf(ctx, req, found.posix)
	if err != nil && found.link == "" {
		p.Why = message.From(err)
		return p
	}
	if p.Why = whyTerminal; !p.Why.IsZero() {
		p.OnlyTerminal = true
		return p
	}
	job.title = plain.Cut(plain.Line(req.Title), maxTitle)
	p.Possible, p.Warning = true, l.warning()
	p.launch = &launch{terminal: found, session: req.Session, job: job}
	return p
}

// jobOf returns the job of a request: in its directory, or in its WSL distribution, which
// Windows enters from anywhere. bash is set if Git's bash runs it.
func (l *Launcher) jobOf(ctx context.Context, req Request, bash bool) (job, error) {
	if w, ok := wslOf(l.sys.GOOS, req.Root); ok {
		argv := w.argv(req)
		if !strings.HasPrefix(w.inside(req.Dir), "/") {
			return job{}, message.New("dir_outside_wsl", "dir", printable(req.Dir), "distribution", w.name).Error(nil)
		}
		path, err := l.sys.LookPath(argv[0])
		if err != nil {
			return job{}, message.New("command_missing", "command", argv[0]).Error(nil)
		}
		argv[0] = path
		if bash {
			argv = append([]string{"env", keepWords}, argv...)
		}
		return job{dir: l.sys.Home, argv: argv}, nil
	}
	claude, err := l.clientPath(ctx, req.Client)
	return job{dir: req.Dir, config: l.config(req), argv: req.argv(claude)}, err
}

// Begins reports whether the request starts a new session.
func (r Request) Begins() bool { return r.Fork || r.Fresh || r.File != "" }

// argv returns the client's command.
func (r Request) argv(claude string) []string {
	argv := append([]string{claude}, r.Flags...)
	fork := r.Fork
	switch {
	case r.Attach:
		const short = 8 // background sessions are addressed by this prefix of the id
		return append(argv[:1:1], "attach", r.Session[:short])
	case r.Fresh:
		fork = false
	case r.File != "":
		argv, fork = append(argv, "--resume", r.File), true
	default:
		argv = append(argv, "--resume", r.Session)
	}
	if fork {
		argv = append(argv, "--fork-session")
	}
	if r.New != "" && (fork || r.Fresh) {
		argv = append(argv, "--session-id", r.New)
	}
	if r.Prompt != "" {
		argv = append(argv, "--", r.Prompt)
	}
	return argv
}

// Start opens the plan's terminal and returns when it is running. The terminal is
// independent of ctx and of this process from then on. A terminal that cannot be started,
// or that fails at once, is an error.
func (l *Launcher) Start(ctx context.Context, p Plan) error {
	if !p.Possible || p.launch == nil {
		return NotPossible(message.First(p.Why, message.New("plan_not_usable")))
	}
	if why := l.checkDir(p.launch.job.dir); !why.IsZero() {
		return NotPossible(why)
	}
	_, err := l.open(ctx, p.launch)
	return err
}
