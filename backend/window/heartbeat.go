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
	// beatEvery is how often the page is asked for a sign of life.
	beatEvery = 15 * time.Second
	// beatsMissed is how many signs in a row may be missing: a page that lays
	// out a very long thread answers when it is done.
	beatsMissed = 3
)

// heartbeat notices a page whose process has died: on Linux and macOS the web
// view stays there, empty, and tells nobody. Signs are counted and not timed, so
// that a computer that slept is no dead page. Its methods may be called from any
// goroutine.
type heartbeat struct {
	ask  func()      // asks the page for a sign
	dead func() bool // tells the person; false where they want to wait

	missed atomic.Int32
	begun  sync.Once
}

// start counts from a page that has just been loaded, until ctx ends.
func (h *heartbeat) start(ctx context.Context) {
	h.alive()
	h.begun.Do(func() { go h.beat(ctx) })
}

// alive takes a sign of the page.
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

// againEnv tells a process that it stands in the place of one that held the lock
// of the single window a moment ago.
const againEnv = "DENDRO_AGAIN"

// againPause is how long that lock may take to be let go of.
const againPause = 300 * time.Millisecond

// startAgain replaces this process by a new one with the same arguments. It only
// returns where that could not be done.
func startAgain() error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	env := append(os.Environ(), againEnv+"=1")
	if err := syscall.Exec(self, os.Args, env); err == nil {
		return nil
	}
	cmd := exec.Command(self, os.Args[1:]...) // where a process cannot be replaced
	cmd.Env = env
	return cmd.Start()
}
