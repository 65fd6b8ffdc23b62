package session

import (
	"context"
	"strings"
	"sync"

	"dendro/backend/thread"
	"dendro/backend/transcript"
)

// checkpoints are those of an open session's own file, by the record that they name. They are
// decoded once.
type checkpoints struct {
	mu  sync.Mutex
	all map[transcript.ID][]transcript.Backup // nil until decoded; not to be changed
}

// noted returns the checkpoints in a session's own file, by the record that they name.
func (l *Checkpoints) noted(ctx context.Context, session string) (all map[transcript.ID][]transcript.Backup, err error) {
	err = l.threads.withSession(ctx, session, func(s *target, o *opened) error {
		o.checkpoints.mu.Lock()
		defer o.checkpoints.mu.Unlock()
		if o.checkpoints.all == nil {
			if o.checkpoints.all, err = decodeCheckpoints(ctx, s, o); err != nil {
				return err
			}
		}
		all = o.checkpoints.all
		return nil
	})
	return all, err
}

// decodeCheckpoints reads the checkpoints in a session's own file.
func decodeCheckpoints(ctx context.Context, s *target, o *opened) (map[transcript.ID][]transcript.Backup, error) {
	all := map[transcript.ID][]transcript.Backup{}
	x := o.indexOf(s, "")
	if x == nil {
		return all, nil
	}
	d := o.loader()
	defer d.close()
	var decoder transcript.Decoder
	for _, side := range x.Sides() {
		if !strings.HasPrefix(side.Type, "file-history-") || side.Problem != thread.ProblemNone {
			continue
		}
		line, err := d.load(ctx, x.File(), side.Span)
		if err != nil {
			return nil, err
		}
		if r, err := decoder.Decode(line); err == nil {
			if c, ok := r.Checkpoint(); ok {
				all[c.Prompt.ID] = append(all[c.Prompt.ID], c.Files...)
			}
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	return all, nil
}
