package library

import (
	"context"
	"maps"
	"runtime/debug"
	"slices"

	"dendro/backend/chattree"
)

// OnRenew lets f be called before everything that is known is taken in anew, so
// that who remembers a View lets it go: there is no room for both.
func (l *Library) OnRenew(f func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.leaving = append(l.leaving, f)
}

// renew takes everything in from the state that was just kept, as a start does.
// What was made while a long history was read lies scattered between what was
// garbage soon; made in one go it lies densely, and most of its texts where they
// are kept. All that there was goes first: in the gaps between it the new would
// lie as scattered. Whoever asks waits for the moment that this takes. What has
// changed since the state was kept is read once more.
func (l *Library) renew(ctx context.Context) {
	l.scanning.Lock()
	defer l.scanning.Unlock()
	k := &l.kept
	if k.store == nil || !l.hub.listening() { // the window has gone
		return
	}
	k.busy.Lock() // until it is written, if it is being written
	defer k.busy.Unlock()
	later, ok := l.sinceKept()
	if !ok {
		return
	}
	state, err := k.store.Saved()
	if err != nil {
		return // all stays as it is
	}
	if err := state.Check(); err != nil {
		state.Close()
		return
	}
	l.mu.RLock()
	leaving := slices.Clone(l.leaving)
	l.mu.RUnlock()
	for _, leave := range leaving {
		leave()
	}
	l.mu.Lock()
	begun := l.threads.begun(l.entries)
	l.forget()
	debug.FreeOSMemory()
	err = l.restoreFiles(state, l.restoreList(state.Chats))
	for path, b := range begun {
		if e := l.entries[path]; e != nil && !later[path] {
			e.begun = b // nobody has seen it yet
		}
	}
	for path, e := range l.entries {
		if e.unindexed {
			later[path] = true
		}
	}
	if l.shown.Load().soon {
		l.unlist()
	}
	l.mu.Unlock()
	if err == nil {
		l.link()
		_, err = l.reread(ctx, slices.Sorted(maps.Keys(later)))
	} else {
		l.opt.Logger.Warn("what was just kept is of no use, everything is read anew", "error", err)
		err = l.scanAll(ctx, true)
	}
	if err != nil {
		l.opt.Logger.Warn("not everything is read anew", "error", err)
	}
	l.hub.publish(Change{Scan: true}) // who remembers the old list lets it go
}

// sinceKept returns the files that are not as they are in the state that this
// process has kept last. It reports false where that is not of all files. k.busy
// and l.scanning are held.
func (l *Library) sinceKept() (later map[string]bool, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	later, l.kept.later = l.kept.later, nil
	ok = later != nil && l.kept.renews && !l.kept.cleared && !l.pending.dirty()
	l.kept.renews = false
	return later, ok
}

// forget lets all go that is known of the files. l.mu is held until it is known
// again.
func (l *Library) forget() {
	l.shown.Store(&shown{soon: true})
	l.entries, l.bytes, l.known = map[string]*entry{}, 0, known{}
	l.forest, l.chats = chattree.Build(nil, nil), nil
	l.forest.Tell(l.looked)
	l.text = l.newText()
	l.described.Store(nil)
	l.titles.forget()
	l.tally.forget()
	l.roster.forget()
	l.kept.unsaved = 0
}
