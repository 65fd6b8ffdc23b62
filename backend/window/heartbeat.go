package window

import (
	"context"
	"os"
	"os/exec"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

const (
	// beatEvery is the interval of heartbeats.
	beatEvery = 15 * time.Second
	// beatsMissed is the number of heartbeats in a row that may be missing: a page that
	// lays out a very long thread responds late.
	beatsMissed = 3
)

// heartbeat detects a page whose process has died: on Linux and macOS the web view stays
// empty, without an event. It counts heartbeats instead of measuring time, so that a
// computer that slept does not cause an alarm. Its methods may be called from any
// goroutine.
type heartbeat struct {
	ask  func()      // asks the page for a response
	dead func() bool // asks the user; false to keep waiting

	missed atomic.Int32
	begun  sync.Once
}

// start restarts the count for a newly loaded page, until ctx ends.
func (h *heartbeat) start(ctx context.Context) {
	h.alive()
	h.begun.Do(func() { go h.beat(ctx) })
}

// alive records a response of the page.
func (h *heartbeat) alive() { h.missed.Store(0) }

func (h *heartbeat) beat(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(beatEvery):
		}
		if h.missed.Add(1) > beatsMissed {
			if h.dead() {
				return
			}
			h.alive()
		}
		h.ask()
	}
}

// againEnv tells a process that it replaces one that has just held the single instance
// lock.
const againEnv = "DENDRO_AGAIN"

// againPause is the time for that lock to be released.
const againPause = 300 * time.Millisecond

// startAgain replaces this process by a new one with the same arguments. It only returns if
// that fails.
func startAgain() error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	env := append(os.Environ(), againEnv+"=1")
	if err := syscall.Exec(self, os.Args, env); err == nil {
		return nil
	}
	cmd := exec.Command(self, os.Args[1:]...) // on systems that cannot replace a process
	cmd.Env = env
	return cmd.Start()
}
