package library

import "sync"

// Change says that something is different from before. It carries no content:
// who shows something asks for it again, so neither order nor loss matter.
type Change struct {
	Seq      uint64
	Chats    []string // ids of chats that changed, were born or ended
	Sessions []string // ids of sessions whose files changed
	Scan     bool     // the scan's progress has changed
}

// hub hands changes to subscribers.
type hub struct {
	mu   sync.Mutex
	seq  uint64
	next int
	subs map[int]func(Change)
}

// Subscribe calls f with every change until cancel is called. f is called from
// the goroutine that made the change, one call at a time; it must return
// quickly and not call the library.
func (l *Library) Subscribe(f func(Change)) (cancel func()) { return l.hub.subscribe(f) }

// Seq returns the number of the latest change.
func (l *Library) Seq() uint64 {
	l.hub.mu.Lock()
	defer l.hub.mu.Unlock()
	return l.hub.seq
}

func (h *hub) subscribe(f func(Change)) (cancel func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.subs == nil {
		h.subs = map[int]func(Change){}
	}
	h.next++
	id := h.next
	h.subs[id] = f
	return func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.subs, id)
	}
}

func (h *hub) listening() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.subs) > 0
}

func (h *hub) publish(c Change) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.seq++
	c.Seq = h.seq
	for _, f := range h.subs {
		f(c)
	}
}
