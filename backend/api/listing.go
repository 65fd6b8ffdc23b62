package api

import (
	"hash/maphash"
	"slices"
	"strings"
	"sync"
	"time"
)

// listing remembers what the list of chats was when it was last asked for, as
// one hash a chat, so that a window is told what has changed since it asked:
// with thousands of chats the whole list is megabytes, at every append. It
// looks at the answers and not at what the library says has changed, since a
// chat's row changes with time as well: it ceases to be live, it expires.
type listing struct {
	mu      sync.Mutex
	seed    maphash.Seed
	version uint64 // of the list as it was last
	pass    uint64 // that saw it
	rows    map[string]*listed
}

// listed is a chat of the list.
type listed struct{ hash, pass uint64 }

// newListing counts from the time on: a window that was left by another process
// asks with a version that this one never had.
func newListing(now time.Time) *listing {
	return &listing{seed: maphash.MakeSeed(), version: uint64(max(0, now.UnixMilli())), rows: map[string]*listed{}}
}

// look is one pass through the list.
type look struct {
	*listing
	known   bool // the window has the list as it was last: it needs what has changed only
	changed bool // the list is not what it was
}

// begin begins a pass for a window that has the version since. l.mu is held until
// its end.
func (l *listing) begin(since uint64) *look {
	l.pass++
	return &look{listing: l, known: since == l.version}
}

// chat takes the next chat of the list, which stands by endMS and by its id,
// and reports whether the list did not have it so.
func (l *look) chat(endMS int64, item *chatItem) bool {
	row := l.rows[item.ID]
	if row == nil {
		row = &listed{}
		l.rows[strings.Clone(item.ID)] = row // what the id is a part of may be large
	}
	hash, before := l.hash(endMS, item), *row
	*row = listed{hash, l.pass}
	changed := before.pass == 0 || before.hash != hash
	l.changed = l.changed || changed
	return changed
}

// hash is the same for what looks the same and stands in the same place.
func (l *look) hash(endMS int64, item *chatItem) uint64 {
	key := struct {
		endMS    int64
		expiring bool
		days     int
		item     chatItem
	}{endMS: endMS, item: *item}
	if item.ExpiresInDays != nil {
		key.expiring, key.days, key.item.ExpiresInDays = true, *item.ExpiresInDays, nil
	}
	return maphash.Comparable(l.seed, key)
}

// end ends the pass. It returns the list's version, and which chats it no longer has.
func (l *look) end() (version uint64, removed []string) {
	for id, row := range l.rows {
		if row.pass != l.pass {
			delete(l.rows, id)
			removed = append(removed, id)
		}
	}
	slices.Sort(removed)
	if l.changed || len(removed) > 0 {
		l.version++
	}
	return l.version, removed
}
