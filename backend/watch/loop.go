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

// loop gathers events and reports them. While nothing happens it sleeps
// without a timer, unless some root has to be polled.
func (w *Watcher) loop(ctx context.Context) {
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
		var events chan fsnotify.Event
		if w.events != nil {
			events = w.events.Events
		}
		select {
		case <-ctx.Done():
			return
		case e := <-events:
			all = w.take(e, dirty) || all
		case err := <-w.faults:
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

// take notes one event and reports whether everything has to be looked at.
func (w *Watcher) take(e fsnotify.Event, dirty map[string]bool) bool {
	if w.interesting(e.Name) { // Chmod too: times and permissions count
		w.note(e.Name, dirty)
		switch _, linked := w.links[e.Name]; {
		case e.Has(fsnotify.Chmod) && linked:
			_ = w.link(e.Name) // the file that it led to may have been replaced
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
		return w.stale || len(w.parts(e.Name)) == 1 // projects/ itself: its root is as none before
	}
	// A directory that may no longer be read, or again, hides or shows its files.
	if e.Has(fsnotify.Chmod) && w.wanted(e.Name) && w.isDir(e.Name) {
		w.watchOrPoll(e.Name)
		return true
	}
	// A directory that was renamed or removed takes its files with it; they
	// are not named one by one.
	if e.Has(fsnotify.Remove|fsnotify.Rename) && w.watched[e.Name] {
		w.stale = w.stale || e.Has(fsnotify.Rename) || w.links[e.Name] != ""
		delete(w.watched, e.Name)
		if w.rootOf(e.Name) == e.Name {
			w.poll(e.Name, fs.ErrNotExist) // it may come back
		}
		return true
	}
	return false
}

// watchOrPoll is watch for a directory whose root is polled where it cannot be watched.
func (w *Watcher) watchOrPoll(dir string) []string {
	files, err := w.watch(dir, nil)
	if err != nil {
		w.poll(w.rootOf(dir), err)
	}
	return files
}

// note notes a file that is not as it was, by all its names.
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
