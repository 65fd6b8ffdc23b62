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
	oldest  uint64 // from which on it is known what has changed since
	round   uint64
	chats   map[string]*noted
	gone    map[string]uint64 // in which version
}

// noted is a chat of the list.
type noted struct {
	hash  uint64
	since uint64 // the version that has it so first
	round uint64 // that saw it last
}

// maxGone bounds how many chats that are gone are remembered.
const maxGone = 10_000

// newListing counts from the time on: a window that was left by another process
// asks with a version that this one never had.
func newListing(now time.Time) *listing {
	start := uint64(max(0, now.UnixMilli()))
	return &listing{
		seed: maphash.MakeSeed(), version: start, oldest: start,
		chats: map[string]*noted{}, gone: map[string]uint64{},
	}
}

// look is one pass through the list, for a window that has the version since.
type look struct {
	*listing
	known   bool // since is known: the window needs what has changed only
	changed bool // the list is not what it was in the last pass
	since   uint64
}

// begin begins a pass. l.mu is held until its end.
func (l *listing) begin(since uint64) *look {
	l.round++
	return &look{listing: l, known: since >= l.oldest && since <= l.version, since: since}
}

// chat takes the next chat of the list, which stands by endMS and by its id,
// and reports whether a window that has the version since does not have it so.
func (l *look) chat(endMS int64, item *chatItem) bool {
	hash := l.hash(endMS, item)
	n := l.chats[item.ID]
	if n == nil {
		n = &noted{since: l.version + 1}
		l.chats[strings.Clone(item.ID)] = n // what the id is a part of may be large
		delete(l.gone, item.ID)
		l.changed = true
	} else if n.hash != hash {
		n.since = l.version + 1
		l.changed = true
	}
	n.hash, n.round = hash, l.round
	return n.since > l.since
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

// end ends the pass. It returns the list's version, and which chats a window
// that has the version since has to forget.
func (l *look) end() (version uint64, removed []string) {
	for id, n := range l.chats {
		if n.round != l.round {
			delete(l.chats, id)
			l.gone[id] = l.version + 1
			l.changed = true
		}
	}
	if l.changed {
		l.version++
	}
	for id, when := range l.gone {
		if l.known && when > l.since {
			removed = append(removed, id)
		}
	}
	slices.Sort(removed)
	if len(l.gone) > maxGone {
		clear(l.gone)
		l.oldest = l.version
	}
	return l.version, removed
}
