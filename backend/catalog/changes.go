package catalog

import (
	"maps"
	"slices"
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
	seq atomic.Uint64

	mu         sync.Mutex
	next       int
	subs       map[int]func(Change)
	waiting    []Change // to be delivered
	delivering bool
}

// Seq returns the number of the latest change.
func (h *hub) Seq() uint64 { return h.seq.Load() }

// Subscribe calls f with every change until cancel is called, and perhaps with one more that
// is on its way then. Calls come one at a time, in the order of the changes, and once the
// change is visible. No lock is held: f may ask and change the catalog. Later notifications
// wait for it, so it must return quickly.
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

// publish numbers a change for deliver.
func (h *hub) publish(c Change) {
	h.mu.Lock()
	defer h.mu.Unlock()
	c.Seq = h.seq.Add(1)
	h.waiting = append(h.waiting, c)
}

// deliver notifies the subscribers of all published changes. If another goroutine is doing
// so already, it leaves them to that one.
func (h *hub) deliver() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.delivering {
		return
	}
	h.delivering = true
	for len(h.waiting) > 0 {
		c := h.waiting[0]
		h.waiting = h.waiting[1:]
		subs := slices.Collect(maps.Values(h.subs))
		h.mu.Unlock()
		for _, f := range subs {
			f(c)
		}
		h.mu.Lock()
	}
	h.delivering = false
}
