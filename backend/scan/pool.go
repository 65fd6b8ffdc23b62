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
	// grace is how long the file system may still take to answer when nobody wants
	// to know any more.
	grace = 500 * time.Millisecond
	// lessPatience is how many times less it may take where it has not answered before:
	// of a mount whose other end is gone there may be many files.
	lessPatience = 10
)

// Workers is how many files are read at once: at least four, since reading
// overlaps with parsing when the files are not in the page cache.
func Workers() int { return max(4, runtime.NumCPU()) }

// pulse says whether a worker waits for the file system, since when, and for what.
type watchdog struct {
	asked atomic.Int64
	about atomic.Pointer[string]
}

// ask says that the file system is asked, or is asked the next question.
func (p *watchdog) ask() { p.asked.Store(time.Now().UnixNano()) }

// askAbout is ask with a name for what is asked about.
func (p *watchdog) askAbout(name *string) {
	p.about.Store(name)
	p.ask()
}

// answered says that it has answered.
func (p *watchdog) answered() { p.asked.Store(0) }

// late reports whether an answer has taken longer than that.
func (p *watchdog) isOverdue(than time.Duration) bool {
	asked := p.asked.Load()
	return asked != 0 && time.Now().UnixNano()-asked > int64(than)
}

// crew does numbered pieces of work on several workers, in about their order.
type pool[W any] struct {
	pieces int
	// begin makes what a worker needs. Who does a piece says through the pulse
	// when it asks the file system.
	begin func(*watchdog) W
	// do does a piece and returns what hands it over: that is called one at a time.
	do func(W, int) (hand func())
	// hung is called instead when the file system does not answer: the worker is given
	// up, and the piece, too, unless hung reports that another worker is to do it again.
	hung func(piece int, p *watchdog) (again bool)
	// limit is how long the file system may take to answer; 0: [disk.Patience].
	limit time.Duration

	one       sync.Mutex // hands over, and takes the next piece
	next      int
	again     []int // pieces to be done once more; as next
	impatient bool  // some piece hung; as next
}

// run returns when every piece was handed over, or ctx has ended. A file system
// that does not answer costs a piece and its patience, and not the others; what
// is given up may go on, and hands nothing over.
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

// shift lets one worker work until nothing is left, or it does not come back:
// then it reports true, and another one has to take its place.
func (c *pool[W]) runWorker(ctx context.Context) (again bool) {
	var p watchdog
	piece, gone := -1, false // as next
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

// patience is how long the file system may take to answer. one is held.
func (c *pool[W]) patience(ctx context.Context) time.Duration {
	switch {
	case ctx.Err() != nil:
		return grace
	case c.impatient:
		return cmp.Or(c.limit, disk.Patience) / lessPatience
	}
	return cmp.Or(c.limit, disk.Patience)
}
