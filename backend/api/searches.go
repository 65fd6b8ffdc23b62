package api

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"

	"dendro/backend/search"
)

// searches are those that a window follows, by the names under which it asks for
// them. They go on between two requests, until their end is asked for.
type searches struct {
	log *slog.Logger

	mu   sync.Mutex
	runs map[string]*run
}

const (
	// unasked is how long a search goes on that nobody asks for.
	unasked = 5 * time.Second
	// patience is how long a request waits for news.
	patience = time.Second
	// countEvery is how often a growing number is told when the hits are known.
	countEvery = 200 * time.Millisecond
)

// run is one search, and what it has found so far.
type run struct {
	info   searchedWire
	cancel context.CancelFunc
	idle   *time.Timer

	mu      sync.Mutex
	state   found
	settled int           // the state that had the final hits first
	news    chan struct{} // closed when there is another state
}

// found is a state of a run; the next one has the next number.
type found struct {
	search.Result
	seen int
	done bool
	err  error
}

// doing is a search that tells what it has so far.
type doing func(context.Context, func(search.Result)) (search.Result, error)

// start returns the search of a name: the one that goes on, or a new one.
func (s *searches) start(name string, info searchedWire, do doing) *run {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r := s.runs[name]; r != nil {
		return r
	}
	ctx, cancel := context.WithCancel(context.Background())
	r := &run{info: info, cancel: cancel, news: make(chan struct{})}
	r.idle = time.AfterFunc(unasked, func() { s.end(name) })
	if s.runs == nil {
		s.runs = map[string]*run{}
	}
	s.runs[name] = r
	go func() {
		defer cancel()
		result, err := s.guarded(ctx, r, do)
		r.tell(found{Result: result, done: true, err: err})
	}()
	return r
}

// end ends the search of a name, and forgets what it found.
func (s *searches) end(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r := s.runs[name]; r != nil {
		r.idle.Stop()
		r.cancel()
		delete(s.runs, name)
	}
}

// guarded is do, with an error for a panic.
func (s *searches) guarded(ctx context.Context, r *run, do doing) (result search.Result, err error) {
	defer func() {
		if p := recover(); p != nil {
			s.log.Error("search panicked", "panic", p, "stack", string(debug.Stack()))
			err = errors.New("internal error: the log says more")
		}
	}()
	return do(ctx, func(part search.Result) { r.tell(found{Result: part}) })
}

// tell makes f the state of the run.
func (r *run) tell(f found) {
	r.mu.Lock()
	defer r.mu.Unlock()
	f.seen = r.state.seen + 1
	r.state = f
	if f.Settled && r.settled == 0 {
		r.settled = f.seen
	}
	close(r.news)
	r.news = make(chan struct{})
}

// now returns the run's state, whether the hits of that with the number seen
// are the final ones, and what is closed when there is another.
func (r *run) now(seen int) (state found, known bool, news <-chan struct{}) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.state, r.settled > 0 && seen >= r.settled, r.news
}

// after returns a state behind the one with the number seen, as soon as there
// is one that is worth showing, and what there is where that takes long.
func (r *run) after(ctx context.Context, seen int) (found, error) {
	r.idle.Reset(unasked)
	defer r.idle.Reset(unasked)
	state, known, news := r.now(seen)
	wait := patience
	if known {
		wait = countEvery
	}
	limit := time.NewTimer(wait)
	defer limit.Stop()
	for {
		if state.err != nil {
			return state, fmt.Errorf("search: %w", state.err)
		}
		if state.done || !known && state.seen > seen && (state.Settled || state.Counted > 0) {
			return state, nil
		}
		select {
		case <-news:
		case <-limit.C:
			return state, nil
		case <-ctx.Done():
			return state, ctx.Err()
		}
		state, _, news = r.now(seen)
	}
}
