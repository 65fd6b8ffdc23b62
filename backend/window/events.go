package window

import (
	"context"
	"slices"
	"sync"
	"time"

	"dendro/backend/catalog"
)

// distinct returns the sorted distinct elements of a list. It is never nil: lists in JSON
// are [] and not null.
func distinct(ids []string) []string {
	ids = append([]string{}, ids...)
	slices.Sort(ids)
	return slices.Compact(ids)
}

const (
	// changePace is the minimum interval between "change" events: at most ten per second.
	changePace = 100 * time.Millisecond
	// changeMoment is the delay of the first change after a quiet time: a record is often
	// written in two parts.
	changeMoment = 20 * time.Millisecond
)

// pacer throttles changes and merges those in quick succession. Its methods may be called
// from any goroutine; emit is never called concurrently.
type pacer struct {
	ctx  context.Context // when it ends, no change is emitted
	emit func(catalog.Change)

	mu      sync.Mutex
	pending *catalog.Change // nil: nothing is pending
	last    time.Time
}

// add adds a change.
func (p *pacer) add(change catalog.Change) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.pending == nil {
		p.pending = &catalog.Change{}
		time.AfterFunc(max(changeMoment, time.Until(p.last.Add(changePace))), p.flush)
	}
	p.pending.Seq = max(p.pending.Seq, change.Seq)
	p.pending.Chats = append(p.pending.Chats, change.Chats...)
	p.pending.Sessions = append(p.pending.Sessions, change.Sessions...)
	p.pending.Scan = p.pending.Scan || change.Scan
}

// flush emits the pending change.
func (p *pacer) flush() {
	p.mu.Lock()
	defer p.mu.Unlock()
	change := *p.pending
	p.pending, p.last = nil, time.Now()
	if p.ctx.Err() == nil {
		change.Chats, change.Sessions = distinct(change.Chats), distinct(change.Sessions)
		p.emit(change)
	}
}
