//go:build !headless

package main

import (
	"testing"
	"testing/synctest"
	"time"
)

// TestHeartbeat offers to start again where a page gives no sign any more, once,
// and not where one was late.
func TestHeartbeat(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked, told, wait := 0, 0, true
		living := true
		h := &heartbeat{dead: func() bool { told++; return !wait }}
		h.ask = func() {
			asked++
			if living {
				h.alive()
			}
		}
		h.start()
		time.Sleep(time.Hour + beatEvery/2) // between two beats from now on
		if told != 0 || asked < 200 {
			t.Fatalf("a living page: %d signs asked for, told %d times", asked, told)
		}
		living = false
		time.Sleep((beatsMissed - 1) * beatEvery)
		living = true
		time.Sleep(time.Hour)
		if told != 0 {
			t.Fatalf("a page that was late: told %d times", told)
		}
		living = false
		time.Sleep((beatsMissed + 2) * beatEvery)
		if told != 1 {
			t.Fatalf("a dead page: told %d times", told)
		}
		wait = false
		time.Sleep(time.Hour)
		if told != 2 {
			t.Fatalf("whoever waits is asked once more, not %d times", told-1)
		}
		h.stop()
	})
}
