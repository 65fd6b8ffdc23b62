package library

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

// uncollected is how many files are read in part at most before anybody looks
// for garbage. More would make too much of it.
const uncollected = 4 << 10

// uncollecting lets nobody look for garbage until collect is called. What a
// start makes stays: the chats that were kept, the files that there are, what
// their heads say. To look for garbage among it takes longer than to make it,
// and somebody waits for the list.
func uncollecting() (collect func()) {
	percent := debug.SetGCPercent(-1)
	return sync.OnceFunc(func() { debug.SetGCPercent(percent) })
}

// veryLong is how large a history is whose chats take so much memory that none
// may lie idle meanwhile.
const veryLong = 2 << 30

const (
	// spareBase and sparePart, of the size of a history, are what making the
	// chats of all files may take, garbage included.
	spareBase = 66 << 20
	sparePart = 80
	// spareLive is how many times what there is before it may take at least.
	spareLive = 5 / 2.
)

// sparing gives back what reading a history has left, and lets what is made of
// it leave less garbage until done is called.
func sparing(size int64) (done func()) {
	debug.FreeOSMemory()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	limit := max(spareBase+size/sparePart, int64(spareLive*float64(m.HeapAlloc)))
	old := debug.SetMemoryLimit(-1)
	debug.SetMemoryLimit(min(limit, old))
	return func() { debug.SetMemoryLimit(old) }
}

const (
	// readBase and readPart, of the size of a history, are what reading it may
	// take in a window, garbage included, where what stays lets it.
	readBase = 84 << 20
	readPart = 80
	// readLive is how many times what stays it may take at least: looking for
	// garbage more often would take more time than reading.
	readLive = 5 / 4.
)

// bound is a limit of memory while a long history is read and its chats are made.
// Without it, what the longest lines have left is given back long after they are
// read.
type bound struct {
	old, now, least int64
	live            []metrics.Sample
}

// bounding bounds what reading so much takes in a window. It returns nil where
// it does not: a state that is being written may have set a limit of its own,
// and takes it back meanwhile. l.scanning is held, so no other one is begun.
func (l *Library) bounding(size int64) *bound {
	if !l.hub.listening() || !l.kept.busy.TryLock() {
		return nil
	}
	l.kept.busy.Unlock()
	return bounding(size)
}

// bounding sets a limit until done is called.
func bounding(size int64) *bound {
	b := &bound{old: debug.SetMemoryLimit(-1), live: []metrics.Sample{{Name: "/gc/heap/live:bytes"}}}
	b.least = min(readBase+size/readPart, b.old)
	b.now = b.least
	debug.SetMemoryLimit(b.now)
	return b
}

// begin gives back what reading has left, and forgets how much stayed while that
// went on.
func (b *bound) begin() {
	debug.FreeOSMemory()
	b.now = b.least
	debug.SetMemoryLimit(b.now)
	b.fit()
}

// fit raises the limit where more stays than was expected, and lowers it again
// where that was for a moment only. b may be nil.
func (b *bound) fit() {
	if b == nil {
		return
	}
	metrics.Read(b.live)
	fitting := int64(readLive * float64(b.live[0].Value.Uint64()))
	if now := min(max(fitting, b.least), b.old); now != b.now {
		b.now = now
		debug.SetMemoryLimit(now)
	}
}

// done sets the limit that was there before. b may be nil.
func (b *bound) done() {
	if b != nil {
		debug.SetMemoryLimit(b.old)
	}
}
