package window

import (
	"context"
	"slices"
	"sync"
	"time"

	"dendro/backend/catalog"
)

// distinct is what stands in a list, in order. It is never nil: lists on the wire are []
// and not null.
func distinct(ids []string) []string {
	ids = append([]string{}, ids...)
	slices.Sort(ids)
	return slices.Compact(ids)
}

const (
	// changePace is the least time between "change" events: they are at most ten a second.
	changePace = 100 * time.Millisecond
	// changeMoment is how long the first change after a quiet time waits for those that
	// come with it: a record is often written in two parts.
	changeMoment = 20 * time.Millisecond
)

// pacer passes changes on, those that come shortly after each other as one. Its methods
// may be called from any goroutine; emit is never called twice at once.
type pacer struct {
	ctx  context.Context // when it ends, nothing is passed on any more
	emit func(catalog.Change)

	mu      sync.Mutex
	pending *catalog.Change // nil: nothing waits to be passed on
	last    time.Time
}

// add takes a change.
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

// flush emits what is pending.
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
