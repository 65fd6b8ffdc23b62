package chattree

import (
	"cmp"
	"slices"
)

// affected collects the sessions that a change may affect: the changed ones and all that
// they are or were grouped with.
type affected struct {
	f       *Forest
	members []*session
	in      map[*session]bool
	changed []*session       // their content may connect them to further groups
	chats   map[string]*Chat // of the groups that were dissolved
	fresh   int              // keys of changed sessions that are not in the index yet
}

// add adds a changed session and its group.
func (p *affected) add(s *session) {
	p.changed = append(p.changed, s)
	p.include(s)
}

// include adds a session unless it is gone: if several disappear in one change, the index
// may still name the last ones.
func (p *affected) include(s *session) {
	if p.in[s] || len(s.files) == 0 {
		return
	}
	p.in[s] = true
	p.members = append(p.members, s)
	p.leave(s)
}

// leave dissolves the group of s. Its other members are grouped again.
func (p *affected) leave(s *session) {
	g := s.group
	if g == nil {
		return
	}
	for _, c := range g.chats {
		p.chats[c.ID] = c
	}
	for _, m := range g.members {
		m.group = nil
	}
	for _, m := range g.members {
		if m != s {
			p.include(m)
		}
	}
}

// spread adds the groups that changed sessions are now connected to.
func (p *affected) spread() {
	for _, s := range p.changed {
		s.eachRelKey(&p.f.rels, func(h relKey) {
			if !p.includeRelated(h) {
				p.fresh++
			}
		})
	}
}

// includeRelated adds the session that the index has for a key, if any.
func (p *affected) includeRelated(h relKey) (known bool) {
	num, known := p.f.rels.get(h)
	if known && p.f.nums[num] != nil {
		p.include(p.f.nums[num])
	}
	return known
}

// makeRoom ensures that the index has room for all keys of the members.
func (p *affected) makeRoom() {
	f := p.f
	if f.rels.fits(p.fresh, len(f.nums)) {
		return
	}
	things := 0
	for _, s := range f.nums {
		if s != nil {
			s.eachRelKey(&f.rels, func(relKey) { things++ })
			p.include(s)
		}
	}
	f.rels = newRelIndex(things, len(f.nums)*9/8)
}

// regroup groups the members by their current content.
func (p *affected) regroup() []*group {
	// Union by shared keys. An entry for a member that was not visited yet, or for another
	// session, is stale.
	t := &p.f.rels
	parent := make([]int32, len(p.members))
	place := make(map[int32]int32, len(p.members)) // session number to index in members
	root := func(i int32) int32 {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	for i, s := range p.members {
		place[s.num] = int32(i)
	}
	for i, s := range p.members {
		k := int32(i)
		parent[k] = k
		s.eachRelKey(t, func(h relKey) {
			if num, known := t.get(h); known && num != s.num {
				if other, in := place[num]; in && other < k {
					parent[root(other)] = root(k)
				}
			}
			t.put(h, s.num)
		})
	}
	groups := make(map[int32]*group)
	var list []*group
	for i, s := range p.members {
		r := root(int32(i))
		g := groups[r]
		if g == nil {
			g = &group{}
			groups[r] = g
			list = append(list, g)
		}
		g.members = append(g.members, s)
		s.group = g
	}
	for _, g := range list {
		slices.SortFunc(g.members, func(a, b *session) int { return cmp.Compare(a.id, b.id) })
	}
	return list
}
