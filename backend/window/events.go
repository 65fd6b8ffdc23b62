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

// burst is how many changes a pacer passes on after a quiet time, a moment
// apart, before it keeps to one an interval.
const burst = 3

// pacer passes changes on: the first after a quiet time at once, the next ones a
// moment later, since a record is often written in two parts, and what still
// follows one an interval, merged. Its methods may be called from any
// goroutine; emit is never called twice at once.
type pacer struct {
	ctx      context.Context // when it ends, nothing is passed on any more
	moment   time.Duration
	interval time.Duration
	emit     func(changeEvent)

	mu      sync.Mutex
	pending *changeEvent
	timer   *time.Timer // runs until the next change may be passed on
	last    time.Time
	paid    time.Time // the changes passed on so far, one an interval, last until then
}

// add takes a change.
func (p *pacer) add(change changeEvent) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.pending == nil {
		p.pending = &changeEvent{}
	}
	p.pending.merge(change)
	if p.timer == nil {
		p.flush()
	}
}

// flush emits what is pending and waits until more may follow; without anything
// pending the pacer falls asleep. The caller holds mu.
func (p *pacer) flush() {
	p.timer = nil
	if p.pending == nil || p.ctx.Err() != nil {
		return
	}
	now := time.Now()
	next := p.paid.Add(-(burst - 1) * p.interval)
	if at := p.last.Add(p.moment); at.After(next) {
		next = at
	}
	if wait := next.Sub(now); wait > 0 {
		p.timer = time.AfterFunc(wait, func() {
			p.mu.Lock()
			defer p.mu.Unlock()
			p.flush()
		})
		return
	}
	change := *p.pending
	change.Chats, change.Sessions = distinct(change.Chats), distinct(change.Sessions)
	p.pending = nil
	p.last = now
	if p.paid.Before(now) {
		p.paid = now
	}
	p.paid = p.paid.Add(p.interval)
	p.emit(change)
}
