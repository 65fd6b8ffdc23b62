package disk

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"sync"
	"time"
)

// Patience is how long the file system may take to answer one question. A disk
// that has to start spinning takes less.
const Patience = 10 * time.Second

// ErrNoAnswer is returned for what was given up.
var ErrNoAnswer = errors.New("the file system does not answer")

// Asker asks questions that may never be answered, and remembers what it has asked
// them about: until it is answered nothing more is asked about that or anything
// below it, so that a mount whose other end is gone costs the patience of one question
// and not of all. The zero value is ready, and its methods may be called from any goroutine.
type Prober struct {
	Patience time.Duration // 0: the package's

	mu    sync.Mutex
	stuck map[string]int // questions about a path that were given up
}

// Ask calls f, which asks about a path, and returns what it returns. It fails with
// [ErrNoAnswer] where that takes too long, or where an earlier question about the
// path is still without an answer, and with ctx's error where that ends before.
func WithTimeout[T any](ctx context.Context, a *Prober, path string, f func() (T, error)) (T, error) {
	type answer struct {
		value T
		err   error
	}
	var none T
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
	// Where the whole machine stood still, both have come.
	select {
	case a := <-answers:
		return a.value, a.err
	default:
		q.giveUp()
		return none, ErrNoAnswer
	}
}

// Limit returns how long the first question may take.
func (a *Prober) Limit() time.Duration { return cmp.Or(a.Patience, Patience) }

// patience is how long an answer may take: less where one has not come, since of a
// mount whose other end is gone there may be many paths.
func (a *Prober) patience() time.Duration {
	patience := a.Limit()
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.stuck) > 0 {
		patience /= 10
	}
	return patience
}

// isStuck reports whether a question about a path, or about a directory that leads to
// it, has no answer yet.
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

// question is one that was asked.
type question struct {
	prober *Prober
	path   string
	done   bool // it was answered
	given  bool // it was given up before
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
