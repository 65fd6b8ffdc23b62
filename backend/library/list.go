package library

import (
	"sync"
	"time"

	"dendro/backend/chattree"
)

// shown is the list of chats as whoever asks gets it: it is there before what
// it was made from, and while that changes.
type shown struct {
	chats   []*chattree.Chat
	roots   []string
	partial map[string]bool // sessions that are known from head and tail only

	once   sync.Once
	since  time.Time           // when they were looked at
	recent []*chattree.Session // that may be live since then because of their last change
	byID   map[string]*chattree.Session
}

// look looks at every session once, whoever asks first.
func (s *shown) look(now time.Time) {
	s.once.Do(func() {
		s.since = now
		s.byID = make(map[string]*chattree.Session, len(s.chats)+len(s.chats)/8)
		for _, c := range s.chats {
			for _, session := range c.Sessions {
				s.byID[session.ID] = session
				if now.Sub(session.Source.ModTime) < liveFor { // or will be, by a clock that goes after
					s.recent = append(s.recent, session)
				}
			}
		}
	})
}

// show makes chats the list. l.mu is held.
func (l *Library) show(chats []*chattree.Chat) {
	s := &shown{chats: chats, partial: l.partial}
	for _, r := range l.roots {
		s.roots = append(s.roots, r.Path)
	}
	l.shown.Store(s)
}

// List returns all chats as they were last known, newest first, and never
// waits: after a start it is what an earlier process has kept, before anything
// else can be asked for. It is for showing rows: the sources of its sessions
// may not be there yet.
func (l *Library) List() []*chattree.Chat {
	if s := l.shown.Load(); s != nil {
		return s.chats
	}
	return nil
}
