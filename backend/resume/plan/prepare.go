package plan

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"dendro/backend/message"
	"dendro/backend/transcript"
)

// Continuation is an entry of the log: a started session and its parent.
type Continuation struct {
	Session string    `json:"session"` // the new one
	From    string    `json:"from"`
	Record  string    `json:"record"` // "" if nothing precedes it
	Time    time.Time `json:"time"`
	// Left counts the parts that were left out, and Without is the choice; nil if it is too
	// long.
	Left    transcript.LeftOut `json:"left,omitzero"`
	Without []string           `json:"without,omitempty"`
}

// maxLoggedItems bounds the parts of a choice that the log holds.
const maxLoggedItems = 1_000

func (p *Planner) chainFile(id string) string { return filepath.Join(p.Chains, id+".jsonl") }

// Prepare writes the files that the plan's command needs, see [Planner.Write], and creates
// the directory if that was chosen. It does nothing for a refused plan.
func (p *Planner) Prepare(ctx context.Context, plan *Plan) error {
	if plan.request.MakeDir && !plan.Refused {
		if err := p.Library.Exporter.Outside(plan.request.Dir); err != nil {
			return err
		}
		if err := os.MkdirAll(plan.request.Dir, 0o755); err != nil {
			return message.New("dir_not_made", "cause", err).Error(err)
		}
	}
	return p.Write(ctx, plan)
}

// Write writes the files that the plan's command needs when it is pasted, and logs the new
// session. It does nothing for a refused plan.
func (p *Planner) Write(ctx context.Context, plan *Plan) error {
	if plan.Refused {
		return nil
	}
	if plan.chain != nil {
		if err := p.write(ctx, plan); err != nil {
			return err
		}
	}
	if plan.New == "" {
		return nil
	}
	entry := Continuation{Session: plan.New, From: plan.request.Session, Record: plan.Leaf, Left: plan.left}
	if len(plan.without) <= maxLoggedItems && !plan.left.IsZero() {
		entry.Without = plan.without
	}
	if err := p.Log.Add(entry); err != nil {
		p.warn(err) // the session can start all the same
	}
	return nil
}

// warn reports a problem that does not prevent the start.
func (p *Planner) warn(problem error) {
	if p.Warn != nil {
		p.Warn(problem)
	}
}

// noChains returns why the chain file cannot be written, or none.
func (p *Planner) noChains() message.Message {
	err := p.Library.Chains.Check(p.Chains)
	if err == nil {
		return message.Message{}
	}
	return message.New("chains_not_writable", "cause", err)
}

// errMoved means that a session has changed since its plan was shown.
var errMoved = message.New("plan_outdated").Error(nil)

// write writes the chain file unless it exists: a copied command may not have been pasted
// yet.
func (p *Planner) write(ctx context.Context, plan *Plan) error {
	// Remove used chain files: their sessions have grown since.
	if err := p.Library.Chains.Sweep(); err != nil {
		p.warn(message.New("chains_not_removed", "cause", err).Error(err))
	}
	landing, err := p.Library.Chains.Write(ctx, *plan.chain, plan.request.File)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err == nil && (landing.Leaf != plan.Leaf || !slices.Equal(landing.Loads, plan.Loads)) {
		err = errors.Join(errMoved, os.Remove(plan.request.File))
	}
	return err
}
