package library

import (
	"maps"
	"sync/atomic"
	"time"

	"dendro/backend/catalog"
	"dendro/backend/chattree"
)

// View is the list of chats at one moment, with what is true of its sessions then. It is
// for one goroutine.
type View struct {
	Chats []*chattree.Chat

	live      liveness
	alive     map[string]*chattree.Chat // by session
	partial   map[string]bool
	retention map[string]Retention
	until     time.Time // when facts change with time alone, those that were asked for; zero: never
}

// Lister says which chats there are, with what is true of them now.
type Lister struct {
	catalog *catalog.Catalog
	opt     *Options
	// ownRetention is the shortest that settings of projects ask for; nil for none.
	ownRetention atomic.Pointer[Retention]
}

// View returns the chats as they were last known, and does not wait: see
// [catalog.Catalog.Listed]. One call serves a whole list: it looks at each root once.
func (l *Lister) View() *View {
	s := l.catalog.Listed()
	v := &View{Chats: s.Chats, live: l.liveness(s.RootPaths()), partial: s.Partial}
	v.retention, _ = l.retentions(s.RootPaths())
	v.alive = v.live.among(s)
	return v
}

// Facts returns what is true of a session of the view.
func (v *View) Facts(s *chattree.Session) Facts {
	src := s.Source
	f := Facts{Live: v.live.of(s), Partial: v.partial[s.ID]}
	if v.live.demo { // nothing deletes it
		return f
	}
	var change time.Duration
	f.Days, f.Expiring, change = expiresIn(src.ModTime, v.retention[src.Root].Days, v.live.now)
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
