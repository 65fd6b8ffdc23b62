package watch

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/fsnotify/fsnotify"
)

func TestAnOverflowMeansLookingAtEverything(t *testing.T) {
	root := t.TempDir()
	do(t, root, "mkdir projects/-a")
	r := &recorder{root: root}
	w := Start(t.Context(), []string{root}, Options{Gather: time.Millisecond}, r.report)
	t.Cleanup(w.Close)
	w.events.Errors <- fsnotify.ErrEventOverflow
	r.until(t, "all", func() bool { return r.all > 0 })
}

func TestDirectoriesWhoseEventsWereLostAreWatchedAfterwards(t *testing.T) {
	root := t.TempDir()
	do(t, root, "mkdir projects/-a")
	r := &recorder{root: root}
	w := Start(t.Context(), []string{root}, Options{Gather: time.Millisecond}, r.report)
	t.Cleanup(w.Close)
	// Simulate a lost event for -b: the watch on projects/ is removed while the directory
	// is created.
	if err := w.events.Remove(filepath.Join(root, "projects")); err != nil {
		t.Fatal(err)
	}
	do(t, root, "mkdir projects/-b")
	w.events.Errors <- fsnotify.ErrEventOverflow
	r.until(t, "all", func() bool { return r.all > 0 })
	do(t, root, "write projects/-b/x.jsonl")
	r.until(t, "the file", func() bool { return slices.Contains(r.seen, "projects/-b/x.jsonl") })
}

func TestARootThatAppearsIsWatchedFromThenOn(t *testing.T) {
	root := filepath.Join(t.TempDir(), "later")
	r := &recorder{root: root}
	w := Start(t.Context(), []string{root}, Options{Gather: time.Millisecond, Poll: 5 * time.Millisecond}, r.report)
	t.Cleanup(w.Close)
	do(t, root, "mkdir projects/-a")
	r.until(t, "the end of polling", func() bool { return len(w.Polling()) == 0 })
	r.change(t, "write projects/-a/x.jsonl", "projects/-a/x.jsonl")
}

func TestARootThatIsReplacedIsFoundAgain(t *testing.T) {
	dir := t.TempDir()
	root := filepath.Join(dir, "root")
	do(t, root, "mkdir projects/-a")
	r := &recorder{root: root}
	w := Start(t.Context(), []string{root}, Options{Gather: time.Millisecond, Poll: 5 * time.Millisecond}, r.report)
	t.Cleanup(w.Close)
	do(t, dir, "mv root old")
	r.until(t, "the loss", func() bool { return len(w.Polling()) == 1 })
	do(t, dir, "mkdir root/projects/-a")
	r.until(t, "the end of polling", func() bool { return len(w.Polling()) == 0 })
	r.change(t, "write projects/-a/x.jsonl", "projects/-a/x.jsonl")
}

func TestTimesOfFilesAreReported(t *testing.T) {
	root := t.TempDir()
	do(t, root, "mkdir projects/-a \n write projects/-a/x.jsonl")
	r := record(t, root, Options{})
	past := time.Unix(1_700_000_000, 0)
	if err := os.Chtimes(filepath.Join(root, "projects/-a/x.jsonl"), past, past); err != nil {
		t.Fatal(err)
	}
	r.until(t, "the file", func() bool { return slices.Contains(r.seen, "projects/-a/x.jsonl") })
}

func TestLinkedProjectsAreWatchedButCirclesAreNot(t *testing.T) {
	root := t.TempDir()
	do(t, root, "mkdir projects/-p/s/subagents \n mkdir elsewhere")
	if err := os.Symlink(filepath.Join(root, "elsewhere"), filepath.Join(root, "projects/-q")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(".", filepath.Join(root, "projects/-p/s/subagents/again")); err != nil {
		t.Fatal(err)
	}
	r := record(t, root, Options{})
	do(t, root, "write elsewhere/x.jsonl")
	r.until(t, "the file", func() bool { return slices.Contains(r.seen, "projects/-q/x.jsonl") })
}

func TestCloseEndsAReportUnderWay(t *testing.T) {
	root := t.TempDir()
	do(t, root, "mkdir projects/-a")
	began, ended := make(chan struct{}), make(chan struct{})
	w := Start(context.Background(), []string{root}, Options{Gather: time.Millisecond}, func(Report) bool {
		close(began)
		<-ended
		return true
	})
	do(t, root, "write projects/-a/x.jsonl")
	<-began
	closed := make(chan struct{})
	go func() {
		w.Close()
		close(closed)
	}()
	select {
	case <-closed:
		t.Error("closed while a report was under way")
	default:
	}
	close(ended)
	<-closed
}

// TestDirectoriesRemovedBeforeTheirEvents: removing a watch fails because the
// system has already dropped it. The watcher must continue.
func TestDirectoriesRemovedBeforeTheirEvents(t *testing.T) {
	root := t.TempDir()
	do(t, root, "mkdir projects/-a")
	r := record(t, root, Options{})
	for range 500 {
		do(t, root, "mkdir projects/-b/s/subagents \n mv projects/-b projects/-c \n rm projects/-c")
	}
	r.until(t, "a file", func() bool {
		do(t, root, "append projects/-a/x.jsonl")
		return len(r.seen) > 0
	})
}
