package library

import (
	"sync/atomic"

	"dendro/backend/archive"
	"dendro/backend/catalog"
	"dendro/backend/chattree"
)

// View is the list of chats at one moment, with the facts of its sessions then. It is for
// one goroutine.
type View struct {
	Chats []*chattree.Chat

	live      liveness
	unpacked  *archive.Unpacked
	partial   map[string]bool
	retention map[string]Retention
}

// Lister returns the chats with their current facts.
type Lister struct {
	catalog *catalog.Catalog
	opt     *Options
	// ownRetention is the shortest that settings of projects ask for; nil for none.
	ownRetention atomic.Pointer[Retention]
	unread       unread
}

// View returns the last known chats without blocking: see [catalog.Catalog.Listed]. One
// call serves a whole list: it checks each root once.
func (l *Lister) View() *View {
	s := l.catalog.Listed()
	v := &View{Chats: s.Chats, live: l.liveness(s.RootPaths()), partial: s.Partial, unpacked: l.opt.Unpacked}
	v.retention, _ = l.retentions(s.RootPaths())
	return v
}

// Facts returns the facts of a session of the view.
func (v *View) Facts(s *chattree.Session) Facts {
	f := Facts{Live: v.live.of(s), Partial: v.partial[s.ID], Archived: v.unpacked.Has(s.Source.Root)}
	days, soon := expiresIn(s.Source.ModTime, v.retention[s.Source.Root].Days, v.live.now)
	if soon && !v.live.demo && !f.Archived { // which nothing deletes
		f.ExpiresInDays = &days
	}
	return f
}
