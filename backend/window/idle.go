package window

import (
	"context"
	"sync"
	"time"

	"github.com/wailsapp/wails/v2/pkg/runtime"

	"dendro/backend/desktop"
	"dendro/backend/library"
	"dendro/backend/message"
)

const (
	// silentAfter is the time without writes after which a session counts as idle.
	silentAfter = 20 * time.Second
	// freshFor is the maximum age of the last turn's end at that time: later writes are a
	// title, or come from a session that was only opened.
	freshFor = time.Minute
)

// idleNotifier notifies a user whose focus is elsewhere that a session has finished its
// turn. Its timer runs only after a session grew, and only if notifications are enabled: an
// idle Dendro is not woken. Its methods may be called from any goroutine.
type idleNotifier struct {
	ctx    context.Context // when it ends, no notification is sent
	wished func() bool     // the setting
	ended  func(session string) (library.TurnEnd, bool)
	notify func(desktop.Notification) error
	failed func(error)
	// language returns the language of the notifications.
	language func() string

	mu       sync.Mutex
	last     map[string]time.Time // time of the last write per session, until it is idle
	notified map[string]string    // the leaf of a session's last notification
	timer    *time.Timer
	focused  bool
}

// newIdleNotifier returns the window's notifier.
func (w *Window) newIdleNotifier() *idleNotifier {
	return &idleNotifier{
		ctx:    w.ctx,
		wished: func() bool { return w.Settings.Get().Notify },
		ended: func(session string) (library.TurnEnd, bool) {
			w.Shell.wait() // from then on there is a history
			return w.History.Library.TurnEnd(w.ctx, session)
		},
		notify:   w.Notifier.Notify,
		failed:   func(err error) { w.Log.Warn("notification not shown", "error", err) },
		language: w.Language,
		last:     map[string]time.Time{},
		notified: map[string]string{},
	}
}

// grew records that sessions were written to. It does not call the library.
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

// tell sends notifications for the sessions that have become idle.
func (s *idleNotifier) tell() {
	for _, id := range s.due() {
		r, ended := s.ended(id) // not while mu is held, which the library's changes wait for
		if !ended || !s.news(r) {
			continue
		}
		if err := s.notify(notificationOf(r, s.language())); err != nil {
			s.failed(err)
		}
	}
}

// due returns the sessions that have been idle for silentAfter, each once, and resets the
// timer if another may become idle before the next write.
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

// news reports whether to notify about an idle session: the last write ended its turn, and
// there was no notification yet. With the window in focus the user has seen it.
func (s *idleNotifier) news(r library.TurnEnd) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if time.Since(r.At) > silentAfter+freshFor || s.notified[r.Session] == r.Leaf {
		return false
	}
	s.notified[r.Session] = r.Leaf
	return !s.focused && s.ctx.Err() == nil && s.wished()
}

// focus records whether the window has the keyboard focus.
func (s *idleNotifier) focus(has bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.focused = has
}

// openSession brings the window to the front and opens a session in the page.
func (w *Window) openSession(session string) {
	w.focus()
	if chat, _, err := w.History.Library.Session(session); err == nil {
		runtime.EventsEmit(w.Shell.wait(), "open", map[string]string{"chat": chat.ID, "session": session})
	}
}

// notificationOf returns the notification for the end of a session's turn.
func notificationOf(r library.TurnEnd, language string) desktop.Notification {
	frame := func(title string) message.Message { return message.New("notify_finished", "title", title) }
	if r.Failed {
		frame = func(title string) message.Message { return message.New("notify_failed", "title", title) }
	}
	return desktop.Notification{
		Key: r.Session, Title: message.First(library.Name(r.Title), message.New("untitled")).In(language), Body: r.Project,
		Frame: func(title string) string { return frame(title).In(language) },
		Open:  message.New("notify_open").In(language),
	}
}
