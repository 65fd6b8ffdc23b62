package thread

import (
	"cmp"
	"fmt"
	"slices"
)

// attacher attaches the agents of a session to the calls that started them.
type attacher struct {
	*Session
	claimed map[callKey][]*sidechain // by the call that they are attached to
	said    map[string][]saidIn      // by agent
	runOf   map[string]foundRun
	hosts   map[recordKey][]*sidechain // by the record that they are attached to
	steps   int                        // number of calls compared in guesses
}

// saidIn is a claim with its file.
type saidIn struct {
	claim
	f *file
}

// foundRun is the call that started a run, if any.
type foundRun struct {
	key callKey
	ok  bool
}

// attach attaches every sidechain to a call according to the records, best evidence first.
func (s *attacher) attach() {
	s.said, s.runOf = map[string][]saidIn{}, map[string]foundRun{}
	s.hosts = map[recordKey][]*sidechain{}
	for _, f := range s.files {
		for agent, list := range f.x.claims.agents {
			for _, c := range list {
				s.said[agent] = append(s.said[agent], saidIn{c, f})
			}
		}
		for i := range f.calls {
			if id := f.calls[i].ID; f.calls[i].Scope == 0 && s.holders[id] == nil {
				s.holders[id] = f
			}
		}
	}
	for _, side := range s.sides {
		if calls, ok := s.calls(side); ok {
			s.hang(side, calls[0])
			s.sides = append(s.sides, s.goOn(side, calls[1:])...)
		}
	}
	s.guess()
	s.hostOthers()
	s.settle()
	s.group()
}

// hang attaches a sidechain to a call.
func (s *attacher) hang(side *sidechain, key callKey) {
	side.call, side.callAt, side.number = key.x, s.byIndex[key.x].calls[key.call].Record, key.call
	s.claimed[key] = append(s.claimed[key], side)
}

// named finds the call that a record or the agent's own file names.
func (s *attacher) named(side *sidechain) (callKey, bool) {
	a := side.agent
	if a == nil {
		if s.holders[side.caller] == nil {
			return callKey{}, false
		}
		return s.findUse(side, side.caller, saidIn{})
	}
	parent := s.parentOf(side)
	var best saidIn
	for _, c := range s.said[a.ID] {
		better := best.f == nil || c.rank < best.rank || c.rank == best.rank && c.f == parent && best.f != parent
		if better && c.f.x != side.x && s.holders[c.tool] != nil {
			best = c
		}
	}
	if tool := hashText(a.Meta.ToolUseID); tool != 0 && s.holders[tool] != nil {
		if tool != best.tool {
			best = saidIn{f: nil}
		}
		return s.findUse(side, tool, best)
	}
	if best.f != nil {
		return s.findUse(side, best.tool, best)
	}
	if a.Run != "" {
		return s.workflow(a.Run)
	}
	return callKey{}, false
}

// parentOf returns the file of the agent that is named as the parent, or nil.
func (s *attacher) parentOf(side *sidechain) *file {
	if side.agent == nil {
		return nil
	}
	if p := s.byKey[side.agent.Meta.ParentAgent]; p != nil && p.agent != nil {
		return s.byIndex[p.x]
	}
	return nil
}

// findUse finds a call by its id's hash: the one that a record names, else one of the named
// parent agent, else in the first file that has one.
func (s *attacher) findUse(side *sidechain, tool uint64, said saidIn) (callKey, bool) {
	if said.f != nil {
		if call, ok := said.f.callOf(said.claim); ok {
			return callKey{said.f.x, call}, true
		}
	}
	f := s.parentOf(side)
	if f == nil || len(f.callsWith(tool)) == 0 {
		f = s.holders[tool]
	}
	list := f.callsWith(tool)
	if len(list) == 0 {
		return callKey{}, false
	}
	// Of several calls with one id, the newest one when the agent began, if it asks for the
	// agent's task; else the text decides, see guess.
	i, _ := slices.BinarySearchFunc(list, side.time, func(call int32, at int64) int {
		return cmp.Or(cmp.Compare(f.calls[call].Time, at), -1)
	})
	call := list[max(i-1, 0)]
	prompt := f.prompts[call]
	return callKey{f.x, call}, len(list) == 1 || prompt == 0 || side.task == 0 || prompt == side.task
}

// workflow finds the call that started a run: by the run's or the task's id, else the only
// Workflow call.
func (s *attacher) workflow(run string) (callKey, bool) {
	found, known := s.runOf[run]
	if !known {
		found.key, found.ok = s.findRun(run)
		s.runOf[run] = found
	}
	return found.key, found.ok
}

func (s *attacher) findRun(run string) (only callKey, ok bool) {
	calls := 0
	for _, f := range s.files {
		for _, id := range []string{run, s.run(run).Task} {
			if said, ok := f.x.claims.runs[id]; ok {
				if call, ok := f.callOf(said); ok {
					return callKey{f.x, call}, true
				}
			}
		}
		for i := range f.calls {
			if f.blockOf(int32(i)).flags&blockRuns != 0 {
				only = callKey{f.x, int32(i)}
				calls++
			}
		}
	}
	return only, calls == 1
}

// settle computes the depth of every sidechain. A sidechain that is attached to itself, in
// a cycle, or to an internal agent is detached: nothing may become unreachable.
func (s *attacher) settle() {
	const walked = -1
	var up []*sidechain
	for _, side := range s.sides {
		depth := 0
		for at := side; at != nil; at = s.ownerOf(at.call, at.callAt) {
			if at.internal || at.depth == walked {
				if at.depth == walked {
					at.cutLoose()
					depth = 1
				} else {
					up[len(up)-1].cutLoose()
				}
				break
			}
			if depth = at.depth; depth > 0 {
				break
			}
			at.depth = walked
			up = append(up, at)
			if at.call == nil {
				break
			}
		}
		for _, at := range slices.Backward(up) {
			if depth++; at.call == nil {
				depth = 1
			}
			at.depth = depth
		}
		up = up[:0]
	}
}

func (side *sidechain) cutLoose() { side.call = nil }

// group enters the agents that each call started, and lists those without a parent call.
func (s *attacher) group() {
	for _, f := range s.files {
		for i := range f.calls {
			key := callKey{f.x, int32(i)}
			if sides, ok := s.claimed[key]; ok {
				sides = slices.DeleteFunc(sides, func(side *sidechain) bool { return side.call == nil })
				if len(sides) > 0 {
					s.started[key] = s.together(sides, fmt.Sprintf("call-%016x", f.calls[i].ID))
				}
			}
		}
	}
	s.groupHosted()
	for _, side := range s.sides {
		if side.call == nil && (side.agent == nil || !side.agent.Ancestor) {
			s.unattached = append(s.unattached, side)
		}
	}
	slices.SortFunc(s.unattached, bySideTime)
}

// runs attaches the recorded workflow runs to the calls that started them.
func (s *attacher) runs() {
	for i := range s.opts.Runs {
		r := &s.opts.Runs[i]
		for _, f := range s.files {
			for _, id := range []string{r.ID, r.Task} {
				if said, ok := f.x.claims.runs[id]; ok {
					if call, ok := f.callOf(said); ok {
						s.workflows[callKey{f.x, call}] = r
					}
				}
			}
		}
	}
}
