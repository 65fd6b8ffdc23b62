package chattree

import (
	"cmp"
	"maps"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"dendro/backend/transcript"
)

// Forest holds all chats. Create one with [Build]. It is not safe for concurrent use, but
// the values that its methods return are immutable.
type Forest struct {
	sessions   map[string]*session
	bearers    map[string]*bearers           // files by session id
	sessionIDs map[transcript.FileKey]string // the session id of each file
	copied     map[string][]sibling          // the sessions of each id that has several
	roles      map[transcript.FileKey]Role
	reclaimed  []string   // see Reclaimed
	resettled  bool       // see Resettled
	nums       []*session // by number; nil if the session is gone
	rels       relIndex
	titles     map[transcript.ID]string // by the last record of a conversation
	agents     agentIndex
	chats      map[string]*Chat

	listed []*Chat        // what Chats returned last
	fresh  []*Chat        // the chats that are new since
	stale  map[*Chat]bool // the chats that are no longer there since

	linkedTitles uint64
	linked       map[string]*LinkedGroup // by the first session; nil but within ApplyLinked
	unindexed    bool                    // rels is empty, since all groups were taken over
}

// bearers are the files with one session id, and their sessions.
type bearers struct {
	files    []File
	sessions []*session
	several  bool // there is, or was, more than one file
}

// Change describes what changed in the files since the last update.
type Change struct {
	Files  []File               // new or read again
	Agents []AgentFile          // new or read again
	Gone   []transcript.FileKey // session and agent files that no longer exist
}

// Build links files with the agents that belong to them. A file without a summary counts as
// an empty one.
func Build(files []File, agents []AgentFile) *Forest {
	f := &Forest{
		sessions:   make(map[string]*session, len(files)),
		bearers:    make(map[string]*bearers, len(files)),
		sessionIDs: make(map[transcript.FileKey]string, len(files)),
		copied:     map[string][]sibling{},
		roles:      map[transcript.FileKey]Role{},
		rels:       newRelIndex(0, 0),
		agents:     newAgentIndex(),
		chats:      make(map[string]*Chat, len(files)),
		stale:      map[*Chat]bool{},
	}
	f.Apply(Change{Files: files, Agents: agents})
	return f
}

// Apply applies a change and returns the ids of the chats that changed, appeared or
// disappeared, sorted. The result equals that of [Build] on all files. Unaffected chats are
// not visited.
func (f *Forest) Apply(c Change) []string {
	f.index()
	p := affected{f: f, in: make(map[*session]bool, len(c.Files)), chats: map[string]*Chat{}}
	for _, s := range f.update(c, &p) {
		p.add(s)
	}
	if ids, all := f.adopt(); all {
		return ids
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
			f.replace(chat.ID, chat)
			if !same(p.chats[chat.ID], chat) {
				changed = append(changed, chat.ID)
			}
			delete(p.chats, chat.ID)
		}
	}
	for id := range p.chats {
		f.replace(id, nil)
		changed = append(changed, id)
	}
	slices.Sort(changed)
	return changed
}

// update applies the files of a change and returns the sessions whose own content or agents
// changed. Sessions that are gone are not returned, but p has their relatives.
func (f *Forest) update(c Change, p *affected) []*session {
	var borne []string
	known, settled := len(f.nums), len(c.Gone) == 0 // settled: no agent can have another owner
	f.roles = maps.Clone(f.roles)                   // readers may hold the old map
	for _, place := range c.Gone {
		if id, ok := f.sessionIDs[place]; ok {
			f.remove(id, place)
			borne = append(borne, id)
		}
		delete(f.agents.files, place)
	}
	for i := range c.Files {
		borne = append(borne, f.put(c.Files[i])...)
	}
	settled = settled && len(borne) == len(c.Files) // none has another session id
	crews := map[string]bool{}                      // sessions with an agent that was read again
	for _, a := range c.Agents {
		if f.replaceAgent(a) {
			crews[a.Owner] = true
		} else {
			settled = false
		}
	}
	touched := f.claim(borne)
	settled = settled && len(f.nums) == known && len(f.reclaimed) == 0
	// Sort by arrival, so that their nodes are adjacent in memory.
	sessions := slices.SortedFunc(maps.Keys(touched), func(a, b *session) int { return cmp.Compare(a.num, b.num) })
	live := make([]*session, 0, len(sessions))
	for _, s := range sessions {
		p.leave(s)
		if len(s.files) == 0 {
			f.nums[s.num] = nil
			delete(f.sessions, s.id)
			settled = false
			continue
		}
		settled = settled && slices.Equal(s.sum.NamedAgents, s.files[0].Summary.NamedAgents)
		s.sum = s.files[0].Summary
		live = append(live, s)
	}
	f.retitle(p)
	f.resettled = !settled
	if f.resettled {
		for _, id := range f.agents.settle(f.naming(), f.copied, f.sessionOf) {
			crews[id] = true
		}
	}
	for _, id := range slices.Sorted(maps.Keys(crews)) {
		if s := f.sessions[id]; s != nil && !touched[s] {
			live = append(live, s)
		}
	}
	return live
}

// sessionOf returns the session with an id, or the primary one among files with that id, or
// "".
func (f *Forest) sessionOf(id string) string {
	if f.sessions[id] != nil {
		return id
	}
	if b := f.bearers[id]; b != nil {
		return b.sessions[0].id
	}
	return ""
}

// naming returns, by agent, the sessions whose results name it.
func (f *Forest) naming() map[string][]string {
	naming := map[string][]string{}
	for _, s := range f.sessions {
		names(naming, s.of, s.sum)
	}
	return naming
}

// put adds or replaces a file and returns its present and previous session id.
func (f *Forest) put(file File) []string {
	if file.Summary == nil {
		file.Summary = &transcript.Summary{}
	}
	id, place := file.bears(), file.Key()
	ids := []string{id}
	if old, ok := f.sessionIDs[place]; ok && old != id {
		f.remove(old, place)
		ids = append(ids, old)
	}
	f.sessionIDs[place] = id
	b := f.bearers[id]
	if b == nil {
		b = &bearers{}
		f.bearers[id] = b
	}
	if i := slices.IndexFunc(b.files, func(o File) bool { return o.Key() == place }); i >= 0 {
		b.files[i] = file
	} else {
		b.files = append(b.files, file)
	}
	return ids
}

// remove removes a file from those with an id.
func (f *Forest) remove(id string, place transcript.FileKey) {
	delete(f.sessionIDs, place)
	delete(f.roles, place)
	b := f.bearers[id]
	b.files = slices.DeleteFunc(b.files, func(o File) bool { return o.Key() == place })
}

// claim recomputes the sessions of the files with the given ids and returns all sessions
// that they were or are, oldest first.
func (f *Forest) claim(ids []string) map[*session]bool {
	touched := make(map[*session]bool, len(ids))
	once := make(map[string]bool, len(ids))
	f.reclaimed = nil
	for _, id := range ids {
		b := f.bearers[id]
		b.several = b.several || len(b.files) > 1
		for _, s := range b.sessions {
			if b.several {
				f.reclaimed = append(f.reclaimed, s.id)
			}
			s.files = nil
			touched[s] = true
			delete(f.copied, s.of)
		}
	}
	for _, id := range ids {
		b := f.bearers[id]
		if once[id] {
			continue
		}
		once[id] = true
		if len(b.files) == 0 {
			delete(f.bearers, id)
			continue
		}
		claims := claimsOf(id, b.files)
		b.sessions = make([]*session, len(claims))
		var siblings []sibling
		for i := range claims {
			c := &claims[i]
			s := f.sessions[c.id]
			if s == nil {
				s = &session{id: c.id, num: int32(len(f.nums)), sum: &transcript.Summary{}}
				f.nums = append(f.nums, s)
				f.sessions[c.id] = s
			}
			s.of, s.files = cmp.Or(c.copyOf, c.id), c.files
			b.sessions[i] = s
			touched[s] = true
			siblings = append(siblings, sibling{s.id, &s.files[0]})
			if b.several {
				f.reclaimed = append(f.reclaimed, s.id)
			}
		}
		for i := range b.files {
			delete(f.roles, b.files[i].Key())
		}
		addRoles(f.roles, claims)
		if len(claims) > 1 {
			f.copied[claims[1].copyOf] = siblings
		}
	}
	return touched
}

// Reclaimed returns the sessions whose files the last change may have exchanged because
// several files have one id.
func (f *Forest) Reclaimed() []string { return f.reclaimed }

// Resettled reports whether the last change may have given agents other owners, also those
// whose own files did not change.
func (f *Forest) Resettled() bool { return f.resettled }

// Roles returns the roles of files that are not simply the session of their stem.
func (f *Forest) Roles() map[transcript.FileKey]Role { return f.roles }
