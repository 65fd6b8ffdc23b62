package disk

import (
	"cmp"
	"context"
	"path/filepath"
	"sync"
	"time"

	"dendro/backend/message"
)

// Patience is the timeout of one access to the file system. A disk that has to spin up
// takes less.
const Patience = 10 * time.Second

// ErrNoAnswer is returned on a timeout.
var ErrNoAnswer = message.New("disk_no_answer").Error(nil)

// Prober runs file system accesses with a timeout and remembers paths that did not respond:
// until they do, it does not access them or anything below them, so that a dead mount costs
// one timeout in total. The zero value is ready, and its methods may be called from any
// goroutine.
type Prober struct {
	Patience time.Duration // 0: the package's Patience

	mu    sync.Mutex
	stuck map[string]int // number of timed-out accesses per path
}

// WithTimeout calls f, which accesses path, and returns its result. It returns
// [ErrNoAnswer] on a timeout, or if an earlier access to the path still blocks, and ctx's
// error if ctx ends first. After a timeout f continues in the background. The nil Prober
// remembers nothing.
func WithTimeout[T any](ctx context.Context, a *Prober, path string, f func() (T, error)) (T, error) {
	type answer struct {
		value T
		err   error
	}
	var none T
	if a == nil {
		a = &Prober{}
	}
	if a.isStuck(path) {
		return none, ErrNoAnswer
	}
	q := &question{prober: a, path: path}
	answers := make(chan answer, 1)
	go func() {
		value, err := f()
		q.answered()
		answers <- answer{value, err}
	}()
	timer := time.NewTimer(a.patience())
	defer timer.Stop()
	select {
	case a := <-answers:
		return a.value, a.err
	case <-ctx.Done():
		q.giveUp()
		return none, ctx.Err()
	case <-timer.C:
	}
	// If the whole machine was suspended, both channels are ready.
	select {
	case a := <-answers:
		return a.value, a.err
	default:
		q.giveUp()
		return none, ErrNoAnswer
	}
}

// Limit returns the timeout of the first access.
func (a *Prober) Limit() time.Duration { return cmp.Or(a.Patience, Patience) }

// patience returns the current timeout: shorter after a first timeout, since a dead mount
// may contain many paths.
func (a *Prober) patience() time.Duration {
	patience := a.Limit()
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.stuck) > 0 {
		patience /= 10
	}
	return patience
}

// isStuck reports whether an access to a path, or to a directory above it, still blocks.
func (a *Prober) isStuck(path string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.stuck) == 0 {
		return false
	}
	for at := path; ; at = filepath.Dir(at) {
		if a.stuck[at] > 0 {
			return true
		}
		if filepath.Dir(at) == at {
			return false
		}
	}
}

// question is a running access.
type question struct {
	prober *Prober
	path   string
	done   bool // it has returned
	given  bool // it timed out before
}

func (q *question) answered() {
	q.prober.mu.Lock()
	defer q.prober.mu.Unlock()
	q.done = true
	if q.given {
		if q.prober.stuck[q.path]--; q.prober.stuck[q.path] == 0 {
			delete(q.prober.stuck, q.path)
		}
	}
}

func (q *question) giveUp() {
	q.prober.mu.Lock()
	defer q.prober.mu.Unlock()
	if q.done {
		return
	}
	q.given = true
	if q.prober.stuck == nil {
		q.prober.stuck = map[string]int{}
	}
	q.prober.stuck[q.path]++
}
