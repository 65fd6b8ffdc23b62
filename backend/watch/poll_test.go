package watch

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dendro/backend/internal/disk"
)

// blindStart watches a root that reports no events.
func blindStart(t *testing.T, r *recorder, opt Options) *Watcher {
	t.Helper()
	opt.Gather = time.Millisecond
	w := start(t.Context(), []string{r.root}, opt, func(string) error { return errors.New("far away") }, r.report)
	t.Cleanup(w.Close)
	return w
}

func TestRootsWithoutEventsArePolled(t *testing.T) {
	r := &recorder{root: t.TempDir()}
	w := blindStart(t, r, Options{Poll: 5 * time.Millisecond})
	if len(w.Polling()) != 1 {
		t.Fatalf("polling: %v", w.Polling())
	}
	r.until(t, "a second look", func() bool { return r.all >= 2 })
}

// TestPollingBacksOff counts checks: ever fewer while nothing changes, and as many as
// before after a change.
func TestPollingBacksOff(t *testing.T) {
	r := &recorder{root: t.TempDir()}
	begun := time.Now()
	w := blindStart(t, r, Options{Poll: 5 * time.Millisecond, MaxPoll: time.Hour})
	time.Sleep(600 * time.Millisecond)
	r.mu.Lock()
	// After 5, 15, 35, 75, 155, 315 and 635 ms, or later.
	if soonest := 5 * time.Millisecond * (1<<r.all - 1); time.Since(begun) < soonest {
		t.Errorf("%d looks while nothing changed", r.all)
	}
	r.changed = true
	r.all = 0
	r.mu.Unlock()
	r.until(t, "looks at short intervals", func() bool { return r.all >= 20 })
	w.Close()
}

func TestLookingTakesASmallPartOfTheTime(t *testing.T) {
	w := &Watcher{opt: Options{Poll: 5 * time.Second, MaxPoll: time.Minute}, wait: 5 * time.Second}
	for range 10 {
		w.later(10 * time.Millisecond)
	}
	if w.wait != time.Minute {
		t.Errorf("a quick look every %v", w.wait)
	}
	for range 10 {
		w.later(300 * time.Millisecond)
	}
	if w.wait != 5*time.Minute {
		t.Errorf("a long look every %v", w.wait)
	}
}

// TestAMissingRootIsOnlyLookedFor: the watched roots need not be listed for it.
func TestAMissingRootIsOnlyLookedFor(t *testing.T) {
	there, missing := t.TempDir(), filepath.Join(t.TempDir(), "later")
	do(t, there, "mkdir projects/-a")
	r := &recorder{root: missing}
	w := Start(t.Context(), []string{there, missing}, Options{Gather: time.Millisecond, Poll: time.Millisecond, MaxPoll: 2 * time.Millisecond}, r.report)
	t.Cleanup(w.Close)
	time.Sleep(100 * time.Millisecond)
	r.mu.Lock()
	if r.runs > 0 {
		t.Errorf("%d reports while nothing happened", r.runs)
	}
	r.mu.Unlock()
	do(t, missing, "mkdir projects/-a \n write projects/-a/x.jsonl")
	r.until(t, "everything", func() bool { return r.all > 0 })
	r.until(t, "the end of polling", func() bool { return len(w.Polling()) == 0 })
	r.change(t, "append projects/-a/x.jsonl", "projects/-a/x.jsonl")
}

// TestMountBelowARootIsPolled: a root may send events while the file system of its
// projects does not.
func TestMountBelowARootIsPolled(t *testing.T) {
	r := &recorder{root: t.TempDir()}
	do(t, r.root, "mkdir projects/-a")
	for _, far := range []string{"projects", "projects/-a"} {
		w := start(t.Context(), []string{r.root}, Options{Gather: time.Millisecond, Poll: 5 * time.Millisecond}, func(path string) error {
			if path == filepath.Join(r.root, filepath.FromSlash(far)) {
				return errors.New("far away")
			}
			return nil
		}, r.report)
		t.Cleanup(w.Close)
		r.forget()
		r.until(t, "a second look", func() bool { return r.all >= 2 })
		w.Close()
	}
}

// TestUnresponsiveProjectDoesNotBlock: a project is on a dead mount. The others are
// watched, and it is polled.
func TestUnresponsiveProjectDoesNotBlock(t *testing.T) {
	r := &recorder{root: t.TempDir()}
	do(t, r.root, "mkdir projects/-a \n mkdir projects/-z")
	const dead = 6
	for i := range dead {
		do(t, r.root, fmt.Sprint("mkdir projects/-dead", i))
	}
	never := make(chan struct{})
	defer close(never)
	begun := time.Now()
	w := start(t.Context(), []string{r.root}, Options{Gather: time.Millisecond, Poll: time.Hour, MaxPoll: time.Hour}, func(path string) error {
		if strings.HasPrefix(filepath.Base(path), "-dead") {
			<-never
		}
		return nil
	}, r.report)
	t.Cleanup(w.Close)
	if took := time.Since(begun); took >= dead*patience {
		t.Errorf("it took %v until the others are watched", took)
	}
	if err := w.Polling()[r.root]; !errors.Is(err, disk.ErrNoAnswer) {
		t.Errorf("it is not looked at: %v", err)
	}
	do(t, r.root, "write projects/-a/x.jsonl \n write projects/-z/y.jsonl")
	r.untilSeen(t, "projects/-a/x.jsonl", "projects/-z/y.jsonl")
}
