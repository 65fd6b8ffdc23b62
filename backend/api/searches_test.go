package api

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"dendro/backend/search"
)

// scripted is a search with results sent by the test, until it is closed.
type scripted struct {
	results chan search.Result
	ended   chan error // the end of its context
}

func newScripted() *scripted {
	return &scripted{make(chan search.Result), make(chan error, 1)}
}

func (s *scripted) do(ctx context.Context, tell func(search.Result)) (search.Result, error) {
	last := search.Result{}
	for {
		select {
		case r, ok := <-s.results:
			if !ok {
				s.ended <- nil
				last.Complete, last.Settled = true, true
				return last, nil
			}
			last = r
			tell(r)
		case <-ctx.Done():
			s.ended <- ctx.Err()
			return last, ctx.Err()
		}
	}
}

// searching starts a scripted search.
func searching(t *testing.T) (*searches, *scripted, *run) {
	t.Helper()
	list := &searches{log: slog.New(slog.DiscardHandler)}
	s := newScripted()
	return list, s, list.start("a", searchedWire{}, s.do)
}

func TestSearchesReportProgress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, s, r := searching(t)
		ask := func(seen int) (found, time.Duration) {
			t.Helper()
			begun := time.Now()
			f, err := r.after(t.Context(), seen)
			if err != nil {
				t.Fatal(err)
			}
			return f, time.Since(begun)
		}
		if f, waited := ask(0); f.seen != 0 || waited != patience {
			t.Errorf("without news: state %d after %v", f.seen, waited)
		}
		go func() { s.results <- search.Result{Looked: 1, Blocks: 9} }()
		if f, waited := ask(0); f.Looked != 1 || waited != patience {
			t.Errorf("nothing found yet is no news: %+v after %v", f, waited)
		}
		go func() { s.results <- search.Result{Counted: 3} }()
		f, waited := ask(1)
		if f.Counted != 3 || waited != 0 {
			t.Errorf("the first hits: %+v after %v", f, waited)
		}
		s.results <- search.Result{Counted: 50, Settled: true}
		if f, waited = ask(f.seen); !f.Settled || waited != 0 {
			t.Errorf("settled: %+v after %v", f, waited)
		}
		// From then on only the number grows, which is reported now and then.
		s.results <- search.Result{Counted: 60, Settled: true}
		if f, waited = ask(f.seen); f.Counted != 60 || waited != countEvery {
			t.Errorf("counting: %+v after %v", f, waited)
		}
		close(s.results)
		if f, waited = ask(f.seen); !f.done || !f.Complete || waited != 0 {
			t.Errorf("done: %+v after %v", f, waited)
		}
		if f, _ = ask(f.seen); !f.Complete {
			t.Errorf("asked once more: %+v", f)
		}
	})
}

func TestASearchEndsByItsName(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		list, s, r := searching(t)
		other := newScripted()
		list.start("b", searchedWire{}, other.do)
		if list.start("a", searchedWire{}, other.do) != r {
			t.Error("asked again, it is another search")
		}
		waiting := make(chan error)
		go func() {
			_, err := r.after(t.Context(), 0)
			waiting <- err
		}()
		synctest.Wait()
		list.end("a")
		if err := <-s.ended; !errors.Is(err, context.Canceled) {
			t.Errorf("ended: %v", err)
		}
		if err := <-waiting; !errors.Is(err, context.Canceled) {
			t.Errorf("who waited for it: %v", err)
		}
		if len(other.ended) > 0 || len(list.runs) != 1 {
			t.Errorf("%d others have ended, %d go on", len(other.ended), len(list.runs))
		}
		list.end("b")
	})
}

// TestUnpolledSearchEnds ends, and starts again on the next request.
func TestUnpolledSearchEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		list, s, r := searching(t)
		for range 4 { // requests keep it running
			time.Sleep(unasked - time.Second)
			if _, err := r.after(t.Context(), 0); err != nil {
				t.Fatal(err)
			}
		}
		time.Sleep(unasked)
		if err := <-s.ended; !errors.Is(err, context.Canceled) {
			t.Errorf("it ended with %v", err)
		}
		synctest.Wait()
		again := list.start("a", searchedWire{}, s.do)
		if again == r {
			t.Error("it does not begin anew")
		}
		close(s.results)
		if f, err := again.after(t.Context(), 0); err != nil || !f.Complete {
			t.Errorf("%+v, %v", f, err)
		}
		list.end("a")
	})
}

func TestASearchThatPanics(t *testing.T) {
	list := &searches{log: slog.New(slog.DiscardHandler)}
	r := list.start("a", searchedWire{}, func(context.Context, func(search.Result)) (search.Result, error) {
		panic("no")
	})
	if _, err := r.after(t.Context(), 0); err == nil {
		t.Error("a panic is no error")
	}
}
