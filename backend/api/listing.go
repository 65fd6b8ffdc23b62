package api

import (
	"hash/maphash"
	"slices"
	"strings"
	"sync"
	"time"
)

// listing remembers the last answered list of chats, as one hash per chat, so that a window
// gets only the changes: with thousands of chats the whole list takes megabytes, at every
// append. It compares answers instead of using the library's changes, since a chat's row
// also changes with time: it ceases to be live, it expires.
type listing struct {
	mu      sync.Mutex
	seed    maphash.Seed
	version uint64 // of the last list
	pass    uint64 // the pass that saw it
	rows    map[string]*listed
}

// listed is a chat of the list.
type listed struct{ hash, pass uint64 }

// newListing starts its versions at the current time, so that a window left over from
// another process asks with a version that never existed here.
func newListing(now time.Time) *listing {
	return &listing{seed: maphash.MakeSeed(), version: uint64(max(0, now.UnixMilli())), rows: map[string]*listed{}}
}

// look is one pass over the list.
type look struct {
	*listing
	known   bool // the window has the last list and needs only the changes
	changed bool // the list differs from the last one
}

// begin starts a pass for a window with the version since. l.mu is held until its end.
func (l *listing) begin(since uint64) *look {
	l.pass++
	return &look{listing: l, known: since == l.version}
}

// chat processes the next chat of the list, at the position given by endMS and its id, and
// reports whether it changed.
func (l *look) chat(endMS int64, item *chatItem) bool {
	row := l.rows[item.ID]
	if row == nil {
		row = &listed{}
		l.rows[strings.Clone(item.ID)] = row // avoid retaining a large string that contains the id
	}
	hash, before := l.hash(endMS, item), *row
	*row = listed{hash, l.pass}
	changed := before.pass == 0 || before.hash != hash
	l.changed = l.changed || changed
	return changed
}

// hash is equal for equal content at the same position.
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

// end ends the pass. It returns the list's version and the ids of chats that disappeared.
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
