package library

import (
	"context"
	"slices"
	"sync"

	"dendro/backend/thread"
	"dendro/backend/transcript"
)

// maxOpen is how many sessions' record indexes are kept: the one that is read
// and those that one comes back to.
const maxOpen = 4

// maxThreads is how many branches and agents of an open session are kept.
const maxThreads = 16

// threadCache keeps the sessions opened last, newest first.
type threadCache struct {
	mu      sync.Mutex
	open    []*opened
	opening map[string]chan struct{} // closed when the session has been opened
}

// opened is a session with the record indexes of its files.
type opened struct {
	id      string
	sources []*entry // what it was made from
	indexes map[*entry]indexed
	session *thread.Session
	seen    *snapshot
	held    map[string]held // by path; nil where no window listens

	mu      sync.Mutex
	threads map[threadKey]*thread.Whole
	earlier []*opened // ancestors whose rows stand in threads
}

// threadKey names a branch by its tip, or an agent's conversation.
type threadKey struct {
	tip      transcript.ID
	side     string
	internal bool // with the program's own agents
	whole    bool // with what stands in ancestors' files alone
}

// enter waits until nobody else opens the session: two requests for one
// session must not index it twice.
func (c *threadCache) enter(ctx context.Context, id string) (leave func(), err error) {
	for {
		c.mu.Lock()
		busy, ok := c.opening[id]
		if !ok {
			done := make(chan struct{})
			if c.opening == nil {
				c.opening = map[string]chan struct{}{}
			}
			c.opening[id] = done
			c.mu.Unlock()
			return func() {
				c.mu.Lock()
				defer c.mu.Unlock()
				delete(c.opening, id)
				close(done)
			}, nil
		}
		c.mu.Unlock()
		select {
		case <-busy:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

func (c *threadCache) find(id string, sources []*entry) *opened {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, o := range c.open {
		if o.id == id && slices.Equal(o.sources, sources) {
			c.open = slices.Insert(slices.Delete(c.open, i, i+1), 0, o)
			return o
		}
	}
	return nil
}

// indexes returns the indexes that are kept of a session's files.
func (c *threadCache) indexes(id string) map[*entry]indexed {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, o := range c.open {
		if o.id == id {
			return o.indexes
		}
	}
	return nil
}

// begun returns what the files that open sessions were made from began with, by
// their paths, as far as they are those of entries.
func (c *threadCache) begun(entries map[string]*entry) map[string]*beginning {
	c.mu.Lock()
	defer c.mu.Unlock()
	begun := map[string]*beginning{}
	for _, o := range c.open {
		for _, e := range o.sources {
			if path := e.file.Abs(); entries[path] != nil && entries[path].begun == e.begun {
				begun[path] = e.begun
			}
		}
	}
	return begun
}

// last returns the session with this id as it was opened last, nil where it
// is not open.
func (c *threadCache) last(id string) *opened {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, o := range c.open {
		if o.id == id {
			c.open = slices.Insert(slices.Delete(c.open, i, i+1), 0, o)
			return o
		}
	}
	return nil
}

func (c *threadCache) keep(o *opened) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.open = slices.DeleteFunc(c.open, func(old *opened) bool {
		if old.id == o.id {
			old.release(o)
		}
		return old.id == o.id
	})
	c.open = slices.Insert(c.open, 0, o)
	if len(c.open) > maxOpen {
		for _, old := range c.open[maxOpen:] {
			old.release(nil)
		}
		clear(c.open[maxOpen:])
		c.open = c.open[:maxOpen]
	}
}

// forget drops a session whose indexes no longer fit its files.
func (c *threadCache) forget(o *opened) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.open = slices.DeleteFunc(c.open, func(old *opened) bool {
		if old == o {
			old.release(nil)
		}
		return old == o
	})
}

// known returns the rows of a branch or an agent that were asked for before.
func (o *opened) known(key threadKey) *thread.Whole {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.threads[key]
}

// remember keeps rows for the pages that follow.
func (o *opened) remember(key threadKey, rows *thread.Whole) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.threads) >= maxThreads {
		clear(o.threads)
	}
	o.threads[key] = rows
}

// thread makes the rows of a branch or an agent in the session's own files; false
// where there is no such agent.
func (o *opened) thread(key threadKey) (*thread.Thread, bool) {
	if key.side != "" {
		return o.session.Sidechain(key.side)
	}
	t := o.session.Thread(key.tip)
	if key.internal {
		t = o.session.WithInternal(t)
	}
	return t, true
}
