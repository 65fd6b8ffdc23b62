package window

import (
	"cmp"
	"context"
	"sync"
	"time"

	"github.com/wailsapp/wails/v2/pkg/runtime"

	"dendro/backend/desktop"
	"dendro/backend/library"
)

const (
	// silentAfter is how long a session that was written to has to be silent.
	silentAfter = 20 * time.Second
	// freshFor is how long before it fell silent its turn may have ended: what is
	// written later is a title, or the traces of a session that was only opened.
	freshFor = time.Minute
)

// silence tells a person who looks elsewhere that a session has come to the end
// of its turn. Its timer runs only after a session grew, and only where that is
// wished: an idle Dendro is not woken. Its methods may be called from any
// goroutine.
type idleNotifier struct {
	ctx    context.Context // when it ends, nothing is told any more
	wished func() bool     // the setting
	ended  func(session string) (library.TurnEnd, bool)
	notify func(desktop.Notification) error
	failed func(error)

	mu      sync.Mutex
	last    map[string]time.Time // when a session was written to last, until it is silent
	told    map[string]string    // of a session the leaf that was told of
	timer   *time.Timer
	focused bool
}

// newSilence is the window's silence.
func (w *Window) newIdleNotifier() *idleNotifier {
	return &idleNotifier{
		ctx:    w.ctx,
		wished: func() bool { return w.Settings.Get().Notify },
		ended: func(session string) (library.TurnEnd, bool) {
			w.Shell.wait() // from then on there is a history
			return w.History.TurnEnd(session)
		},
		notify: w.Notifier.Notify,
		failed: func(err error) { w.Log.Warn("notification not shown", "error", err) },
		last:   map[string]time.Time{},
		told:   map[string]string{},
	}
}

// grew takes the sessions that were written to. It does not call the library.
func (s *idleNotifier) grew(ids []string) {
	if len(ids) == 0 || s.ctx.Err() != nil || !s.wished() {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, id := range ids {
		s.last[id] = time.Now()
	}
	if s.timer == nil {
		s.timer = time.AfterFunc(silentAfter, s.tell)
	}
}

// tell tells of the sessions that have fallen silent.
func (s *idleNotifier) tell() {
	for _, id := range s.due() {
		r, ended := s.ended(id) // not while mu is held, which the library's changes wait for
		if !ended || !s.news(r) {
			continue
		}
		if err := s.notify(notificationOf(r)); err != nil {
			s.failed(err)
		}
	}
}

// due returns the sessions that nobody has written to for silentAfter, each once, and
// sets the timer anew where there may be another before one grows.
func (s *idleNotifier) due() (silent []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	next := silentAfter
	for id, when := range s.last {
		if left := silentAfter - time.Since(when); left > 0 {
			next = min(next, left)
			continue
		}
		delete(s.last, id)
		silent = append(silent, id)
	}
	s.timer = nil
	if len(s.last) > 0 {
		s.timer = time.AfterFunc(next, s.tell)
	}
	return silent
}

// news reports whether the end of a silent session's turn is to be told: its turn ended
// with what was just written, and it was not told of before. Who has the window in front
// has seen it.
func (s *idleNotifier) news(r library.TurnEnd) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if time.Since(r.At) > silentAfter+freshFor || s.told[r.Session] == r.Leaf {
		return false
	}
	s.told[r.Session] = r.Leaf
	return !s.focused && s.ctx.Err() == nil && s.wished()
}

// focus notes whether the window has the keyboard.
func (s *idleNotifier) focus(has bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.focused = has
}

// openSession brings the window to the front, and has the page open a session, while it
// is there.
func (w *Window) openSession(session string) {
	w.focus()
	if chat, _, err := w.History.Session(session); err == nil {
		runtime.EventsEmit(w.Shell.wait(), "open", map[string]string{"chat": chat.ID, "session": session})
	}
}

// notificationOf says what has come to an end, and where.
func notificationOf(r library.TurnEnd) desktop.Notification {
	note := desktop.Notification{Key: r.Session, Title: cmp.Or(r.Title, "Untitled"), Tail: ": finished", Body: r.Project}
	if r.Failed {
		note.Tail = ": stopped with an error"
	}
	return note
}
