package watch

import (
	"errors"
	"io/fs"
	"time"
)

// again watches what can be watched now and could not before: roots that have
// appeared, and, where all is true, directories whose events were lost. It
// reports whether a root has appeared.
func (w *Watcher) again(all bool) (appeared bool) {
	waiting := w.Polling()
	for _, root := range w.roots {
		why := waiting[root]
		came := errors.Is(why, fs.ErrNotExist) && w.isDir(root)
		if w.events != nil && (came || all && why == nil) {
			w.begin(root, nil)
		}
		appeared = appeared || came
	}
	return appeared
}

// blind reports whether a root is there of which no events come: only looking
// at everything shows what has become of it. One that is not there yet is
// looked for, which costs nothing.
func (w *Watcher) blind() bool {
	for _, why := range w.Polling() {
		if !errors.Is(why, fs.ErrNotExist) {
			return true
		}
	}
	return false
}

// poll begins to look at a root every few seconds.
func (w *Watcher) poll(root string, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if was := w.polling[root]; was == nil || was.Error() != err.Error() {
		w.opt.Logger.Info("no file events for a root, looking every few seconds instead", "root", root, "error", err)
		w.polling[root] = err
	}
	w.wait = w.opt.Poll
}

// part of the time is what looking costs at most while nothing changes.
const part = 1000

// later puts the next look off, since the last one, which took some time, has
// shown nothing.
func (w *Watcher) later(took time.Duration) {
	w.wait = min(2*w.wait, max(w.opt.MaxPoll, part*took))
}
