package watch

import (
	"context"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"time"

	"github.com/fsnotify/fsnotify"
)

// loop collects events and reports them. When idle it uses no timer, unless a root has to
// be polled.
func (w *Watcher) loop(ctx context.Context) {
	dirty := map[string]bool{}
	all, polled := false, false
	var gather, poll <-chan time.Time
	var rested time.Time // the earliest time of the next report
	for {
		if poll == nil && !polled && len(w.Polling()) > 0 {
			poll = time.After(w.wait)
		}
		if gather == nil && (all || len(dirty) > 0) {
			gather = time.After(max(min(lead, w.opt.Gather), time.Until(rested)))
		}
		var events chan fsnotify.Event
		if w.events != nil {
			events = w.events.Events
		}
		select {
		case <-ctx.Done():
			return
		case e := <-events:
			all = w.record(e, dirty) || all
		case err := <-w.faults:
			// This includes overflows: some events are lost.
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
			if w.stale {
				w.reopen()
				all = true
			}
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

// record records one event and reports whether a full check is needed.
func (w *Watcher) record(e fsnotify.Event, dirty map[string]bool) bool {
	if w.interesting(e.Name) { // including Chmod: times and permissions count
		w.note(e.Name, dirty)
		switch _, linked := w.links[e.Name]; {
		case e.Has(fsnotify.Chmod) && linked:
			_ = w.link(e.Name) // its target may have been replaced
		case e.Has(fsnotify.Create|fsnotify.Remove|fsnotify.Rename) && (linked || isLink(e.Name)):
			w.stale = true
		}
		return w.stale
	}
	if e.Has(fsnotify.Create) && w.isDir(e.Name) {
		w.stale = w.stale || isLink(e.Name)
		for _, f := range w.watchOrPoll(e.Name) {
			w.note(f, dirty)
		}
		return w.stale || len(w.parts(e.Name)) == 1 // for projects/ itself: its root counts as new
	}
	// A directory whose permissions change hides or shows its files.
	if e.Has(fsnotify.Chmod) && w.wanted(e.Name) && w.isDir(e.Name) {
		w.watchOrPoll(e.Name)
		return true
	}
	// A renamed or removed directory takes its files with it, without events of their own.
	if e.Has(fsnotify.Remove|fsnotify.Rename) && w.watched[e.Name] {
		w.stale = w.stale || e.Has(fsnotify.Rename) || w.links[e.Name] != ""
		delete(w.watched, e.Name)
		if w.rootOf(e.Name) == e.Name {
			w.poll(e.Name, fs.ErrNotExist) // it may reappear
		}
		return true
	}
	return false
}

// watchOrPoll is watch for a directory whose root is polled if it cannot be watched.
func (w *Watcher) watchOrPoll(dir string) []string {
	files, err := w.watch(dir, nil)
	if err != nil {
		w.poll(w.rootOf(dir), err)
	}
	return files
}

// note records a changed file under all its names.
func (w *Watcher) note(path string, dirty map[string]bool) {
	dirty[path] = true
	for _, name := range w.others(path) {
		if w.interesting(name) {
			dirty[name] = true
		}
	}
}

func (w *Watcher) rootOf(path string) string {
	for range w.parts(path) {
		path = filepath.Dir(path)
	}
	return path
}
