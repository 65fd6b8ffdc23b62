package plan

import (
	"cmp"
	"context"
	"slices"

	"github.com/google/uuid"

	"dendro/backend/library"
	"dendro/backend/message"
	"dendro/backend/resume"
	"dendro/backend/session"
	"dendro/backend/settings"
	"dendro/backend/transcript"
)

// Here runs a plan's command in this terminal, replacing this process if the system
// supports it.
func (p *Planner) Here(ctx context.Context, plan Plan) error {
	if !plan.Why.IsZero() && !plan.OnlyTerminal {
		return resume.NotPossible(plan.Why)
	}
	if err := p.Prepare(ctx, &plan); err != nil {
		return err
	}
	return p.Launcher.Here(ctx, plan.request)
}

// Planner makes plans. It is safe for concurrent use.
type Planner struct {
	Library  *library.Library
	Launcher *resume.Launcher
	Chains   string // see [session.ChainDir]
	Log      *Log   // the log of started sessions
	// Warn, if set, is called with problems that do not prevent the start.
	Warn func(error)
}

// Plan decides what to run and describes it. Obstacles are reported in the plan; an error
// means that the history does not contain the requested place, or that the request has
// options that it may not have.
func (p *Planner) Plan(ctx context.Context, request Request, own settings.Settings) (Plan, error) {
	if err := request.checkOptions(); err != nil {
		return Plan{}, err
	}
	choice, err := session.ParseLeaveOut(request.Without, request.Quiet)
	if err != nil {
		return Plan{}, err
	}
	d := decider{Planner: p, ctx: ctx, input: request, own: own, choice: choice, id: cmp.Or(request.New, uuid.NewString())}
	if err := d.decide(); err != nil {
		return Plan{}, err
	}
	return d.plan, nil
}

// decider computes one plan.
type decider struct {
	*Planner
	ctx    context.Context
	input  Request
	own    settings.Settings
	client resume.Version
	target session.ResumeTarget
	plan   Plan
	req    resume.Request
	choice session.LeaveOut
	id     string          // of the new session, if there is one
	why    message.Message // an obstacle beyond those that the launcher finds
}

func (d *decider) decide() error {
	running, err := d.Library.Running(d.input.Session)
	if err != nil {
		return err
	}
	if d.target, err = d.Library.Threads.ResumeTarget(d.ctx, d.input.Session); err != nil {
		return err
	}
	d.client = d.Launcher.Version(d.ctx, d.own.Client, d.target.Root)
	d.plan = Plan{Notes: []message.Message{}, Directories: []Directory{}, Client: string(d.client), Live: running.Live || running.Recent}
	d.req = resume.Request{
		Session: d.target.Session, Title: d.Library.Noter.TitleOf(d.input.Session), Fork: d.input.Fork, Flags: slices.Concat(d.own.ClientFlags, d.input.options()), Client: d.own.Client, Prompt: d.input.Prompt,
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
			d.why = d.unsupported(resume.ForksSince, message.New("client_cannot_fork", "version", d.client, "since", resume.ForksSince))
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

// land determines the record to continue from and the file that the client needs for it.
func (d *decider) land() (session.ResumePoint, error) {
	point := session.Point{
		Session: d.input.Session, Record: d.input.Record, Tip: d.input.Tip, Before: d.input.Before, Turn: d.input.Turn, Client: string(d.client),
		Model: d.input.Model, Without: d.choice, List: d.input.List,
	}
	if d.input.Record == "" {
		point.Tip = ""
	}
	landing, err := d.Library.Threads.ResumePoint(d.ctx, point)
	if err == nil {
		err = d.displayed(&point, &landing)
	}
	if err != nil {
		return landing, err
	}
	d.plan.Leaf, d.plan.Prompt, d.plan.Loads = landing.Leaf, landing.Prompt, landing.Loads
	d.plan.Refusal, d.plan.RefusedFrom = landing.Refusal, landing.RefusedFrom
	d.plan.Load, d.plan.left, d.plan.without = landing.Load, landing.Left, d.input.Without
	switch {
	case d.unloaded():
		d.why = d.target.Unloaded
	case landing.Plain && d.target.Unloaded.IsZero():
		return landing, d.other(point)
	case landing.Leaf == "":
		d.req.Fresh = true
	default:
		d.why = message.First(d.unsupported(resume.LoadsFilesSince, message.New("client_cannot_continue_here", "version", d.client, "since", resume.LoadsFilesSince)), d.noChains())
		point.List = false
		d.req.File, d.plan.chain = d.chainFile(d.id), &point
	}
	return landing, nil
}

// unloaded reports whether the request is to resume a session whose file no client loads.
func (d *decider) unloaded() bool {
	return !d.target.Unloaded.IsZero() && d.input.Record == "" && d.plan.left.IsZero()
}

// unsupported returns why, which names the fixes, if the client is older than since.
func (d *decider) unsupported(since string, why message.Message) message.Message {
	if d.client.Can(since) {
		return message.Message{}
	}
	return why
}

// displayed changes the place where Claude would resume to the displayed branch, if that is
// another one and the client can continue there. Claude's place becomes the alternative. A
// displayed branch that has grown since is resumed at its end.
func (d *decider) displayed(at *session.Point, landing *session.ResumePoint) error {
	if d.input.Record != "" || d.input.Tip == "" || d.unloaded() || !d.client.Can(resume.LoadsFilesSince) || !d.noChains().IsZero() {
		return nil
	}
	tip := *at
	tip.Record = d.input.Tip
	shown, err := d.Library.Threads.ResumePoint(d.ctx, tip)
	grown := len(shown.Loads) <= len(landing.Loads) && slices.Equal(shown.Loads, landing.Loads[:len(shown.Loads)])
	if err != nil || shown.Plain || shown.Leaf == "" || grown {
		return err
	}
	d.plan.Other = &Other{Says: says(*landing, d.req.Fork, false)}
	d.input.Record = d.input.Tip
	*at, *landing = tip, shown
	return nil
}

// other sets the displayed branch if Claude would continue from another one.
func (d *decider) other(at session.Point) error {
	if d.input.Record != "" || d.input.Tip == "" {
		return nil
	}
	at.Record, at.List = d.input.Tip, false
	shown, err := d.Library.Threads.ResumePoint(d.ctx, at)
	if err != nil || shown.Plain || shown.Leaf == "" {
		return err
	}
	d.plan.Other = &Other{Record: d.input.Tip, Says: says(shown, true, false)}
	return nil
}

// elsewhere handles sessions that run or were continued elsewhere.
func (d *decider) elsewhere(r library.Running) {
	switch {
	case d.req.Fork:
	case r.ContinuedIn != "" && r.ContinuedIn != d.req.Session:
		d.note(message.New("plan_handed_over", "session", r.ContinuedIn[:min(8, len(r.ContinuedIn))]))
		d.req.Session = r.ContinuedIn
		if next, err := d.Library.Running(r.ContinuedIn); err == nil {
			d.req.Attach = next.Background
			if target, err := d.Library.Threads.ResumeTarget(d.ctx, r.ContinuedIn); err == nil {
				d.req.Dir = mapDir(target.Dir, d.own.PathMap)
			}
		} else {
			d.req.Attach = true // its transcript appears with its next turn
		}
	case r.Background:
		d.req.Attach = true
		d.note(message.New("plan_background"))
	case r.Live && !d.input.ResumeLive && d.client.Can(resume.ForksSince):
		d.req.Fork = true
		d.note(message.New("plan_open_elsewhere"))
	case r.Recent:
		d.note(message.New("plan_just_written"))
	case r.Superseded:
		d.note(message.New("plan_superseded"))
	}
}

func (d *decider) note(m message.Message) { d.plan.Notes = append(d.plan.Notes, m) }

// name sets the id of a new session if the client supports it.
func (d *decider) name() {
	// It is unknown whether older clients accept --session-id with --fork-session.
	loose := d.req.Fork && d.req.File == "" && (d.input.ClientPicksID || !d.client.Can(resume.LoadsFilesSince))
	if d.req.Begins() && !loose {
		d.req.New = d.id
	}
}

// notes adds remarks on results that the user may not expect.
func (d *decider) notes(landing session.ResumePoint) {
	switch landing.Refusal {
	case transcript.RefusedLong:
		d.note(message.New("plan_refused_long"))
	case transcript.RefusedPicture:
		d.note(message.New("plan_refused_picture"))
	case transcript.RefusedCompaction:
		d.note(message.New("plan_refused_compaction"))
	case transcript.RefusedModel:
		d.note(message.New("plan_refused_model"))
	}
	if !d.choice.IsZero() && landing.Left.IsZero() {
		d.note(message.New("plan_leaves_nothing"))
	}
	if d.req.Attach && d.input.Prompt != "" {
		d.note(message.New("plan_attach_asks_nothing"))
	}
	if d.req.File != "" && landing.Kind == "prompt" {
		d.note(message.New("plan_ends_with_prompt"))
	}
	if d.req.File == "" && len(d.target.Others) > 0 {
		d.note(loads(d.target))
	}
	if d.plan.Other != nil && d.plan.Other.Record != "" {
		d.note(message.New("plan_other_branch"))
	}
}

// finish adds the launcher's part of the plan.
func (d *decider) finish() {
	d.plan.request, d.plan.New = d.req, d.req.New
	d.plan.Plan = d.Launcher.Plan(d.ctx, d.req)
	d.plan.Session = d.input.Session
	if !d.why.IsZero() {
		d.plan.Possible, d.plan.Why, d.plan.OnlyTerminal, d.plan.Refused = false, d.why, false, true
	}
	if d.unloaded() { // the command would load another file
		d.plan.Command, d.plan.Argv = "", []string{}
	}
}
