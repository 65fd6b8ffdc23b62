package onward

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// Continuation says which session was begun from which record.
type Continuation struct {
	Session string    `json:"session"` // the new one
	From    string    `json:"from"`
	Record  string    `json:"record"` // "" where nothing stood before
	Time    time.Time `json:"time"`
}

// ChainDir is where chain files lie, in Dendro's cache directory.
func ChainDir(cache string) string { return filepath.Join(cache, "continue") }

func (p *Planner) chainFile(id string) string { return filepath.Join(p.Chains, id+".jsonl") }

// Prepare makes that a plan's command works: it writes what has to be loaded, makes the
// directory where that was chosen, and notes what will have been begun.
func (p *Planner) Prepare(ctx context.Context, plan *Plan) error {
	if plan.chain != nil && !plan.Refused {
		if err := p.write(ctx, plan); err != nil {
			return err
		}
	}
	if plan.request.MakeDir {
		if err := p.Library.Outside(plan.request.Dir); err != nil {
			return err
		}
		if err := os.MkdirAll(plan.request.Dir, 0o755); err != nil {
			return fmt.Errorf("make the directory: %w", err)
		}
	}
	if plan.New == "" {
		return nil
	}
	return p.Begun.Add(Continuation{Session: plan.New, From: plan.request.Session, Record: plan.Leaf})
}

// errMoved says that a session has changed since its plan was shown.
var errMoved = errors.New("the session has changed since: look at the plan again")

// write writes the chain, unless it is there already: a command that was copied is still
// to be pasted.
func (p *Planner) write(ctx context.Context, plan *Plan) error {
	// Those that have served go: their sessions hold more by now.
	if err := p.Library.SweepChains(p.Chains); err != nil {
		return fmt.Errorf("remove what was loaded before: %w", err)
	}
	landing, err := p.Library.WriteChain(ctx, *plan.chain, plan.request.File)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err == nil && (landing.Leaf != plan.Leaf || !slices.Equal(landing.Loads, plan.Loads)) {
		err = errors.Join(errMoved, os.Remove(plan.request.File))
	}
	return err
}
