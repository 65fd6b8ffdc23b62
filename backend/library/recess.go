package library

import (
	"runtime/debug"
	"sync"
	"time"
)

// recess gives back the memory that answers have taken, once nobody has asked
// for a large one for a while. What a long session leaves that was opened, or
// summed up, would else lie idle until the garbage of all other answers is as
// much again: for hours.
type recess struct {
	mu    sync.Mutex
	timer *time.Timer // nil before the first
}

// recordBytes is about what is made of a record in memory for an answer.
const recordBytes = 100

// took hears how much was read, or made, for an answer. Small ones leave little,
// and a command ends anyway.
func (l *Library) took(bytes int64) {
	if bytes < much || !l.hub.listening() {
		return
	}
	r := &l.recess
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.timer == nil {
		r.timer = time.AfterFunc(prepareAfter, debug.FreeOSMemory)
		return
	}
	r.timer.Reset(prepareAfter)
}
