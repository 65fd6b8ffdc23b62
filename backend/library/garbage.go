package library

import (
	"runtime"
	"runtime/debug"
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
