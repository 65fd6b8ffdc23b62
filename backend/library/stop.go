package library

import (
	"context"
	"errors"
)

// ErrStopped is why a scan ended early that somebody has stopped.
var ErrStopped = errors.New("stopped")

// Stop ends the scan that runs, if one does. What it has read is of use, and
// kept; the next scan goes on from there.
func (l *Library) Stop() {
	l.mu.RLock()
	stop := l.stop
	l.mu.RUnlock()
	if stop != nil {
		stop(ErrStopped)
	}
}

// stoppable runs a scan so that Stop ends it: for whoever started the scan,
// that is no error. l.scanning is held.
func (l *Library) stoppable(ctx context.Context, scan func(context.Context) error) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	l.mu.Lock()
	l.stop = stop
	l.mu.Unlock()
	err := scan(ctx)
	l.mu.Lock()
	l.stop = nil
	l.mu.Unlock()
	if err == nil || !errors.Is(context.Cause(ctx), ErrStopped) {
		return err
	}
	l.update(func() { l.progress.Err = ErrStopped })
	l.keep(l.rester(ctx))()
	return nil
}
