package catalog

import (
	"sync"
	"sync/atomic"
)

// Change notifies of a difference. It carries no content: subscribers request the content
// again, so neither order nor loss matter.
type Change struct {
	Seq      uint64   `json:"seq"`
	Chats    []string `json:"chats"`    // ids of chats that changed, were born or ended
	Sessions []string `json:"sessions"` // ids of sessions whose files changed
	Scan     bool     `json:"scan"`     // the scan's progress has changed
}

// hub hands changes to subscribers.
type hub struct {
	seq  atomic.Uint64
	mu   sync.Mutex
	next int
	subs map[int]func(Change)
}

// Seq returns the number of the latest change.
func (h *hub) Seq() uint64 { return h.seq.Load() }

// Subscribe calls f with every change until cancel is called. f is called from the
// goroutine that made the change, one call at a time, once the change is visible; it must
// return quickly.
func (h *hub) Subscribe(f func(Change)) (cancel func()) {
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

func (h *hub) publish(c Change) {
	h.mu.Lock()
	defer h.mu.Unlock()
	c.Seq = h.seq.Add(1)
	for _, f := range h.subs {
		f(c)
	}
}
