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

// searches are the searches that windows follow, one a window: what is typed
// next ends what was asked before. That a request is left cannot end it: the
// window's server tells nobody, and a search goes on between two requests.
type searches struct {
	log *slog.Logger

	mu   sync.Mutex
	runs map[string]*run // the latest, by window
}

const (
	// maxWindows is how many windows are told apart.
	maxWindows = 32
	// unasked is how long a search goes on that nobody asks for.
	unasked = 5 * time.Second
	// patience is how long a request waits for news.
	patience = time.Second
	// countEvery is how often a growing number is told when the hits are known.
	countEvery = 200 * time.Millisecond
)

// run is one search, and what it has found so far.
type run struct {
	number int // later ones have larger numbers
	ended  bool
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

// start returns the search that a window asks for by its number: the one that
// goes on, or a new one in the place of any earlier one.
func (s *searches) start(window string, number int, info searchedWire, do doing) (*run, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	last := s.runs[window]
	switch {
	case last == nil || last.number < number:
	case last.number > number || last.ended:
		return nil, context.Canceled // another was asked for, or nothing more
	case !last.cancelled():
		return last, nil
	}
	ctx, cancel := context.WithCancel(context.Background())
	r := &run{number: number, info: info, cancel: cancel, news: make(chan struct{})}
	r.idle = time.AfterFunc(unasked, cancel)
	s.put(window, r)
	go func() {
		defer cancel()
		result, err := s.guarded(ctx, r, do)
		r.tell(found{Result: result, done: true, err: err})
	}()
	return r, nil
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

// end ends what a window asked for up to a number, also where that is only to
// come: requests overtake each other.
func (s *searches) end(window string, number int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if last := s.runs[window]; last == nil || last.number <= number {
		s.put(window, &run{number: number, ended: true, cancel: func() {}})
	}
}

// put makes r the window's latest search, and ends the one before. s.mu is
// held.
func (s *searches) put(window string, r *run) {
	if last := s.runs[window]; last != nil {
		last.cancel()
	} else if len(s.runs) >= maxWindows {
		for _, other := range s.runs {
			other.cancel()
		}
		clear(s.runs)
	}
	if s.runs == nil {
		s.runs = map[string]*run{}
	}
	s.runs[window] = r
}

// cancelled reports whether the search ended because nobody asked for it.
func (r *run) cancelled() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return errors.Is(r.state.err, context.Canceled)
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
