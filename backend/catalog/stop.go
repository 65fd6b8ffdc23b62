package catalog

import (
	"context"
	"errors"
)

// ErrStopped is the error of a scan that a user has stopped.
var ErrStopped = errors.New("stopped")

// Stop stops the running scan, if any. Files that it has read stay valid and cached; the
// next scan continues.
func (c *Catalog) Stop() {
	if stop := c.stop.Load(); stop != nil {
		(*stop)(ErrStopped)
	}
}

// stoppable runs a scan so that Stop ends it without an error for the scan's caller.
func (c *Catalog) stoppable(ctx context.Context, scan func(context.Context) error) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	c.stop.Store(&stop)
	err := scan(ctx)
	c.stop.Store(nil)
	if err == nil || !errors.Is(context.Cause(ctx), ErrStopped) {
		return err
	}
	return c.change(func(w *writer) error {
		w.progressed(func(p *Progress) { p.Err = ErrStopped })
		w.commit(false)
		return nil
	})
}
