package chattree

import (
	"cmp"
	"slices"
)

// pool collects the sessions that a change may affect: those that changed and
// all that they are or were grouped with.
type pool struct {
	f       *Forest
	members []*session
	in      map[*session]bool
	changed []*session       // whose content may tie them to further groups
	chats   map[string]*Chat // of the groups that were taken apart
	fresh   int              // things of changed that nobody has touched before, at most
}

// add takes a session in, with its group.
func (p *pool) add(s *session) {
	p.changed = append(p.changed, s)
	p.take(s)
}

// take takes a session in that is not gone: of several that go in one change the last
// ones are still named by what the first ones touched.
func (p *pool) take(s *session) {
	if p.in[s] || len(s.files) == 0 {
		return
	}
	p.in[s] = true
	p.members = append(p.members, s)
	p.leave(s)
}

// leave takes the group of s apart: what remains of it is grouped anew.
func (p *pool) leave(s *session) {
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
			p.take(m)
		}
	}
}

// spread takes in the groups that changed sessions are now tied to.
func (p *pool) spread() {
	for _, s := range p.changed {
		s.touch(p.f.touches, func(h uint64) {
			known := false
			p.f.touches.get(h, func(num int32) {
				known = true
				if o := p.f.nums[num]; o != nil {
					p.take(o)
				}
			})
			if !known {
				p.fresh++
			}
		})
	}
}

// regroup forms the groups of the pool from what its members hold now.
func (p *pool) regroup() []*group {
	p.makeRoom()
	// Union by the things that the members share. An entry that leads to a
	// member whose turn has not come is of an earlier time; one that leads to
	// another session is of something that looks the same.
	t := p.f.touches
	parent := make([]int32, len(p.members))
	place := make(map[int32]int32, len(p.members)) // session number to place in members
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
		instead := func(num int32) bool {
			if num == s.num {
				return true
			}
			other, in := place[num]
			if in && other < k {
				parent[root(other)] = root(k)
			}
			return in || p.f.nums[num] == nil
		}
		s.touch(t, func(h uint64) { t.put(h, s.num, instead) })
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

// makeRoom sees to it that everything that the members touch fits.
func (p *pool) makeRoom() {
	t, nums := p.f.touches, p.f.nums
	if t.fits(p.fresh, len(nums)) {
		return
	}
	n := 0
	for _, s := range nums {
		if s != nil {
			n += s.things()
		}
	}
	t.reset(n, len(nums))
	for _, s := range nums {
		if s == nil || p.in[s] {
			continue
		}
		instead := func(num int32) bool { return nums[num].group == s.group }
		s.touch(t, func(h uint64) { t.put(h, s.num, instead) })
	}
}
