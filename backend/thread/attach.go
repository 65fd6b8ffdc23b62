package thread

import (
	"fmt"
	"slices"
)

// attacher hangs the agents of a session on the calls that started them.
type attacher struct {
	*Session
	claimed map[callKey][]*sidechain // by the call that they hang on
}

// attach hangs every sidechain on a call, by what the records say, best
// statement first.
func (s *attacher) attach() {
	for _, side := range s.sides {
		if x, at, tool := s.named(side); x != nil {
			s.hang(side, x, at, tool)
		}
	}
	s.guess()
	s.settle()
	s.group()
}

// hang hangs a sidechain on a call.
func (s *attacher) hang(side *sidechain, x *Index, at int32, tool uint64) {
	side.call, side.callAt, side.tool = x, at, tool
	key := callKey{x, tool}
	s.claimed[key] = append(s.claimed[key], side)
}

// named finds the call that a record or the agent's own file names.
func (s *attacher) named(side *sidechain) (*Index, int32, uint64) {
	a := side.agent
	if a == nil {
		return nil, 0, 0
	}
	if tool := hashText(a.Meta.ToolUseID); tool != 0 {
		if x, at := s.findUse(tool, a.Meta.ParentAgent, nil); x != nil {
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
		x, at := s.findUse(best.tool, a.Meta.ParentAgent, from)
		return x, at, best.tool
	}
	if a.Run != "" {
		return s.workflow(a.Run)
	}
	return nil, 0, 0
}

// findUse finds a call by its id's hash: with the agent that is named as the
// parent, else in the file that speaks of it, else in the main file, else
// anywhere.
func (s *attacher) findUse(tool uint64, parent string, from *Index) (*Index, int32) {
	if p, ok := s.byKey[parent]; ok && p.agent != nil {
		if at, ok := s.byIndex[p.x].uses[tool]; ok {
			return p.x, at
		}
	}
	if f := s.byIndex[from]; f != nil {
		if at, ok := f.uses[tool]; ok {
			return from, at
		}
	}
	for _, f := range s.files {
		if at, ok := f.uses[tool]; ok {
			return f.x, at
		}
	}
	return nil, 0
}

// workflow finds the call that started a run: by the run's or the task's id,
// else the only Workflow call there is.
func (s *attacher) workflow(run string) (*Index, int32, uint64) {
	var only *call
	var in *Index
	calls := 0
	for _, f := range s.files {
		for _, id := range []string{run, s.run(run).Task} {
			if tool, ok := f.x.claims.runs[id]; ok {
				if at, ok := f.uses[tool]; ok {
					return f.x, at, tool
				}
			}
		}
		for i := range f.x.claims.calls {
			if f.x.claims.calls[i].workflow {
				only, in = &f.x.claims.calls[i], f.x
				calls++
			}
		}
	}
	if calls == 1 {
		return in, only.at, only.tool
	}
	return nil, 0, 0
}

// running reports whether a call stands open where a sidechain begins: by
// place in the file that holds both, else by time.
func (s *attacher) running(side *sidechain, x *Index, c *call) bool {
	if side.agent != nil || x != side.x {
		return c.time <= side.time
	}
	first := side.records[0]
	answered, ok := s.byIndex[x].result(c.tool)
	return c.at < first && !(ok && answered.at < first)
}

// during reports whether a sidechain began while a call was running.
func (s *attacher) during(side *sidechain, x *Index, c *call) bool {
	if side.agent == nil {
		if p := side.x.parent(side.records[0]); p == c.at && x == side.x {
			return true
		}
	}
	if side.agent != nil && side.agent.Ancestor || side.time == 0 || c.time == 0 || side.time < c.time {
		return false
	}
	r, ok := s.byIndex[x].result(c.tool)
	return ok && r.flags&blockError == 0 && r.x.node(r.at).Time >= side.time
}

// settle finds how deep every sidechain hangs. What hangs on itself, in a circle, or on
// an internal agent, is cut loose: nothing may be out of reach.
func (s *attacher) settle() {
	for _, side := range s.sides {
		side.depth = 1
		for at := side; at.call != nil; {
			if at = s.ownerOf(at.call, at.callAt); at == nil {
				break
			}
			if at.internal || side.depth > len(s.sides) {
				side.call, side.depth = nil, 1
				break
			}
			side.depth++
		}
	}
}

// group enters what each call started, and lists what none did.
func (s *attacher) group() {
	for key, sides := range s.claimed {
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
			key: fmt.Sprintf("call-%016x", key.tool), session: s.Session, x: key.x, group: sides, time: sides[0].time,
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

// runs ties what is recorded of runs to the calls that started them.
func (s *attacher) runs() {
	for i := range s.opts.Runs {
		r := &s.opts.Runs[i]
		for _, f := range s.files {
			for _, id := range []string{r.ID, r.Task} {
				if tool, ok := f.x.claims.runs[id]; ok {
					s.workflows[callKey{f.x, tool}] = r
				}
			}
		}
	}
}
