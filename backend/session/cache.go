package session

import (
	"slices"
	"sync"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/sync/singleflight"

	"dendro/backend/catalog"
	"dendro/backend/thread"
	"dendro/backend/transcript"
)

// maxOpen is how many sessions' record indexes are kept: the one that is read
// and those that one comes back to.
const maxOpen = 4

// maxThreads is how many branches and agents of an open session are kept.
const maxThreads = 16

// Threads opens the threads of sessions, and answers questions about their contents.
type Threads struct {
	opt     *Options
	opening singleflight.Group // by session: two requests must not index it twice
	cache   threadCache
}

// threadCache keeps the sessions opened last, newest first.
type threadCache struct {
	mu   sync.Mutex
	open []*opened
}

// opened is a session with the record indexes of its files.
type opened struct {
	id      string
	sources []*catalog.File // what it was made from
	indexes indexes
	session *thread.Session
	seen    *target
	open    map[string]keptOpen // by path; nil where no window listens

	threads *lru.Cache[threadKey, *branch]

	mu      sync.Mutex
	earlier []*opened // ancestors with rows in the cached threads

	checkpoints checkpoints // of its own file
}

// branch is the rows of a branch or an agent, and where it began.
type branch struct {
	rows *thread.Thread
	from origin
}

// threadKey names a branch by its tip, or an agent's conversation.
type threadKey struct {
	tip      transcript.ID
	side     string
	internal bool // with the program's own agents
	whole    bool // include rows that exist only in ancestors' files
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
