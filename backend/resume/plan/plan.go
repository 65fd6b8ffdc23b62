package plan

import (
	"cmp"
	"context"
	"fmt"

	"github.com/google/uuid"

	"dendro/backend/library"
	"dendro/backend/resume"
	"dendro/backend/settings"
)

// Wish is what somebody wants to go on from, by ids.
type Request struct {
	Session string `json:"session"`
	// Record is the uuid of a record of the session; empty: where Claude goes on itself.
	Record string `json:"record"`
	// Tip is the end of the branch that is shown; "" where none is.
	Tip string `json:"tip"`
	// Before leaves the record out: to ask differently. Turn goes on behind its answers.
	Before bool `json:"before"`
	Turn   bool `json:"turn"`
	Fork   bool `json:"fork"`
	// Join resumes a session that runs elsewhere, as it is.
	ResumeLive bool `json:"join"`
	// Loose leaves the id of a fork to the client: a command that is pasted twice would
	// otherwise begin the same session twice.
	ClientPicksID bool `json:"-"`
	// New is the id for a new session, as an earlier plan said it; "" for another one.
	New string `json:"new"`
	// Place is where to go on if the directory is gone: the kind of one of the plan's
	// places, or "chosen" for Chosen, which the person picked in a dialog.
	Directory string `json:"place"`
	Chosen    string `json:"-"` // not the page's to say
	// Terminal is the id of a terminal, "" for the one of the settings.
	Terminal string `json:"terminal"`
}

// Plan is what a wish comes to.
type Plan struct {
	resume.Plan
	// Says is where one lands, in words; Notes are what else a person should know.
	Says  string   `json:"says"`
	Notes []string `json:"notes"`
	// New is the id of the session that is begun, "" where the session itself goes on.
	New string `json:"new"`
	// Leaf is the record that is gone on from, "" where nothing stands before.
	Leaf string `json:"leaf"`
	// Prompt is the prompt that is left out, for the clipboard.
	Prompt string `json:"prompt"`
	// Client is its version, "" where it does not say.
	Client string `json:"client"`
	// Other is the branch that is shown, where Claude would go on from another one; its
	// record can be wished for.
	Other *Other `json:"other"`
	// Places are where to go on if the directory is gone.
	Directories []Directory `json:"places"`
	// Live says that the session runs elsewhere.
	Live bool `json:"live"`

	// Loads are the uuids of the records that the client sends, in order.
	Loads []string `json:"-"`
	// Refused says that the client cannot do what the plan is for, wherever it is run.
	Refused bool `json:"-"`

	request resume.Request // private: what is bound to the page has no other types
	chain   *library.Point // what is written before the start; nil: nothing
}

// Request is what the launcher is asked for.
func (p *Plan) Request() resume.Request { return p.request }

// Other is another record that may be meant.
type Other struct {
	Record string `json:"record"`
	Says   string `json:"says"`
}

// Place is a directory to go on in, with the command that works there for this client; ""
// where none does.
type Directory struct {
	resume.Directory
	Command string `json:"command"`
}

// Here runs a plan's command in this terminal, in place of this process where the system
// can do that.
func (p *Planner) Here(ctx context.Context, plan Plan) error {
	if plan.Why != "" && !plan.OnlyTerminal {
		return fmt.Errorf("%w: %s", resume.ErrNotPossible, plan.Why)
	}
	if err := p.Prepare(ctx, &plan); err != nil {
		return err
	}
	return p.Launcher.Here(ctx, plan.request)
}

// PlaceChosen is a directory that the person picks.
const DirectoryChosen = "chosen"

// Planner makes plans. It is safe for concurrent use.
type Planner struct {
	Library  *library.Library
	Launcher *resume.Launcher
	Chains   string // see [library.ChainDir]
	Log      *Log   // which session was begun where is noted there
	// Warn, where it is set, is called with problems that stop nothing.
	Warn func(error)
}

// Plan decides what is run, and says where one lands. What speaks against it stands in
// the plan; an error means that the history does not hold what was wished for.
func (p *Planner) Plan(ctx context.Context, request Request, own settings.Settings) (Plan, error) {
	d := decider{Planner: p, ctx: ctx, input: request, own: own, id: cmp.Or(request.New, uuid.NewString())}
	if err := d.decide(); err != nil {
		return Plan{}, err
	}
	return d.plan, nil
}

// decider makes one plan.
type decider struct {
	*Planner
	ctx    context.Context
	input  Request
	own    settings.Settings
	client resume.Version
	target library.ResumeTarget
	plan   Plan
	req    resume.Request
	id     string // of the session that is begun, if one is
	why    string // what speaks against it beside what the launcher finds
}

func (d *decider) decide() error {
	running, err := d.Library.Running(d.input.Session)
	if err != nil {
		return err
	}
	if d.target, err = d.Library.ResumeTarget(d.ctx, d.input.Session); err != nil {
		return err
	}
	d.client = d.Launcher.Version(d.ctx, d.own.Client, d.target.Root)
	d.plan = Plan{Notes: []string{}, Directories: []Directory{}, Client: string(d.client), Live: running.Live || running.Recent}
	d.req = resume.Request{
		Session: d.target.Session, Fork: d.input.Fork, Flags: d.own.ClientFlags, Client: d.own.Client,
		Dir:  mapDir(d.target.Dir, d.own.PathMap),
		Root: d.target.Root, DefaultRoot: d.target.DefaultRoot,
		Terminal: cmp.Or(d.input.Terminal, d.own.Terminal), Custom: d.own.CustomTerminal,
	}
	landing, err := d.land()
	if err != nil {
		return err
	}
	if d.req.File == "" && !d.req.Fresh && !d.unloaded() {
		d.elsewhere(running)
		if d.req.Fork {
			d.why = d.unsupported(resume.ForksSince, "cannot fork a session; it can")
		}
	}
	d.name()
	if !d.unloaded() {
		if err := d.directories(landing); err != nil {
			return err
		}
	}
	d.plan.Says = says(landing, d.req.Begins(), d.req.Attach)
	d.notes(landing)
	d.finish()
	return nil
}

// land finds out where the client would be, and what it has to be given for that.
func (d *decider) land() (library.ResumePoint, error) {
	point := library.Point{
		Session: d.input.Session, Record: d.input.Record, Tip: d.input.Tip, Before: d.input.Before, Turn: d.input.Turn, Client: string(d.client),
	}
	if d.input.Record == "" {
		point.Tip = ""
	}
	landing, err := d.Library.ResumePoint(d.ctx, point)
	if err != nil {
		return landing, err
	}
	d.plan.Leaf, d.plan.Prompt, d.plan.Loads = landing.Leaf, landing.Prompt, landing.Loads
	switch {
	case d.unloaded():
		d.why = d.target.Unloaded
	case landing.Plain && d.target.Unloaded == "":
		return landing, d.other(point)
	case landing.Leaf == "":
		d.req.Fresh = true
	default:
		d.why = cmp.Or(d.unsupported(resume.LoadsFilesSince, "can go on only where it stopped itself; from any other place it can"), d.noChains())
		d.req.File, d.plan.chain = d.chainFile(d.id), &point
	}
	return landing, nil
}

// unloaded reports whether the session is to go on where it stopped although no client
// loads its file.
func (d *decider) unloaded() bool { return d.target.Unloaded != "" && d.input.Record == "" }

// lacks says what this client cannot do that others can since a version, or nothing.
func (d *decider) unsupported(since, what string) string {
	if d.client.Can(since) {
		return ""
	}
	return "Claude Code " + string(d.client) + " " + what + " from " + since + " on"
}

// other notes the branch that is shown, where Claude would go on from another one.
func (d *decider) other(at library.Point) error {
	if d.input.Record != "" || d.input.Tip == "" {
		return nil
	}
	at.Record = d.input.Tip
	shown, err := d.Library.ResumePoint(d.ctx, at)
	if err != nil || shown.Plain || shown.Leaf == "" {
		return err
	}
	d.plan.Other = &Other{Record: d.input.Tip, Says: says(shown, true, false)}
	return nil
}

// elsewhere looks after sessions that somebody else goes on with.
func (d *decider) elsewhere(r library.Running) {
	switch {
	case d.req.Fork:
	case r.ContinuedIn != "" && r.ContinuedIn != d.req.Session:
		d.note("this session was handed over to " + r.ContinuedIn[:min(8, len(r.ContinuedIn))] + ": it goes on there; resuming this one would split the conversation")
		d.req.Session = r.ContinuedIn
		if next, err := d.Library.Running(r.ContinuedIn); err == nil {
			d.req.Attach = next.Background
			if target, err := d.Library.ResumeTarget(d.ctx, r.ContinuedIn); err == nil {
				d.req.Dir = mapDir(target.Dir, d.own.PathMap)
			}
		} else {
			d.req.Attach = true // its transcript comes with its next turn
		}
	case r.Background:
		d.req.Attach = true
		d.note("it runs in the background: this attaches to it")
	case r.Live && !d.input.ResumeLive && d.client.Can(resume.ForksSince):
		d.req.Fork = true
		d.note("it is open elsewhere: both would write into one session, so this goes on in a new one")
	case r.Recent:
		d.note("it was written to just now: if it still runs somewhere, fork it")
	case r.Superseded:
		d.note("a later session holds all of this and goes on from it: this one goes on beside that")
	}
}

func (d *decider) note(text string) { d.plan.Notes = append(d.plan.Notes, text) }

// name gives a new session its id, where the client takes one.
func (d *decider) name() {
	// Whether older ones take --session-id with --fork-session is not known.
	loose := d.req.Fork && d.req.File == "" && (d.input.ClientPicksID || !d.client.Can(resume.LoadsFilesSince))
	if d.req.Begins() && !loose {
		d.req.New = d.id
	}
}

// notes says what a person would not expect.
func (d *decider) notes(landing library.ResumePoint) {
	if d.req.File != "" && landing.Kind == "prompt" {
		d.note("a prompt stands last there: Claude puts “No response requested.” behind it")
	}
	if d.req.File == "" && len(d.target.Others) > 0 {
		d.note(loads(d.target))
	}
	if d.plan.Other != nil {
		d.note("Claude would go on from another branch than is shown")
	}
}

// finish asks the launcher for what is left.
func (d *decider) finish() {
	d.plan.request, d.plan.New = d.req, d.req.New
	d.plan.Plan = d.Launcher.Plan(d.ctx, d.req)
	d.plan.Session = d.input.Session
	if d.why != "" {
		d.plan.Possible, d.plan.Why, d.plan.OnlyTerminal, d.plan.Refused = false, d.why, false, true
	}
	if d.unloaded() { // the command would load another file
		d.plan.Command, d.plan.Argv = "", []string{}
	}
}
