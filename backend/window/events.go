package window

import (
	"context"
	"slices"
	"sync"
	"time"
)

// changeEvent is the payload of the runtime event "change": a [catalog.Change] as a hint
// that the window should ask again. It carries no content, so neither order nor loss
// does harm; seq only grows.
type changeEvent struct {
	Seq      uint64   `json:"seq"`
	Chats    []string `json:"chats"`
	Sessions []string `json:"sessions"`
	Scan     bool     `json:"scan"` // the progress of reading has changed
}

// merge folds a later event into e.
func (e *changeEvent) merge(later changeEvent) {
	e.Seq = max(e.Seq, later.Seq)
	e.Chats = append(e.Chats, later.Chats...)
	e.Sessions = append(e.Sessions, later.Sessions...)
	e.Scan = e.Scan || later.Scan
}

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
	emit func(changeEvent)

	mu      sync.Mutex
	pending *changeEvent // nil: nothing waits to be passed on
	last    time.Time
}

// add takes a change.
func (p *pacer) add(change changeEvent) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.pending == nil {
		p.pending = &changeEvent{}
		time.AfterFunc(max(changeMoment, time.Until(p.last.Add(changePace))), p.flush)
	}
	p.pending.merge(change)
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
