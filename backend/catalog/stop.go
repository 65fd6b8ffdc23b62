package catalog

import (
	"context"
	"errors"
)

// ErrStopped is why a scan ended early that somebody has stopped.
var ErrStopped = errors.New("stopped")

// Stop ends the scan that runs, if one does. What it has read is of use, and
// kept; the next scan goes on from there.
func (c *Catalog) Stop() {
	if stop := c.stop.Load(); stop != nil {
		(*stop)(ErrStopped)
	}
}

// stoppable runs a scan so that Stop ends it: for whoever started the scan,
// that is no error.
func (w *writer) stoppable(ctx context.Context, scan func(context.Context) error) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	w.c.stop.Store(&stop)
	err := scan(ctx)
	w.c.stop.Store(nil)
	if err == nil || !errors.Is(context.Cause(ctx), ErrStopped) {
		return err
	}
	w.progressed(func(p *Progress) { p.Err = ErrStopped })
	w.commit(false)
	return nil
}
