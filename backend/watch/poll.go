package watch

import (
	"errors"
	"io/fs"
	"time"
)

// again watches directories that could not be watched before: roots that have appeared and,
// if all is set, directories whose events were lost. It reports whether a root has
// appeared.
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

// blind reports whether an existing root sends no events, so that only a full check shows
// its changes. A missing root is only looked for, which costs nothing.
func (w *Watcher) blind() bool {
	for _, why := range w.Polling() {
		if !errors.Is(why, fs.ErrNotExist) {
			return true
		}
	}
	return false
}

// poll starts to check a root every few seconds.
func (w *Watcher) poll(root string, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if was := w.polling[root]; was == nil || was.Error() != err.Error() {
		w.opt.Logger.Info("no file events for a root, polling every few seconds instead", "root", root, "error", err)
		w.polling[root] = err
	}
	w.wait = w.opt.Poll
}

// part bounds the cost of polling to this share of the time while nothing changes.
const part = 1000

// later postpones the next check after one that took some time and found nothing.
func (w *Watcher) later(took time.Duration) {
	w.wait = min(2*w.wait, max(w.opt.MaxPoll, part*took))
}
