//go:build !headless

package main

import (
	"sync"
	"time"
)

// changeEvent is the payload of the runtime event "change": a hint that the
// window should ask again. It carries no content, so neither order nor loss
// does harm; seq only grows.
type changeEvent struct {
	Seq      uint64   `json:"seq"`
	Sessions []string `json:"sessions"`
	Chats    []string `json:"chats"`
	Scan     bool     `json:"scan"` // the progress of reading has changed
}

// merge folds a later event into e.
func (e *changeEvent) merge(later changeEvent) {
	e.Seq = max(e.Seq, later.Seq)
	e.Sessions = union(e.Sessions, later.Sessions)
	e.Chats = union(e.Chats, later.Chats)
	e.Scan = e.Scan || later.Scan
}

// union appends to ids those of more that it does not hold yet. It never
// returns nil: lists on the wire are [] and not null.
func union(ids, more []string) []string {
	out := make([]string, 0, len(ids)+len(more))
	seen := make(map[string]bool, len(ids)+len(more))
	for _, list := range [][]string{ids, more} {
		for _, id := range list {
			if !seen[id] {
				seen[id] = true
				out = append(out, id)
			}
		}
	}
	return out
}

// pacer passes changes on, at most one an interval: the first of a burst at
// once, all that follow within the interval merged into one at its end. Its
// methods may be called from any goroutine; emit is never called twice at once.
type pacer struct {
	interval time.Duration
	emit     func(changeEvent)

	mu      sync.Mutex
	pending *changeEvent
	timer   *time.Timer
	stopped bool
}

// add takes a change.
func (p *pacer) add(change changeEvent) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stopped {
		return
	}
	if p.pending == nil {
		p.pending = &changeEvent{}
	}
	p.pending.merge(change)
	if p.timer == nil {
		p.flush()
	}
}

// flush emits what is pending and starts the next interval; without anything
// pending the pacer falls asleep. The caller holds mu.
func (p *pacer) flush() {
	if p.pending == nil || p.stopped {
		p.timer = nil
		return
	}
	change := *p.pending
	p.pending = nil
	p.emit(change)
	p.timer = time.AfterFunc(p.interval, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.flush()
	})
}

// stop drops what is pending; nothing is emitted after it returns.
func (p *pacer) stop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stopped = true
	if p.timer != nil {
		p.timer.Stop()
	}
}
