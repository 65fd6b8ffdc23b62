package library

import (
	"sync"

	"dendro/backend/chattree"
)

// tally counts the chats of a list. From one list to the next it looks at what
// has changed.
type tally struct {
	mu       sync.Mutex
	list     []*chattree.Chat
	projects map[string]int // by how many chats
	totals   Totals
}

// of returns the totals of a list.
func (t *tally) of(list []*chattree.Chat) Totals {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.projects == nil {
		t.projects = map[string]int{}
	}
	gone, came := chattree.Changed(t.list, list)
	for _, c := range gone {
		t.count(c, -1)
	}
	for _, c := range came {
		t.count(c, 1)
	}
	t.list = list
	t.totals.Projects = len(t.projects)
	return t.totals
}

// forget lets go of the list.
func (t *tally) forget() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.list, t.projects, t.totals = nil, nil, Totals{}
}

func (t *tally) count(c *chattree.Chat, by int) {
	if t.projects[c.Project] += by; t.projects[c.Project] == 0 {
		delete(t.projects, c.Project)
	}
	t.totals.Chats += by
	t.totals.Sessions += by * len(c.Sessions)
	t.totals.Agents += by * c.Agents
	t.totals.Malformed += by * c.Malformed
}
