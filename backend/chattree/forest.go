package chattree

import (
	"bytes"
	"cmp"
	"maps"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"dendro/backend/transcript"
)

// Forest holds all chats. Make one with [Build]. It is not safe for
// concurrent use, but what its methods return never changes.
type Forest struct {
	sessions map[string]*session
	places   map[Place]string // session files
	nums     []*session       // by number; nil where the session is gone
	touches  touches
	titles   map[transcript.ID]string // by the record that a conversation ends at
	agents   agentIndex
	chats    map[string]*Chat
}

// Change is what happened to the files since the last time.
type Change struct {
	Files  []File      // new or read again
	Agents []AgentFile // new or read again
	Gone   []Place     // session and agent files that are no longer there
}

// Build links files and the agents that belong to them. A file without a
// summary counts as an empty one.
func Build(files []File, agents []AgentFile) *Forest {
	f := &Forest{
		sessions: make(map[string]*session, len(files)),
		places:   make(map[Place]string, len(files)),
		touches:  newTouches(0, 0),
		agents:   newAgentIndex(),
		chats:    make(map[string]*Chat, len(files)),
	}
	f.Apply(Change{Files: files, Agents: agents})
	return f
}

// Apply takes in a change and returns the ids of the chats that changed, were
// born or ended, sorted. The result is that of [Build] on all files; chats
// that no change touches are not looked at.
func (f *Forest) Apply(c Change) []string {
	p := pool{f: f, in: make(map[*session]bool, len(c.Files)), chats: map[string]*Chat{}}
	for _, s := range f.update(c, &p) {
		p.add(s)
	}
	p.spread()
	p.makeRoom()
	groups := p.regroup()
	var linking errgroup.Group
	linking.SetLimit(runtime.GOMAXPROCS(0))
	for _, g := range groups {
		linking.Go(func() error {
			f.link(g)
			return nil
		})
	}
	_ = linking.Wait()
	var changed []string
	for _, g := range groups {
		for _, chat := range g.chats {
			f.chats[chat.ID] = chat
			if old := p.chats[chat.ID]; old == nil || !bytes.Equal(Encode([]*Chat{old}), Encode([]*Chat{chat})) {
				changed = append(changed, chat.ID)
			}
			delete(p.chats, chat.ID)
		}
	}
	for id := range p.chats {
		delete(f.chats, id)
		changed = append(changed, id)
	}
	slices.Sort(changed)
	return changed
}

// update takes the files of a change in and returns the sessions whose own
// content or agents changed. Sessions that are gone are left out, but p knows
// whom they were related to.
func (f *Forest) update(c Change, p *pool) []*session {
	touched := make(map[*session]bool, len(c.Files))
	for _, place := range c.Gone {
		if s := f.sessions[f.places[place]]; s != nil && s.drop(place) {
			touched[s] = true
		}
		delete(f.places, place)
		delete(f.agents.files, place)
	}
	for i := range c.Files {
		touched[f.put(c.Files[i])] = true
	}
	for _, a := range c.Agents {
		f.agents.files[a.Place()] = a
	}
	// In the order in which they came: so their nodes lie one behind the other.
	sessions := slices.SortedFunc(maps.Keys(touched), func(a, b *session) int { return cmp.Compare(a.num, b.num) })
	live := make([]*session, 0, len(sessions))
	for _, s := range sessions {
		p.leave(s)
		if len(s.files) == 0 {
			f.nums[s.num] = nil
			delete(f.sessions, s.id)
			continue
		}
		s.sum = s.files[0].Summary
		live = append(live, s)
	}
	f.retitle(p)
	for _, id := range f.agents.settle(f.naming()) {
		if s := f.sessions[id]; s != nil && !touched[s] {
			live = append(live, s)
		}
	}
	return live
}

// naming returns by agent the sessions whose results name it.
func (f *Forest) naming() map[string][]string {
	naming := map[string][]string{}
	for _, s := range f.sessions {
		names(naming, s.id, s.sum)
	}
	return naming
}

// put takes in the file of a session, which is another one than before.
func (f *Forest) put(file File) *session {
	if file.Summary == nil {
		file.Summary = &transcript.Summary{}
	}
	s := f.sessions[file.ID]
	if s == nil {
		s = &session{id: file.ID, num: int32(len(f.nums)), sum: &transcript.Summary{}}
		f.nums = append(f.nums, s)
		f.sessions[file.ID] = s
	}
	s.put(file)
	f.places[file.Place()] = file.ID
	return s
}

// Chats returns all chats, newest first.
func (f *Forest) Chats() []*Chat {
	return slices.SortedFunc(maps.Values(f.chats), func(a, b *Chat) int {
		return cmp.Or(cmp.Compare(b.EndMS, a.EndMS), cmp.Compare(a.ID, b.ID))
	})
}
