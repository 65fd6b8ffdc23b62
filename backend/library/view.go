package library

import (
	"maps"
	"time"

	"dendro/backend/chattree"
)

// View is the List at one moment, with what is true of its sessions then. It is
// for one goroutine.
type View struct {
	Chats []*chattree.Chat

	live      liveness
	alive     map[string]*chattree.Chat // by session
	partial   map[string]bool
	retention map[string]int
	until     time.Time // when facts change with time alone, those that were asked for; zero: never
}

// Look returns the List as it is now. One call serves a whole list: it looks at
// each root once. Like List it waits for renew alone.
func (l *Library) Look() *View {
	list := l.latest()
	if list == nil {
		return &View{}
	}
	v := &View{Chats: list.chats, live: l.liveness(list.roots), partial: list.partial}
	v.retention, _ = retentions(list.roots)
	v.alive = l.roster.alive(v.Chats, &v.live)
	return v
}

// Facts returns what is true of a session of the view.
func (v *View) Facts(s *chattree.Session) Facts {
	src := s.Source
	f := Facts{ModTime: src.ModTime, Live: v.live.of(s), Partial: v.partial[s.ID], Root: src.Root}
	if v.live.demo { // nothing deletes it
		return f
	}
	var change time.Duration
	f.Days, f.Expiring, change = expiresIn(src.ModTime, v.retention[src.Root], v.live.now)
	if at := v.live.now.Add(change); change > 0 && (v.until.IsZero() || at.Before(v.until)) {
		v.until = at
	}
	return f
}

// Since returns the chats of an older view, whose chats were all asked for
// their facts or returned by Since, that are no longer there as they were, and
// those of this one that may look different from then. It reports false where
// all may.
func (v *View) Since(old *View) (gone, touched []*chattree.Chat, known bool) {
	now := v.live.now
	if old == nil || now.Before(old.live.now) || !old.until.IsZero() && !now.Before(old.until) ||
		!maps.Equal(v.retention, old.retention) || !maps.Equal(v.partial, old.partial) {
		return nil, nil, false
	}
	v.until = old.until
	gone, touched = chattree.Changed(old.Chats, v.Chats)
	for _, lit := range [...]struct{ in, notIn map[string]*chattree.Chat }{{v.alive, old.alive}, {old.alive, v.alive}} {
		for id, c := range lit.in {
			if _, still := lit.notIn[id]; !still && v.Place(c) >= 0 {
				touched = append(touched, c)
			}
		}
	}
	return gone, touched, true
}

// Place returns where a chat stands in the view, -1 where it does not.
func (v *View) Place(c *chattree.Chat) int { return chattree.Position(v.Chats, c) }
