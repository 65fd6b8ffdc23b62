package api

import (
	"context"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"

	"dendro/backend/search"
)

// searches are the searches that a window polls, by name. They continue between two
// requests until they are cancelled.
type searches struct {
	log *slog.Logger

	mu   sync.Mutex
	runs map[string]*run
}

const (
	// unasked is the time after which a search without requests is cancelled.
	unasked = 5 * time.Second
	// patience is the maximum time that a request waits for news.
	patience = time.Second
	// countEvery is the interval for reporting a growing count once the hits are known.
	countEvery = 200 * time.Millisecond
)

// run is a search with its results so far.
type run struct {
	info   searchedWire
	cancel context.CancelFunc
	idle   *time.Timer

	mu      sync.Mutex
	state   found
	settled int           // the first state with the final hits
	news    chan struct{} // closed at the next state
}

// found is a state of a run; states are numbered consecutively.
type found struct {
	search.Result
	seen int
	done bool
	err  error
}

// doing is a search that reports its results so far.
type doing func(context.Context, func(search.Result)) (search.Result, error)

// start returns the running search with a name, or starts a new one.
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

// end cancels the search with a name and discards its results.
func (s *searches) end(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r := s.runs[name]; r != nil {
		r.idle.Stop()
		r.cancel()
		delete(s.runs, name)
	}
}

// guarded is do with panics turned into errors.
func (s *searches) guarded(ctx context.Context, r *run, do doing) (result search.Result, err error) {
	defer func() {
		if p := recover(); p != nil {
			s.log.Error("search panicked", "panic", p, "stack", string(debug.Stack()))
			err = errInternal
		}
	}()
	return do(ctx, func(part search.Result) { r.tell(found{Result: part}) })
}

// tell makes f the current state of the run.
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

// now returns the current state, whether the hits of the state with the number seen are
// final, and a channel that is closed at the next state.
func (r *run) now(seen int) (state found, known bool, news <-chan struct{}) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.state, r.settled > 0 && seen >= r.settled, r.news
}

// after returns a state newer than the one with the number seen, as soon as there is one
// worth showing, or the current one after a timeout.
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
			return state, state.err
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
