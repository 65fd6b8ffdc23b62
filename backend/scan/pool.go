package scan

import (
	"cmp"
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"dendro/backend/internal/disk"
)

const (
	// grace is the file system's remaining time to respond after the context was cancelled.
	grace = 500 * time.Millisecond
	// lessPatience divides the patience after a first timeout: a dead mount may hold many
	// files.
	lessPatience = 10
)

// Workers is the number of files read at once: at least four, since reading overlaps with
// parsing if the files are not in the page cache.
func Workers() int { return max(4, runtime.NumCPU()) }

// watchdog records whether a worker waits for the file system, since when, and for which
// file.
type watchdog struct {
	asked atomic.Int64
	about atomic.Pointer[string]
}

// ask starts or restarts the timer.
func (p *watchdog) ask() { p.asked.Store(time.Now().UnixNano()) }

// askAbout is ask with the name of the file.
func (p *watchdog) askAbout(name *string) {
	p.about.Store(name)
	p.ask()
}

// answered stops the timer.
func (p *watchdog) answered() { p.asked.Store(0) }

// isOverdue reports whether the worker has waited longer than the given time.
func (p *watchdog) isOverdue(than time.Duration) bool {
	asked := p.asked.Load()
	return asked != 0 && time.Now().UnixNano()-asked > int64(than)
}

// pool processes numbered tasks on several workers, approximately in order.
type pool[W any] struct {
	pieces int
	// begin creates a worker's state. The worker reports to the watchdog when it waits for
	// the file system.
	begin func(*watchdog) W
	// do processes a task and returns a function that delivers the result. Deliveries are
	// serialized.
	do func(W, int) (hand func())
	// hung is called instead if the file system does not respond. The worker is abandoned,
	// and so is the task, unless hung returns true: then another worker repeats it.
	hung func(piece int, p *watchdog) (again bool)
	// limit is the file system's time to respond; 0: [disk.Patience].
	limit time.Duration

	one       sync.Mutex // guards delivery and the choice of the next task
	next      int
	again     []int // tasks to repeat; guarded by one
	impatient bool  // some task hung; guarded by one
}

// run returns when the results of all tasks were delivered, or ctx has ended. An
// unresponsive file system costs one task and its timeout. An abandoned worker may continue
// to run, but delivers nothing.
func (c *pool[W]) run(ctx context.Context) {
	var group sync.WaitGroup
	for range min(Workers(), c.pieces) {
		group.Go(func() {
			for c.runWorker(ctx) {
			}
		})
	}
	group.Wait()
}

// runWorker runs one worker until no task is left. It returns true if the worker hung and
// must be replaced.
func (c *pool[W]) runWorker(ctx context.Context) (again bool) {
	var p watchdog
	piece, gone := -1, false // guarded by one
	done := make(chan struct{})
	go func() {
		defer close(done)
		w := c.begin(&p)
		hand := func() {}
		take := func() bool {
			c.one.Lock()
			defer c.one.Unlock()
			if gone {
				return false
			}
			hand()
			select {
			case <-ctx.Done():
				return false
			default:
			}
			if n := len(c.again); n > 0 {
				piece, c.again = c.again[n-1], c.again[:n-1]
				return true
			}
			piece = c.next
			c.next = min(c.next+1, c.pieces)
			return piece < c.pieces
		}
		for take() {
			hand = c.do(w, piece)
			p.answered()
		}
	}()
	tick := time.NewTicker(grace / 5)
	defer tick.Stop()
	for {
		select {
		case <-done:
			return false
		case <-tick.C:
		}
		c.one.Lock()
		if gone = p.isOverdue(c.patience(ctx)); gone && ctx.Err() == nil {
			c.impatient = true
			if c.hung(piece, &p) {
				c.again = append(c.again, piece)
			}
		}
		c.one.Unlock()
		if gone {
			return true
		}
	}
}

// patience returns the file system's time to respond. one must be held.
func (c *pool[W]) patience(ctx context.Context) time.Duration {
	switch {
	case ctx.Err() != nil:
		return grace
	case c.impatient:
		return cmp.Or(c.limit, disk.Patience) / lessPatience
	}
	return cmp.Or(c.limit, disk.Patience)
}
