package thread

import (
	"fmt"
	"slices"

	"dendro/backend/transcript"
)

// recordKey identifies a record.
type recordKey struct {
	x  *Index
	at int32
}

// hostOthers attaches sidechains without a call to the record where they were started: an
// agent started by a command (2.1.118+), by the record that names it, else by the end of
// its context; an inline sidechain to its parent; any other agent to its notification.
func (s *attacher) hostOthers() {
	launched, notified := map[string]recordKey{}, map[string]recordKey{}
	for _, f := range s.files {
		for agent, at := range f.x.claims.launched {
			if _, ok := launched[agent]; !ok {
				launched[agent] = recordKey{f.x, at}
			}
		}
		for agent, at := range f.x.claims.notified {
			if _, ok := notified[agent]; !ok {
				notified[agent] = recordKey{f.x, min(at, int32(len(f.x.recs))-1)}
			}
		}
	}
	forked := s.forkedFrom()
	for _, side := range s.sides {
		if side.call != nil {
			continue
		}
		if side.agent == nil {
			if at := side.x.parent(side.records[0]); at >= 0 {
				s.host(side, recordKey{side.x, at})
			}
			continue
		}
		key, ok := launched[side.agent.ID]
		if !ok {
			key, ok = forked[side.x.claims.fork.Last]
		}
		if !ok {
			key, ok = notified[side.agent.ID]
		}
		if ok && key.at >= 0 && key.x != side.x {
			s.host(side, key)
		}
	}
}

// forkedFrom returns the records, preferably in the session's file, at which the contexts end
// that agents without a call started with. It looks at each record once: there may be
// thousands of agents.
func (s *Session) forkedFrom() map[transcript.ID]recordKey {
	wanted := map[transcript.ID]bool{}
	found := map[transcript.ID]recordKey{}
	for _, side := range s.sides {
		last := side.x.claims.fork.Last
		if side.call != nil || side.agent == nil || last == (transcript.ID{}) {
			continue
		}
		if at := s.main.find(last); at >= 0 {
			found[last] = recordKey{s.main, at}
		} else {
			wanted[last] = true
		}
	}
	for i := 1; i < len(s.files) && len(wanted) > 0; i++ {
		x := s.files[i].x
		for at := range x.recs {
			if last := x.node(int32(at)).ID; wanted[last] {
				delete(wanted, last)
				found[last] = recordKey{x, int32(at)}
			}
		}
	}
	return found
}

// host attaches a sidechain to a record.
func (s *attacher) host(side *sidechain, key recordKey) {
	if key.x == s.main {
		key.at = s.links.Original(key.at)
	}
	// A result is shown on the row of its call.
	if f, r := s.byIndex[key.x], &key.x.recs[key.at]; r.blocks > 0 && f.of[r.block] >= 0 && key.x.blocks[r.block].kind == transcript.BlockToolResult {
		s.hang(side, callKey{key.x, f.of[r.block]})
		return
	}
	side.call, side.callAt, side.number = key.x, key.at, noCall
	s.hosts[key] = append(s.hosts[key], side)
}

// groupHosted enters the sidechains of each record.
func (s *attacher) groupHosted() {
	for key, sides := range s.hosts {
		sides = slices.DeleteFunc(sides, func(side *sidechain) bool { return side.call == nil })
		if len(sides) == 0 {
			continue
		}
		s.hosted[key] = s.together(sides, "at-"+key.x.Text(key.x.node(key.at).ID))
	}
}

// together returns the only sidechain, or a group of several under a key.
func (s *attacher) together(sides []*sidechain, key string) *sidechain {
	workflow := sides[0].agent != nil && sides[0].agent.Run != ""
	if len(sides) == 1 && !workflow {
		return sides[0]
	}
	slices.SortFunc(sides, bySideTime)
	first := sides[0]
	if s.byKey[key] != nil {
		key = fmt.Sprintf("%s-%d", key, first.number)
	}
	g := &sidechain{
		key: key, session: s.Session, x: first.call, group: sides, time: first.time,
		depth: first.depth, call: first.call, callAt: first.callAt, number: first.number,
	}
	s.byKey[key] = g
	return g
}

// host shows the sidechains of a record on the last of its rows, starting at an item, or on
// a row of its own after them.
func (b *builder) host(at int32, from int) {
	side := b.t.s.hosted[recordKey{b.t.x, at}]
	if side == nil {
		return
	}
	if n := len(b.t.items); n > from {
		it := &b.t.items[n-1]
		free := !it.isResult() || b.f.of[it.block] == noCall
		if it.isCall() {
			free = b.t.s.started[it.key()] == nil
		}
		if free {
			it.side = side
			it.Flags |= ItemSidechain
			return
		}
	}
	b.t.items = append(b.t.items, b.t.sideItem(side, 0))
}
