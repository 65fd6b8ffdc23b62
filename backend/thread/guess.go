package thread

import (
	"cmp"
	"slices"
)

// guessing attaches sidechains that no record names: by the text of the task, then by time.
type guessing struct {
	*attacher
	calls    []started // unclaimed, by time
	byPrompt map[uint64]*waiting
	byRecord map[int32][]started // the unclaimed calls of the main file
}

// started is a call that may have started a sidechain.
type started struct {
	callKey
	at         int32
	time       int64
	end        int64 // of its result; 0: none, or a failed one
	answeredAt int32 // record of its result in the same file, or -1
}

// waiting are the calls with one prompt that no sidechain is attached to yet.
type waiting struct {
	over queue // answered before the current sidechain
	next queue // by time
}

// queue is a list that is consumed from its front.
type queue struct {
	list []started
	head int
}

func (q *queue) left() []started { return q.list[q.head:] }

// remove removes the first call that passes.
func (q *queue) remove(passes func(started) bool) (c started, ok bool) {
	i := slices.IndexFunc(q.left(), passes)
	if i < 0 {
		return c, false
	}
	c = q.list[q.head+i]
	copy(q.list[q.head+1:], q.list[q.head:q.head+i]) // the skipped ones stay
	q.head++
	return c, true
}

// guess attaches sidechains to unclaimed calls.
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
	g := guessing{attacher: s, byPrompt: map[uint64]*waiting{}, byRecord: map[int32][]started{}}
	g.gather()
	g.inTime(g.asked(open))
}

// gather lists the unclaimed calls.
func (g *guessing) gather() {
	for _, f := range g.files {
		for i := range f.calls {
			key := callKey{f.x, int32(i)}
			if b := f.blockOf(key.call); b.flags&blockStarts != 0 && b.flags&blockRuns == 0 && g.isFree(key) {
				g.calls = append(g.calls, g.startedBy(f, key))
			}
		}
	}
	slices.SortStableFunc(g.calls, func(a, b started) int { return cmp.Compare(a.time, b.time) })
	for _, c := range g.calls {
		if c.x == g.main {
			g.byRecord[c.at] = append(g.byRecord[c.at], c)
		}
		prompt := g.byIndex[c.x].prompts[c.call]
		if prompt == 0 {
			continue
		}
		w := g.byPrompt[prompt]
		if w == nil {
			w = &waiting{}
			g.byPrompt[prompt] = w
		}
		w.next.list = append(w.next.list, c)
	}
}

func (g *guessing) startedBy(f *file, key callKey) started {
	at := f.calls[key.call].Record
	c := started{callKey: key, at: at, time: f.x.node(at).Time, answeredAt: -1}
	if r, ok := g.result(key, nil); ok {
		if r.x == f.x {
			c.answeredAt = r.at
		}
		if r.x.blocks[r.block].flags&blockError == 0 {
			c.end = r.x.node(r.at).Time
		}
	}
	return c
}

func (g *guessing) isFree(key callKey) bool { return len(g.claimed[key]) == 0 && g.started[key] == nil }

// own reports whether a call is inside the sidechain itself.
func (g *guessing) own(side *sidechain, c started) bool {
	g.steps++
	return g.ownerOf(c.x, c.at) == side
}

// asked attaches sidechains to the calls whose prompt is their task, and returns those
// without one. Calls with the same prompt are used in order; a call that was made after the
// agent began, or answered before, is second choice.
func (g *guessing) asked(open []*sidechain) (without []*sidechain) {
	for _, side := range open {
		c, ok := g.claim(side, g.byPrompt[side.task])
		if !ok {
			without = append(without, side)
			continue
		}
		g.hang(side, c.callKey)
	}
	return without
}

// claim removes from w the call to attach a sidechain to. Sidechains must come in order of
// time, so that each call is skipped at most once.
func (g *guessing) claim(side *sidechain, w *waiting) (c started, ok bool) {
	if w == nil {
		return c, false
	}
	others := func(c started) bool { return !g.own(side, c) }
	if left := w.over.left(); len(left) > 0 && phaseOf(side, left[0]) == running && others(left[0]) {
		return w.over.remove(others)
	}
	for {
		i := slices.IndexFunc(w.next.left(), others)
		if i < 0 {
			break
		}
		phase := phaseOf(side, w.next.left()[i])
		if phase == ahead {
			break
		}
		c, _ := w.next.remove(others)
		if phase == running {
			return c, true
		}
		w.over.list = append(w.over.list, c)
	}
	if c, ok = w.over.remove(others); ok {
		return c, ok
	}
	return w.next.remove(others)
}

// phase is the state of a call when a sidechain begins.
type phase uint8

const (
	running phase = iota
	over
	ahead
)

// phaseOf compares places in the file that holds both, else times.
func phaseOf(side *sidechain, c started) phase {
	if side.agent != nil || c.x != side.x {
		if c.time <= side.time {
			return running
		}
		return ahead
	}
	switch first := side.records[0]; {
	case c.at >= first:
		return ahead
	case c.answeredAt >= 0 && c.answeredAt < first:
		return over
	}
	return running
}

// inTime attaches each sidechain to the only call that was running when it began.
func (g *guessing) inTime(open []*sidechain) {
	var now []started // calls that have begun
	next := g.calls
	for _, side := range open {
		if c, ok := g.above(side); ok {
			g.hang(side, c.callKey)
			continue
		}
		if side.agent != nil && side.agent.Ancestor || side.time == 0 {
			continue
		}
		for len(next) > 0 && next[0].time <= side.time {
			if next[0].time != 0 && next[0].end != 0 {
				now = append(now, next[0])
			}
			next = next[1:]
		}
		var found *started
		found, now = g.only(side, now)
		if found != nil {
			g.hang(side, found.callKey)
		}
	}
}

// above returns the only unclaimed call in the parent record of an inline sidechain.
func (g *guessing) above(side *sidechain) (c started, ok bool) {
	if side.agent != nil {
		return c, false
	}
	at := side.x.parent(side.records[0])
	if len(g.byRecord[at]) == 0 {
		return c, false
	}
	g.steps += len(g.byRecord[at])
	free := slices.DeleteFunc(g.byRecord[at], func(c started) bool { return !g.isFree(c.callKey) })
	if len(free) > 1 {
		free = free[:0] // ambiguous
	}
	g.byRecord[at] = free
	if len(free) == 0 {
		return c, false
	}
	return free[0], true
}

// only returns the only call that runs when a sidechain begins, and the list without calls
// that have ended by then or are taken.
func (g *guessing) only(side *sidechain, now []started) (found *started, left []started) {
	fits, i := 0, 0
	var kept []started
	for ; i < len(now) && fits < 2; i++ {
		g.steps++
		c := now[i]
		if c.end < side.time || !g.isFree(c.callKey) {
			continue
		}
		kept = append(kept, c)
		if !g.own(side, c) {
			fits++
			found = &kept[len(kept)-1]
		}
	}
	copy(now[i-len(kept):], kept)
	if fits != 1 {
		found = nil
	}
	return found, now[i-len(kept):]
}
