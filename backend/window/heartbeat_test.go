package window

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// TestHeartbeat: a restart is offered once if a page stops responding, and not if one was
// late.
func TestHeartbeat(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var asked, told atomic.Int32
		var living, wait atomic.Bool
		living.Store(true)
		wait.Store(true)
		h := &heartbeat{dead: func() bool { told.Add(1); return !wait.Load() }}
		h.ask = func() {
			asked.Add(1)
			if living.Load() {
				h.alive()
			}
		}
		ctx, cancel := context.WithCancel(t.Context())
		h.start(ctx)
		time.Sleep(time.Hour + beatEvery/2) // in the middle between two beats from now on
		if told.Load() != 0 || asked.Load() < 200 {
			t.Fatalf("a living page: %d signs asked for, told %d times", asked.Load(), told.Load())
		}
		living.Store(false)
		time.Sleep((beatsMissed - 1) * beatEvery)
		living.Store(true)
		time.Sleep(time.Hour)
		if told.Load() != 0 {
			t.Fatalf("a page that was late: told %d times", told.Load())
		}
		living.Store(false)
		time.Sleep((beatsMissed + 2) * beatEvery)
		if told.Load() != 1 {
			t.Fatalf("a dead page: told %d times", told.Load())
		}
		wait.Store(false)
		time.Sleep(time.Hour)
		if told.Load() != 2 {
			t.Fatalf("whoever waits is asked once more, not %d times", told.Load()-1)
		}
		cancel()
	})
}
