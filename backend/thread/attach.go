package thread

import (
	"cmp"
	"fmt"
	"slices"

	"dendro/backend/transcript"
)

// inline finds the sidechains that stand in the main file itself (layout 1):
// each begins at a record of a sidechain that hangs on none.
func (s *Session) inline() {
	x := s.main
	f := s.files[0]
	var newest *sidechain
	for at := range x.recs {
		r, n := &x.recs[at], x.node(int32(at))
		if !n.Flags.Has(transcript.FlagSidechain) {
			continue
		}
		side := s.ownerAbove(f, int32(at))
		if side == nil && r.parent == missingParent {
			side = newest
		}
		if side == nil {
			side = &sidechain{key: x.Text(n.ID), x: x, time: n.Time, task: x.claims.tasks[int32(at)]}
			if _, taken := s.byKey[side.key]; taken {
				side.key = fmt.Sprintf("record-%d", at)
			}
			s.addSide(side)
		}
		side.records = append(side.records, int32(at))
		if f.owners == nil { // most files have no sidechain
			f.owners = make([]*sidechain, len(x.recs))
		}
		f.owners[at] = side
		newest = side
	}
	s.sides = slices.DeleteFunc(s.sides, func(side *sidechain) bool {
		if side.agent != nil {
			return false
		}
		task, _ := x.heads.get(side.records[0])
		internal := transcript.InternalAgent("", task)
		if internal {
			s.addInternal(side)
		}
		return internal
	})
}

// ownerAbove returns the sidechain that a record's nearest known ancestor on a
// sidechain belongs to.
func (s *Session) ownerAbove(f *file, at int32) *sidechain {
	x := f.x
	for range 1000 {
		p := x.recs[at].parent
		if p < 0 || !x.has(p, transcript.FlagSidechain) {
			return nil
		}
		if side := f.owner(p); side != nil {
			return side
		}
		at = p
	}
	return nil
}

// attach hangs every sidechain on a call, by what the records say, best
// statement first.
func (s *Session) attach() {
	claimed := map[callKey][]*sidechain{}
	hang := func(side *sidechain, x *Index, at int32, tool uint64) {
		side.call, side.callAt, side.tool = x, at, tool
		key := callKey{x, tool}
		claimed[key] = append(claimed[key], side)
	}
	for _, side := range s.sides {
		if x, at, tool := s.named(side); x != nil {
			hang(side, x, at, tool)
		}
	}
	s.guess(claimed, hang)
	s.settle()
	s.group(claimed)
}

// named finds the call that a record or the agent's own file names.
func (s *Session) named(side *sidechain) (*Index, int32, uint64) {
	a := side.agent
	if a == nil {
		return nil, 0, 0
	}
	if tool := hashText(a.Meta.ToolUseID); tool != 0 {
		if x, at := s.findUse(tool, a.Meta.ParentAgentID, nil); x != nil {
			return x, at, tool
		}
	}
	best := claim{rank: 255}
	var from *Index
	for _, f := range s.files {
		if c, ok := f.x.claims.agents[a.ID]; ok && c.rank < best.rank && f.x != side.x {
			if x, _ := s.findUse(c.tool, "", f.x); x != nil {
				best, from = c, f.x
			}
		}
	}
	if best.tool != 0 {
		x, at := s.findUse(best.tool, a.Meta.ParentAgentID, from)
		return x, at, best.tool
	}
	if a.Run != "" || a.RunTask != "" {
		return s.workflow(a)
	}
	return nil, 0, 0
}

// findUse finds a call by its id's hash: with the agent that is named as the
// parent, else in the file that speaks of it, else in the main file, else
// anywhere.
func (s *Session) findUse(tool uint64, parent string, from *Index) (*Index, int32) {
	if p, ok := s.byKey[parent]; ok && p.agent != nil {
		if at, ok := s.byIndex[p.x].use(tool); ok {
			return p.x, at
		}
	}
	if f := s.byIndex[from]; f != nil {
		if at, ok := f.use(tool); ok {
			return from, at
		}
	}
	for _, f := range s.files {
		if at, ok := f.use(tool); ok {
			return f.x, at
		}
	}
	return nil, 0
}

// workflow finds the call that started a run: by the run's or the task's id,
// else the only Workflow call there is.
func (s *Session) workflow(a *Agent) (*Index, int32, uint64) {
	var only *call
	var in *Index
	calls := 0
	for _, f := range s.files {
		for _, id := range []string{a.Run, a.RunTask} {
			if tool, ok := f.x.claims.runs[id]; ok && id != "" {
				if at, ok := f.use(tool); ok {
					return f.x, at, tool
				}
			}
		}
		for i := range f.x.calls {
			if f.x.calls[i].workflow {
				only, in = &f.x.calls[i], f.x
				calls++
			}
		}
	}
	if calls == 1 {
		return in, only.at, only.tool
	}
	return nil, 0, 0
}

// guess hangs what no record names: by the text of the task, then by time.
func (s *Session) guess(claimed map[callKey][]*sidechain, hang func(*sidechain, *Index, int32, uint64)) {
	var open []*sidechain
	for _, side := range s.sides {
		if side.call == nil && (side.agent == nil || side.agent.Run == "") {
			open = append(open, side)
		}
	}
	if len(open) == 0 {
		return
	}
	slices.SortStableFunc(open, func(a, b *sidechain) int { return cmp.Compare(a.time, b.time) })
	type started struct {
		x *Index
		c *call
	}
	byPrompt := map[uint64][]started{}
	var all []started
	for _, f := range s.files {
		for i := range f.x.calls {
			c := &f.x.calls[i]
			if key := (callKey{f.x, c.tool}); len(claimed[key]) > 0 || s.started[key] != nil || c.workflow {
				continue
			}
			all = append(all, started{f.x, c})
			if c.prompt != 0 {
				byPrompt[c.prompt] = append(byPrompt[c.prompt], started{f.x, c})
			}
		}
	}
	free := func(side *sidechain, c started) bool {
		return len(claimed[callKey{c.x, c.c.tool}]) == 0 && s.ownerOf(c.x, c.c.at) != side
	}
	var rest []*sidechain
	for _, side := range open {
		var found *started
		for i, c := range byPrompt[side.task] {
			if !free(side, c) {
				continue
			}
			// Calls with the same prompt go in their order; one that was made
			// after the agent began, or answered before, is second choice.
			if found == nil || !s.running(side, found.x, found.c) && s.running(side, c.x, c.c) {
				found = &byPrompt[side.task][i]
			}
		}
		if found == nil {
			rest = append(rest, side)
			continue
		}
		hang(side, found.x, found.c.at, found.c.tool)
	}
	for _, side := range rest {
		var found *started
		fits := 0
		for i := range all {
			if free(side, all[i]) && s.during(side, all[i].x, all[i].c) {
				found = &all[i]
				fits++
			}
		}
		if fits == 1 {
			hang(side, found.x, found.c.at, found.c.tool)
		}
	}
}

// running reports whether a call stands open where a sidechain begins: by
// place in the file that holds both, else by time.
func (s *Session) running(side *sidechain, x *Index, c *call) bool {
	if side.agent != nil || x != side.x {
		return c.time <= side.time
	}
	first := side.records[0]
	at, answered := s.byIndex[x].answer(c.tool)
	return c.at < first && !(answered && at < first)
}

// during reports whether a sidechain began while a call was running.
func (s *Session) during(side *sidechain, x *Index, c *call) bool {
	if side.agent == nil {
		if p := side.x.recs[side.records[0]].parent; p == c.at && x == side.x {
			return true
		}
	}
	if side.agent != nil && side.agent.Ancestor || side.time == 0 || c.time == 0 || side.time < c.time {
		return false
	}
	f := s.byIndex[x]
	at, ok := f.answer(c.tool)
	if !ok {
		return false
	}
	r := f.resultIn(at, c.tool)
	return r.flags&blockError == 0 && r.x.node(r.at).Time >= side.time
}

// ownerOf returns the sidechain that a record stands in, nil for the
// session's own thread.
func (s *Session) ownerOf(x *Index, at int32) *sidechain {
	f := s.byIndex[x]
	if f.side != nil {
		return f.side
	}
	return f.owner(at)
}

// settle finds how deep every sidechain hangs. What hangs on itself, in a
// circle, is cut loose: nothing may be out of reach.
func (s *Session) settle() {
	children := map[*sidechain][]*sidechain{}
	var reach []*sidechain
	for _, side := range s.sides {
		if side.call == nil {
			side.depth = 1
			reach = append(reach, side)
			continue
		}
		owner := s.ownerOf(side.call, side.callAt)
		if owner == nil {
			side.depth = 1
			reach = append(reach, side)
			continue
		}
		children[owner] = append(children[owner], side)
	}
	next := 0
	for {
		for len(reach) > 0 {
			side := reach[len(reach)-1]
			reach = reach[:len(reach)-1]
			for _, c := range children[side] {
				if c.depth == 0 {
					c.depth = side.depth + 1
					reach = append(reach, c)
				}
			}
		}
		for next < len(s.sides) && s.sides[next].depth != 0 {
			next++
		}
		if next == len(s.sides) {
			return
		}
		s.sides[next].call, s.sides[next].depth = nil, 1
		reach = append(reach, s.sides[next])
	}
}

// group enters what each call started, and lists what none did.
func (s *Session) group(claimed map[callKey][]*sidechain) {
	for key, sides := range claimed {
		sides = slices.DeleteFunc(sides, func(side *sidechain) bool { return side.call == nil })
		if len(sides) == 0 {
			continue
		}
		workflow := sides[0].agent != nil && sides[0].agent.Run != ""
		if len(sides) == 1 && !workflow {
			s.started[key] = sides[0]
			continue
		}
		slices.SortFunc(sides, bySideTime)
		g := &sidechain{
			key: fmt.Sprintf("call-%016x", key.tool), x: key.x, group: sides, time: sides[0].time,
			depth: sides[0].depth, call: key.x, callAt: sides[0].callAt, tool: key.tool,
		}
		s.byKey[g.key] = g
		s.started[key] = g
	}
	for _, side := range s.sides {
		if side.call == nil && (side.agent == nil || !side.agent.Ancestor) {
			s.unattached = append(s.unattached, side)
		}
	}
	slices.SortFunc(s.unattached, bySideTime)
}

// borrow hangs the inline sidechains of an ancestor's file on the copies of
// the calls that started them: a copy takes the conversation along and leaves
// its sidechains behind. Calls keep their ids.
func (s *Session) borrow(ancestor *Index) {
	if s.byIndex[ancestor] != nil {
		return
	}
	own := s.files[0]
	a := NewSession(ancestor, nil, Options{Inherited: func(transcript.ID) bool { return true }})
	for key, side := range a.byKey {
		if s.byKey[key] == nil {
			s.byKey[key] = &sidechain{key: key, x: side.x, lender: a, lent: side}
		}
	}
	for key, side := range a.started {
		if a.ownerOf(key.x, side.callAt) != nil {
			continue
		}
		at, ok := own.use(key.tool)
		copied := callKey{s.main, key.tool}
		if !ok || own.owner(at) != nil || s.started[copied] != nil || s.holds(side) {
			continue
		}
		s.started[copied] = &sidechain{
			key: side.key, x: side.x, lender: a, lent: side, time: side.time,
			depth: 1, call: s.main, callAt: at, tool: key.tool,
		}
	}
}

// holds reports whether the main file has a sidechain of another file too:
// some copies take them along.
func (s *Session) holds(side *sidechain) bool {
	for _, member := range side.group {
		if s.holds(member) {
			return true
		}
	}
	return len(side.records) > 0 && s.main.find(side.x.node(side.records[0]).ID) >= 0
}

func bySideTime(a, b *sidechain) int {
	return cmp.Or(cmp.Compare(a.time, b.time), cmp.Compare(a.key, b.key))
}

// callBlock returns the block of the call that started the sidechain.
func (side *sidechain) callBlock() (index int, ok bool) {
	if side.call == nil {
		return 0, false
	}
	for _, b := range side.call.blocksOf(side.callAt) {
		if b.kind == transcript.BlockToolUse && b.tool() == side.tool {
			return int(b.index), true
		}
	}
	return 0, false
}
