package watch

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"
)

// Report is what has changed since the last one.
type Report struct {
	// Files are the .jsonl files and agent descriptions that were created,
	// written, renamed or removed: absolute paths, sorted.
	Files []string
	// All says that events are missing: every file has to be looked at.
	All bool
}

// Options are a watcher's settings. The zero value is ready to use.
type Options struct {
	// Gather bounds how long changes are collected before they are reported;
	// 0 means 100 ms. What comes after a quiet time is reported almost at once,
	// and the more work the reports make, the more is collected for each.
	Gather time.Duration
	// Poll is how often All is reported for roots without events while they
	// change; 0 means 5 s. It becomes twice as long every time that nothing has
	// changed, up to MaxPoll or, where looking takes long, to a thousand times
	// as long as that; 0 means a minute.
	Poll, MaxPoll time.Duration
	Logger        *slog.Logger
}

// lead is how long the first change after a quiet time waits for those that
// come with it: a write is often more than one event.
const lead = 2 * time.Millisecond

// share of the time, as 1 of so many parts, is all that reports may take.
const share = 5

// maxDepth bounds how deep agents' directories are followed below subagents/.
const maxDepth = 6

// Watcher watches some roots until it is closed.
type Watcher struct {
	opt    Options
	roots  []string
	report func(Report) bool
	remote func(string) error // why a path reports no events, if so
	events *fsnotify.Watcher  // nil where there are none to be had
	cancel context.CancelFunc
	// watched are the directories with a watch. Start fills it before the loop
	// runs, afterwards only the loop uses it.
	watched map[string]bool
	done    sync.WaitGroup

	// wait is how long it is until the next look at what has no events; used as
	// watched is.
	wait time.Duration

	mu      sync.Mutex
	polling map[string]error // roots without events, and why
}

// Start watches the roots and calls report, from one goroutine, with what
// changes; report says whether anything has. When Start returns, the watches
// stand: what is listed afterwards together with the reports misses nothing.
func Start(ctx context.Context, roots []string, opt Options, report func(Report) bool) *Watcher {
	return start(ctx, roots, opt, remote, report)
}

func start(ctx context.Context, roots []string, opt Options, remote func(string) error, report func(Report) bool) *Watcher {
	if opt.Gather == 0 {
		opt.Gather = 100 * time.Millisecond
	}
	if opt.Poll == 0 {
		opt.Poll = 5 * time.Second
	}
	if opt.MaxPoll == 0 {
		opt.MaxPoll = time.Minute
	}
	if opt.Logger == nil {
		opt.Logger = slog.New(slog.DiscardHandler)
	}
	ctx, cancel := context.WithCancel(ctx)
	w := &Watcher{
		opt: opt, roots: slices.Clone(roots), report: report, remote: remote, cancel: cancel,
		watched: map[string]bool{}, polling: map[string]error{},
	}
	events, err := fsnotify.NewBufferedWatcher(256)
	if err != nil {
		opt.Logger.Warn("no file events, looking every few seconds instead", "error", err)
	} else {
		w.events = events
	}
	for _, root := range roots {
		w.begin(root, err)
	}
	w.done.Go(func() { w.loop(ctx) })
	return w
}

// Close ends the watching and waits for a report that is under way.
func (w *Watcher) Close() {
	w.cancel()
	w.done.Wait()
	if w.events != nil {
		_ = w.events.Close() // nothing is lost by what cannot be closed
	}
}

// Polling returns the roots that are looked at every few seconds because the
// system reports no events for them, and why.
func (w *Watcher) Polling() map[string]error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return maps.Clone(w.polling)
}

// begin watches one root, or polls it where it cannot be watched. err says
// that there are no events at all.
func (w *Watcher) begin(root string, err error) {
	if err == nil {
		err = w.remote(root)
	}
	if err == nil {
		_, err = w.watch(root, nil)
		if err == nil && !w.watched[root] {
			err = fs.ErrNotExist // it may come
		}
	}
	if err != nil {
		w.poll(root, err)
	}
}

// watch adds dir and what is interesting below it. It returns the files that
// are there, appended to files.
func (w *Watcher) watch(dir string, files []string) ([]string, error) {
	if !w.wanted(dir) {
		return files, nil
	}
	if err := w.events.Add(dir); err != nil {
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
			return files, nil // gone again, or not for us: the scan reports it
		}
		return files, fmt.Errorf("watch %s: %w", dir, err)
	}
	w.watched[dir] = true
	entries, _ := os.ReadDir(dir) // unreadable or gone: the scan reports it
	var first error
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		switch {
		case e.IsDir(), e.Type()&fs.ModeSymlink != 0 && w.followed(path) && isDir(path):
			var err error
			if files, err = w.watch(path, files); err != nil && first == nil {
				first = err
			}
		case w.interesting(path):
			files = append(files, path)
		}
	}
	return files, first
}

// parts returns the elements of path below the root that holds it; nil for
// what lies in none, empty for a root itself.
func (w *Watcher) parts(path string) []string {
	for _, root := range w.roots {
		if path == root {
			return []string{}
		}
		if rest, ok := strings.CutPrefix(path, root+string(filepath.Separator)); ok {
			return strings.Split(rest, string(filepath.Separator))
		}
	}
	return nil
}

// wanted reports whether changes in dir can matter: the root itself (for a
// projects/ that appears), projects/, the project directories, side
// directories of sessions, and what lies below subagents/.
func (w *Watcher) wanted(dir string) bool {
	parts := w.parts(dir)
	switch {
	case parts == nil || len(parts) > 4+maxDepth:
		return false
	case len(parts) == 0:
		return true
	case parts[0] != "projects":
		return false
	}
	return len(parts) <= 3 || parts[3] == "subagents"
}

// followed reports whether a link to a directory at path is followed: to
// projects/, a project or a side directory, as the scan does.
func (w *Watcher) followed(path string) bool { return len(w.parts(path)) <= 3 }

// interesting reports whether a file is one that the scan lists.
func (w *Watcher) interesting(path string) bool {
	if !strings.HasSuffix(path, ".jsonl") && !strings.HasSuffix(path, ".meta.json") {
		return false
	}
	parts := w.parts(path)
	return len(parts) >= 3 && parts[0] == "projects"
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// loop gathers events and reports them. While nothing happens it sleeps
// without a timer, unless some root has to be polled.
func (w *Watcher) loop(ctx context.Context) {
	var events chan fsnotify.Event
	var faults chan error
	if w.events != nil {
		events, faults = w.events.Events, w.events.Errors
	}
	dirty := map[string]bool{}
	all, polled := false, false
	var gather, poll <-chan time.Time
	var rested time.Time // when the next report may come
	for {
		if poll == nil && !polled && len(w.Polling()) > 0 {
			poll = time.After(w.wait)
		}
		if gather == nil && (all || len(dirty) > 0) {
			gather = time.After(max(min(lead, w.opt.Gather), time.Until(rested)))
		}
		select {
		case <-ctx.Done():
			return
		case e, ok := <-events:
			if !ok {
				return
			}
			all = w.take(e, dirty) || all
		case err := <-faults:
			// Also an overflow: some events are lost.
			w.opt.Logger.Info("file events lost", "error", err)
			w.again(true)
			all = true
		case <-poll:
			poll = nil
			if polled = w.again(false) || w.blind(); polled {
				all = true
			} else {
				w.later(0)
			}
		case <-gather:
			gather = nil
			r := Report{Files: slices.Sorted(maps.Keys(dirty)), All: all}
			clear(dirty)
			all = false
			begun := time.Now()
			switch changed := w.report(r); {
			case changed:
				w.wait, poll = w.opt.Poll, nil
			case polled:
				w.later(time.Since(begun))
			}
			polled = false
			rested = time.Now().Add(min((share-1)*time.Since(begun), w.opt.Gather))
		}
	}
}

// take notes one event and reports whether everything has to be looked at.
func (w *Watcher) take(e fsnotify.Event, dirty map[string]bool) bool {
	if w.interesting(e.Name) { // Chmod too: times and permissions count
		dirty[e.Name] = true
		return false
	}
	if e.Has(fsnotify.Create) && isDir(e.Name) {
		files, err := w.watch(e.Name, nil)
		for _, f := range files {
			dirty[f] = true
		}
		if err != nil {
			w.poll(w.rootOf(e.Name), err)
		}
		return len(w.parts(e.Name)) == 1 // projects/ itself: its root is as none before
	}
	// A directory that may no longer be read, or again, hides or shows its files.
	if e.Has(fsnotify.Chmod) && w.wanted(e.Name) && isDir(e.Name) {
		if _, err := w.watch(e.Name, nil); err != nil {
			w.poll(w.rootOf(e.Name), err)
		}
		return true
	}
	// A directory that was renamed or removed takes its files with it; they
	// are not named one by one.
	if (e.Has(fsnotify.Remove) || e.Has(fsnotify.Rename)) && w.watched[e.Name] {
		delete(w.watched, e.Name)
		if w.rootOf(e.Name) == e.Name {
			w.poll(e.Name, fs.ErrNotExist) // it may come back
		}
		return true
	}
	return false
}

func (w *Watcher) rootOf(path string) string {
	parts := w.parts(path)
	for range parts {
		path = filepath.Dir(path)
	}
	return path
}
