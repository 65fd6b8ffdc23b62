package library

import (
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
