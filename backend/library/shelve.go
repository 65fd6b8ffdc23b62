package library

import (
	"context"
	"runtime/debug"
	"slices"
	"time"

	"dendro/backend/cache"
	"dendro/backend/scan"
)

// long is how many bytes a scan reads when the nodes of all files are too many
// for memory.
const long = 128 << 20

func sizeOf(jobs []scan.Job) (bytes int64) {
	for i := range jobs {
		bytes += jobs[i].Size
	}
	return bytes
}

// shelve lets the nodes of the files that are read whole from now on, until
// done is called, lie on a shelf. l.scanning is held.
func (l *Library) shelve() (done func()) {
	if len(l.scratch) == 0 {
		return func() {}
	}
	shelf := cache.NewNodeShelf(l.scratch...)
	l.shelves = append(l.shelves, shelf)
	l.mu.Lock()
	l.shelf = shelf
	l.mu.Unlock()
	return func() {
		l.mu.Lock()
		l.shelf = nil
		l.mu.Unlock()
		shelf.Close()
		shelf.Rest()
	}
}

// looked hears how many nodes have been looked at for the chats. What holds them
// elsewhere than in memory lets them go again. l.mu or l.scanning is held.
func (l *Library) looked(nodes int) {
	if l.shelf != nil {
		l.shelf.Looked(nodes)
	}
	if l.kept.store != nil {
		l.kept.store.Looked(nodes)
	}
}

// rester returns what gives memory back that a scan has taken. Behind a long one
// everything is taken in anew as well, and it is given back each time that the
// window has asked for all that it shows. l.scanning is held, but need not be when
// it is called.
func (l *Library) rester(ctx context.Context) func() {
	shelves := slices.Clone(l.shelves)
	rest := func() {
		debug.FreeOSMemory()
		for _, shelf := range shelves {
			shelf.Rest()
		}
		if l.kept.store != nil {
			l.kept.store.Rest()
		}
	}
	if l.shelf == nil {
		return rest
	}
	ctx = context.WithoutCancel(ctx) // the scan ends before
	return func() {
		rest()
		time.AfterFunc(prepareAfter, func() {
			l.renew(ctx)
			rest()
			time.AfterFunc(prepareAfter, rest)
		})
	}
}
