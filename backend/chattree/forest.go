package chattree

import (
	"bytes"
	"cmp"
	"maps"
	"slices"

	"dendro/backend/lineage"
	"dendro/backend/transcript"
)

// Forest holds all chats. Make one with [Build]. It is not safe for
// concurrent use, but what its methods return never changes.
type Forest struct {
	sessions map[string]*session
	places   map[Place]string // session files
	nums     []*session       // by number; nil where the session is gone
	touches  *touches
	titles   map[transcript.ID][]titleRef
	agents   agentIndex
	chats    map[string]*Chat
	list     []*Chat  // newest first; nil where it was not asked for since a change
	shown    [2]coder // of two chats that are compared
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
		touches:  newTouches(),
		titles:   map[transcript.ID][]titleRef{},
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
	groups := p.regroup()
	changed := make(map[string]bool, len(groups))
	fresh := make(map[string]bool, len(groups))
	seen := make([][]sight, len(groups))
	parallel(len(groups), &f.shown, func(n int, shown *[2]coder) {
		g := groups[n]
		g.outline()
		f.link(g)
		g.forget()
		for _, chat := range g.chats {
			looks, is := same(p.chats[chat.ID], chat, shown)
			seen[n] = append(seen[n], sight{looks, is})
		}
	})
	for n, g := range groups {
		for i, chat := range g.chats {
			fresh[chat.ID] = true
			if seen[n][i].is {
				g.chats[i] = p.chats[chat.ID]
				continue
			}
			f.chats[chat.ID], f.list = chat, nil
			if !seen[n][i].looks {
				changed[chat.ID] = true
			}
		}
	}
	for id := range p.chats {
		if !fresh[id] {
			delete(f.chats, id)
			f.list = nil
			changed[id] = true
		}
	}
	return slices.Sorted(maps.Keys(changed))
}

// sight is what same says of a chat.
type sight struct{ looks, is bool }

// same reports whether two chats look the same, and whether they are made from
// the very same summaries too. a may be nil.
func same(a, b *Chat, z *[2]coder) (looks, is bool) {
	if a == nil || len(a.Sessions) != len(b.Sessions) {
		return false, false
	}
	is = a.Shares == b.Shares
	for i, s := range a.Sessions {
		o := b.Sessions[i]
		is = is && s.Source.Summary == o.Source.Summary && maps.Equal(s.copies, o.copies) && slices.Equal(s.stretches, o.stretches) && slices.Equal(s.startedIn, o.startedIn)
	}
	looks = bytes.Equal(shownOf(a, &z[0]), shownOf(b, &z[1]))
	return looks, looks && is
}

// update takes the files of a change in and returns the sessions whose own
// content or agents changed. Sessions that are gone are left out, but p knows
// whom they were related to.
func (f *Forest) update(c Change, p *pool) []*session {
	touched := make(map[*session]bool, len(c.Files))
	agents := f.agents.begin()
	if len(f.nums) == 0 { // the first ones are nearly all there will be
		f.sessions, f.places = make(map[string]*session, len(c.Files)), make(map[Place]string, len(c.Files))
		f.nums = make([]*session, 0, len(c.Files))
	}
	for _, place := range c.Gone {
		if s := f.sessions[f.places[place]]; s != nil && s.drop(place) {
			touched[s] = true
		}
		delete(f.places, place)
		agents.drop(place)
	}
	for i := range c.Files {
		touched[f.put(c.Files[i])] = true
	}
	for i := range c.Agents {
		agents.put(&c.Agents[i])
	}
	// In the order in which they came: so their nodes lie one behind the other.
	sessions := slices.SortedFunc(maps.Keys(touched), func(a, b *session) int { return cmp.Compare(a.num, b.num) })
	readings := f.readings(sessions)
	live := make([]*session, 0, len(sessions))
	for _, s := range sessions {
		p.leave(s)
		old := s.sum
		if len(s.files) == 0 {
			f.nums[s.num] = nil
			delete(f.sessions, s.id)
			f.retitle(p, s, old, nil)
			agents.session(s.id, old, nil)
			continue
		}
		sum := s.files[0].Summary
		if sum != old {
			s.read(readings[s])
			f.retitle(p, s, old, sum)
			agents.session(s.id, old, sum)
		}
		live = append(live, s)
	}
	for _, id := range agents.end() {
		if s := f.sessions[id]; s != nil && !touched[s] {
			live = append(live, s)
		}
	}
	return live
}

// put takes in the file of a session, which is another one than before.
func (f *Forest) put(file File) *session {
	if file.Summary == nil {
		file.Summary = &transcript.Summary{}
	}
	s := f.sessions[file.ID]
	if s == nil {
		s = &session{id: file.ID, num: int32(len(f.nums))}
		f.nums = append(f.nums, s)
		f.sessions[file.ID] = s
	}
	s.put(file)
	f.places[file.Place()] = file.ID
	return s
}

// readings reads the sessions whose files have another content than before.
// Where they are many, their structure is read once more when they are linked:
// all of it at once would be most of what that takes.
func (f *Forest) readings(touched []*session) map[*session]reading {
	var todo []*session
	for _, s := range touched {
		if len(s.files) > 0 && s.sum != s.files[0].Summary {
			todo = append(todo, s)
		}
	}
	made := make([]reading, len(todo))
	parallel(len(todo), &f.shown, func(i int, _ *[2]coder) {
		s, sum := todo[i], todo[i].files[0].Summary
		if len(todo) < few {
			links := lineage.New(s.id, &sum.Facts)
			made[i] = reading{sum, links.Loose(), links}
			return
		}
		made[i] = reading{sum: sum, loose: lineage.Loose(&sum.Facts)}
	})
	readings := make(map[*session]reading, len(todo))
	for i, s := range todo {
		readings[s] = made[i]
	}
	return readings
}
