package library

import (
	"sync"
	"time"

	"dendro/backend/chattree"
)

// roster knows the sessions of the list that may be live. From one list to the
// next it looks at what has changed.
type roster struct {
	mu     sync.Mutex
	list   []*chattree.Chat
	byID   map[string]listed
	since  time.Time                            // when it was asked last
	recent map[*chattree.Session]*chattree.Chat // that may be live from then on because of their last change
}

// listed is where a session stands.
type listed struct {
	session *chattree.Session
	chat    *chattree.Chat
}

// alive returns the sessions of the list that are live, by their ids, and their
// chats.
func (r *roster) alive(list []*chattree.Chat, live *liveness) map[string]*chattree.Chat {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.follow(list, live.now)
	alive := map[string]*chattree.Chat{}
	for s, c := range r.recent {
		if live.of(s) {
			alive[s.ID] = c
		}
	}
	for _, ids := range live.registered {
		for id := range ids {
			if p, ok := r.byID[id]; ok && live.of(p.session) {
				alive[id] = p.chat
			}
		}
	}
	return alive
}

// follow makes list the roster's.
func (r *roster) follow(list []*chattree.Chat, now time.Time) {
	gone, came := chattree.Changed(r.list, list)
	if r.byID == nil {
		r.byID = make(map[string]listed, len(list)+len(list)/8)
		r.recent = map[*chattree.Session]*chattree.Chat{}
	}
	for _, c := range gone {
		for _, s := range c.Sessions {
			delete(r.byID, s.ID)
			delete(r.recent, s)
		}
	}
	for _, c := range came {
		for _, s := range c.Sessions {
			r.byID[s.ID] = listed{s, c}
			r.note(s, c, now)
		}
	}
	if now.Before(r.since) { // somebody has set the clock
		for _, p := range r.byID {
			r.note(p.session, p.chat, now)
		}
	}
	for s := range r.recent {
		if !isRecent(s, now) {
			delete(r.recent, s)
		}
	}
	r.list, r.since = list, now
}

// forget lets go of the list.
func (r *roster) forget() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.list, r.byID, r.recent = nil, nil, nil
}

func (r *roster) note(s *chattree.Session, c *chattree.Chat, now time.Time) {
	if isRecent(s, now) {
		r.recent[s] = c
	}
}

// isRecent reports whether a session is live because of its last change, or
// will be, by a clock that goes after.
func isRecent(s *chattree.Session, now time.Time) bool { return now.Sub(s.Source.ModTime) < liveFor }
