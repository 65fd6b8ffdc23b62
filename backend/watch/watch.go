package watch

import (
	"cmp"
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

	"dendro/backend/internal/disk"
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

// patience is how long the file system may take to answer: nothing is watched and
// nothing read before, and what does not answer is looked at from time to time.
const patience = 2 * time.Second

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
	cancel context.CancelFunc
	disk   disk.Prober
	events *fsnotify.Watcher // nil where there are none to be had; used as watched is
	faults chan error        // that some were lost
	// watched are the directories with a watch. Start fills it before the loop
	// runs, afterwards only the loop uses it.
	watched map[string]bool
	done    sync.WaitGroup

	// links are the links that are followed, and where they lead; places is where
	// the roots are. Used as watched is.
	links, places map[string]string
	stale         bool // some watch stands under a name that is none any more; used as watched is

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
	opt.Gather = cmp.Or(opt.Gather, 100*time.Millisecond)
	opt.Poll = cmp.Or(opt.Poll, 5*time.Second)
	opt.MaxPoll = cmp.Or(opt.MaxPoll, time.Minute)
	opt.Logger = cmp.Or(opt.Logger, slog.New(slog.DiscardHandler))
	ctx, cancel := context.WithCancel(ctx)
	w := &Watcher{
		opt: opt, roots: slices.Clone(roots), report: report, remote: remote, cancel: cancel, disk: disk.Prober{Patience: patience},
		faults: make(chan error, 1), watched: map[string]bool{}, links: map[string]string{}, places: map[string]string{}, polling: map[string]error{},
	}
	w.open()
	w.done.Go(func() { w.loop(ctx) })
	return w
}

// open watches all roots.
func (w *Watcher) open() {
	events, err := fsnotify.NewBufferedWatcher(256)
	if err != nil {
		w.opt.Logger.Warn("no file events, looking every few seconds instead", "error", err)
	} else {
		w.events = events
		// Who has an error to tell lets nobody add a watch until it is heard.
		go func() {
			for err := range events.Errors {
				select {
				case w.faults <- err:
				default: // all say the same
				}
			}
		}()
	}
	for _, root := range w.roots {
		w.begin(root, err)
	}
}

// reopen watches all roots anew where watches stand under names that are none
// any more: what a directory that was renamed holds would be reported by its old
// name, and cannot be watched by the new one. What happens meanwhile is not
// reported.
func (w *Watcher) reopen() {
	w.stale = false
	if w.events != nil {
		_ = w.events.Close() // nothing is lost by what cannot be closed
		w.events = nil
	}
	clear(w.watched)
	clear(w.links)
	w.open()
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

// begin watches one root, which is polled no longer once its watches stand, or polls it
// where it cannot be watched. err says that there are no events at all.
func (w *Watcher) begin(root string, err error) {
	if err == nil {
		w.places[root] = root
		if path, err := w.resolved(root); err == nil {
			w.places[root] = path
		}
		_, err = w.watch(root, nil)
		if err == nil && !w.watched[root] {
			err = fs.ErrNotExist // it may come
		}
	}
	if err != nil {
		w.poll(root, err)
		return
	}
	w.mu.Lock()
	delete(w.polling, root)
	w.mu.Unlock()
}

// watch adds dir and what is interesting below it. It returns the files that
// are there, appended to files.
func (w *Watcher) watch(dir string, files []string) ([]string, error) {
	if !w.wanted(dir) {
		return files, nil
	}
	if len(w.parts(dir)) <= 2 { // what is mounted, or a link leads to, begins there
		if _, err := ask(w, dir, func() (struct{}, error) { return struct{}{}, w.remote(dir) }); err != nil {
			return files, err
		}
	}
	if err := w.events.Add(dir); err != nil {
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
			return files, nil // gone again, or not for us: the scan reports it
		}
		return files, fmt.Errorf("watch %s: %w", dir, err)
	}
	w.watched[dir] = true
	entries, _ := disk.List(dir) // unreadable or gone: the scan reports it
	var first error
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		into := e.IsDir()
		var err error
		if e.Type()&fs.ModeSymlink != 0 && w.followed(path) {
			if err = w.link(path); err == nil {
				into = w.isDir(path)
			}
		}
		switch {
		case err != nil:
		case into:
			files, err = w.watch(path, files)
		case w.interesting(path):
			files = append(files, path)
		}
		if first == nil {
			first = err
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

// followed reports whether a link at path is followed, as the scan does: to
// projects/, a project or a side directory, and to a file wherever it lies.
func (w *Watcher) followed(path string) bool { return len(w.parts(path)) <= 3 || w.interesting(path) }

// interesting reports whether a file is one that the scan lists.
func (w *Watcher) interesting(path string) bool {
	if !strings.HasSuffix(path, ".jsonl") && !strings.HasSuffix(path, ".meta.json") {
		return false
	}
	parts := w.parts(path)
	return len(parts) >= 3 && parts[0] == "projects"
}

// isDir reports whether a path leads to a directory that answers.
func (w *Watcher) isDir(path string) bool {
	is, err := ask(w, path, func() (bool, error) {
		info, err := os.Stat(path)
		return err == nil && info.IsDir(), err
	})
	return is && err == nil
}

// resolved is filepath.EvalSymlinks for a path that may not answer.
func (w *Watcher) resolved(path string) (string, error) {
	return ask(w, path, func() (string, error) { return filepath.EvalSymlinks(path) })
}

// ask asks the system about a path at which something may be mounted, or a link
// may lead to that.
func ask[T any](w *Watcher, path string, question func() (T, error)) (T, error) {
	return disk.WithTimeout(context.Background(), &w.disk, path, question)
}
