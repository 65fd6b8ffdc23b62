package library

import "dendro/backend/chattree"

// shown is the list of chats as whoever asks gets it: it is there before what
// it was made from, and while that changes.
type shown struct {
	chats   []*chattree.Chat
	roots   []string
	partial map[string]bool // sessions that are known from head and tail only
	soon    bool            // there is no list at the moment: see renew
}

// show makes chats the list. l.mu is held.
func (l *Library) show(chats []*chattree.Chat) {
	s := &shown{chats: chats, partial: l.partial}
	for _, r := range l.roots {
		s.roots = append(s.roots, r.Path)
	}
	l.shown.Store(s)
}

// List returns all chats as they were last known, newest first, and does
// not wait but for renew: after a start it is what an earlier process has kept, before anything
// else can be asked for. It is for showing rows: the sources of its sessions
// may not be there yet.
func (l *Library) List() []*chattree.Chat {
	if s := l.latest(); s != nil {
		return s.chats
	}
	return nil
}

// latest returns the list as it was last known, nil before the first.
func (l *Library) latest() *shown {
	s := l.shown.Load()
	if s == nil || !s.soon {
		return s
	}
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.shown.Load()
}
