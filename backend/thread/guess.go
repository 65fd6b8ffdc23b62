package thread

import (
	"cmp"
	"slices"
)

// guessing hangs what no record names: by the text of the task, then by time.
type guessing struct {
	*attacher
	calls    []started // that nobody has claimed
	byPrompt map[uint64][]started
}

// started is a call that may have started a sidechain.
type started struct {
	x *Index
	c *call
}

// guess hangs sidechains on calls that nobody has claimed.
func (s *attacher) guess() {
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
	g := guessing{attacher: s, byPrompt: map[uint64][]started{}}
	for _, f := range s.files {
		for i := range f.x.claims.calls {
			g.consider(started{f.x, &f.x.claims.calls[i]})
		}
	}
	g.inTime(g.asked(open))
}

// consider notes a call, if nobody has claimed it.
func (g *guessing) consider(c started) {
	if key := (callKey{c.x, c.c.tool}); len(g.claimed[key]) > 0 || g.started[key] != nil || c.c.workflow {
		return
	}
	g.calls = append(g.calls, c)
	if c.c.prompt != 0 {
		g.byPrompt[c.c.prompt] = append(g.byPrompt[c.c.prompt], c)
	}
}

func (g *guessing) free(side *sidechain, c started) bool {
	return len(g.claimed[callKey{c.x, c.c.tool}]) == 0 && g.ownerOf(c.x, c.c.at) != side
}

// asked hangs sidechains on the calls that ask for what their task is, and returns
// those that have none.
func (g *guessing) asked(open []*sidechain) (without []*sidechain) {
	for _, side := range open {
		var found *started
		for i, c := range g.byPrompt[side.task] {
			if !g.free(side, c) {
				continue
			}
			// Calls with the same prompt go in their order; one that was made
			// after the agent began, or answered before, is second choice.
			if found == nil || !g.running(side, found.x, found.c) && g.running(side, c.x, c.c) {
				found = &g.byPrompt[side.task][i]
			}
		}
		if found == nil {
			without = append(without, side)
			continue
		}
		g.hang(side, found.x, found.c.at, found.c.tool)
	}
	return without
}

// inTime hangs sidechains on the one call each that was open when they began.
func (g *guessing) inTime(open []*sidechain) {
	for _, side := range open {
		var found *started
		fits := 0
		for i := range g.calls {
			if g.free(side, g.calls[i]) && g.during(side, g.calls[i].x, g.calls[i].c) {
				found = &g.calls[i]
				fits++
			}
		}
		if fits == 1 {
			g.hang(side, found.x, found.c.at, found.c.tool)
		}
	}
}
