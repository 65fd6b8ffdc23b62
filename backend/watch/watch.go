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

// Report lists the changes since the last report.
type Report struct {
	// Files are the .jsonl files and agent descriptions that were created, written, renamed
	// or removed: absolute paths, sorted.
	Files []string
	// All is set if events are missing: every file has to be checked.
	All bool
}

// Options are a watcher's settings. The zero value is ready to use.
type Options struct {
	// Gather bounds how long changes are collected before they are reported; 0 means a
	// second. The first change after a quiet time is reported almost at once, and the more
	// work the reports cause, the more is collected for each.
	Gather time.Duration
	// Poll is the initial interval of reports with All for roots without events; 0 means 5
	// s. It doubles after each check that finds nothing, up to MaxPoll (0 means a minute)
	// or, if checks take long, to a thousand times their duration.
	Poll, MaxPoll time.Duration
	Logger        *slog.Logger
}

// patience is the file system's time to respond. Nothing is watched or read before, and an
// unresponsive path is polled.
const patience = 2 * time.Second

// lead is the delay of the first report after a quiet time: a write is often more than one
// event.
const lead = 2 * time.Millisecond

// share bounds the reports to this fraction (1/share) of the time. Reading what came is a
// small part of the work that a report causes; the window rests by itself after the rest of it.
const share = 20

// maxDepth bounds the depth of watched directories below subagents/.
const maxDepth = 6

// Watcher watches roots until it is closed.
type Watcher struct {
	opt    Options
	roots  []string
	report func(Report) bool
	remote func(string) error // the reason why a path reports no events, if any
	cancel context.CancelFunc
	disk   disk.Prober
	events *fsnotify.Watcher // nil if unavailable; same ownership as watched
	faults chan error        // errors about lost events
	// watched is the set of watched directories. Start fills it before the loop runs;
	// afterwards only the loop uses it.
	watched map[string]bool
	done    sync.WaitGroup

	// links maps followed links to their targets, places roots to their directories. Same
	// ownership as watched.
	links, places map[string]string
	stale         bool // some watch has an outdated name; same ownership as watched

	// wait is the interval until the next check of paths without events. Same ownership as
	// watched.
	wait time.Duration

	mu      sync.Mutex
	polling map[string]error // roots without events, with the reason
}

// Start watches the roots and calls report with the changes, from one goroutine; report
// returns whether anything has changed. When Start returns, all watches exist: a listing
// made afterwards, together with the reports, misses nothing.
func Start(ctx context.Context, roots []string, opt Options, report func(Report) bool) *Watcher {
	return start(ctx, roots, opt, remote, report)
}

func start(ctx context.Context, roots []string, opt Options, remote func(string) error, report func(Report) bool) *Watcher {
	opt.Gather = cmp.Or(opt.Gather, time.Second)
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
		w.opt.Logger.Warn("no file events, polling every few seconds instead", "error", err)
	} else {
		w.events = events
		// fsnotify blocks Add until its error channel is drained.
		go func() {
			for err := range events.Errors {
				select {
				case w.faults <- err:
				default: // one error suffices
				}
			}
		}()
	}
	for _, root := range w.roots {
		w.begin(root, err)
	}
}

// reopen recreates all watches when some have outdated names: a renamed directory's content
// would be reported under its old name, and cannot be watched under the new one. Changes
// during the call are not reported.
func (w *Watcher) reopen() {
	w.stale = false
	if w.events != nil {
		_ = w.events.Close() // a failing Close loses nothing
		w.events = nil
	}
	clear(w.watched)
	clear(w.links)
	w.open()
}

// Close stops the watcher and waits for a running report.
func (w *Watcher) Close() {
	w.cancel()
	w.done.Wait()
	if w.events != nil {
		_ = w.events.Close() // a failing Close loses nothing
	}
}

// Polling returns the roots that are polled because the system reports no events for them,
// with the reason.
func (w *Watcher) Polling() map[string]error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return maps.Clone(w.polling)
}

// begin watches one root and stops polling it, or polls it if it cannot be watched. err
// means that events are unavailable.
func (w *Watcher) begin(root string, err error) {
	if err == nil {
		w.places[root] = root
		if path, err := w.resolved(root); err == nil {
			w.places[root] = path
		}
		_, err = w.watch(root, nil)
		if err == nil && !w.watched[root] {
			err = fs.ErrNotExist // it may appear later
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

// watch adds dir and the relevant directories below it. It appends the existing files to
// files.
func (w *Watcher) watch(dir string, files []string) ([]string, error) {
	if !w.wanted(dir) {
		return files, nil
	}
	if len(w.parts(dir)) <= 2 { // mounts and followed links start at this depth
		if _, err := ask(w, dir, func() (struct{}, error) { return struct{}{}, w.remote(dir) }); err != nil {
			return files, err
		}
	}
	if err := w.events.Add(dir); err != nil {
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
			return files, nil // removed or unreadable: the scan reports it
		}
		return files, fmt.Errorf("watch %s: %w", dir, err)
	}
	w.watched[dir] = true
	entries, _ := disk.List(dir) // unreadable or removed: the scan reports it
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

// parts returns the elements of path below its root; nil outside of any root, empty for a
// root itself.
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

// wanted reports whether changes in dir can matter: the root itself (for a projects/ that
// appears), projects/, the project directories, side directories of sessions, and
// directories below subagents/.
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

// followed reports whether a link at path is followed, as in the scan: to projects/, a
// project or a side directory, and to a file anywhere.
func (w *Watcher) followed(path string) bool { return len(w.parts(path)) <= 3 || w.interesting(path) }

// interesting reports whether the scan lists a file.
func (w *Watcher) interesting(path string) bool {
	if !strings.HasSuffix(path, ".jsonl") && !strings.HasSuffix(path, ".meta.json") {
		return false
	}
	parts := w.parts(path)
	return len(parts) >= 3 && parts[0] == "projects"
}

// isDir reports whether a path leads to a responsive directory.
func (w *Watcher) isDir(path string) bool {
	is, err := ask(w, path, func() (bool, error) {
		info, err := os.Stat(path)
		return err == nil && info.IsDir(), err
	})
	return is && err == nil
}

// resolved is filepath.EvalSymlinks with a timeout.
func (w *Watcher) resolved(path string) (string, error) {
	return ask(w, path, func() (string, error) { return filepath.EvalSymlinks(path) })
}

// ask accesses, with a timeout, a path that may be on a mount or lead to one.
func ask[T any](w *Watcher, path string, question func() (T, error)) (T, error) {
	return disk.WithTimeout(context.Background(), &w.disk, path, question)
}
