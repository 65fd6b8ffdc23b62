package chattree

import (
	"cmp"
	"slices"

	"dendro/backend/transcript"
)

// rule is what decided which of two files is the original of shared records.
type rule uint8

const (
	ruleNone    rule = iota
	rulePointer      // forkedFrom or continued-in, or the id that the copies carry
	ruleTimes        // copies carry later times (R1 rewrites them)
	ruleStart        // the records open one file and stand in the middle of the other
	ruleBackground
	ruleSubset // all of one file is in the other, which went on
	ruleOrder  // the one that went on first
	ruleTie
)

// certain reports whether the rule leaves only one direction possible.
func (r rule) certain() bool { return r >= rulePointer && r <= ruleSubset }

// ancestor is a member that another one is known to come from, and why.
type ancestor struct {
	member int32
	rule   rule
}

// owners finds for every shared class who wrote its records.
//
// Classes with few holders come first: what they tell about near relatives
// settles most of the larger ones, because whoever copied from a holder cannot
// be the owner. So every pair is compared once at most.
func (f *family) owners() {
	f.over = make([][]ancestor, len(f.members))
	for m, s := range f.members {
		k := int32(m)
		if from, ok := f.number[s.summary().ForkedFrom]; ok && from != k {
			f.over[k] = append(f.over[k], ancestor{from, rulePointer})
		}
		if to, ok := f.number[s.summary().ContinuedIn]; ok && to != k {
			f.over[to] = append(f.over[to], ancestor{k, rulePointer})
		}
		for _, by := range sortedByRecord(f.named[m]) {
			if _, mutual := f.named[by][k]; !mutual {
				f.over[k] = append(f.over[k], ancestor{by, rulePointer})
			}
		}
	}
	for _, at := range f.shared {
		c := &f.classes[at]
		c.owner, f.went.next = none, nil
		for _, m := range c.holders {
			switch {
			case f.copied(m, c):
			case c.owner == none:
				c.owner = m
			default:
				first, second := c.owner, m
				older, rule := f.older(m, c.owner, c)
				if older {
					first, second = second, first
				}
				f.over[second] = append(f.over[second], ancestor{first, rule})
				c.owner = first
			}
		}
		if c.owner == none { // pointers in a circle
			c.owner = c.holders[0]
			for _, m := range c.holders[1:] {
				if older, _ := f.older(m, c.owner, c); older {
					c.owner = m
				}
			}
		}
	}
}

// copied reports whether a holder of c is known to descend from another one.
func (f *family) copied(m int32, c *class) bool {
	for _, o := range f.over[m] {
		if c.holds(o.member) {
			return true
		}
	}
	return false
}

// older reports whether a rather than b is the original of the records of c,
// where no record says so. The first rule that tells them apart decides. Two
// come before all others: a copy never carries earlier times than its original,
// and it never has more of the conversation before a shared record than the
// original has.
func (f *family) older(a, b int32, c *class) (bool, rule) {
	// What comes after the shared records is read off the last ones.
	at := f.lastShared(a, b)
	last := &f.classes[at]
	for _, k := range []*class{c, last} {
		ma, mb := f.mark(k, a), f.mark(k, b)
		switch {
		case ma.untime == mb.untime && ma.times != mb.times:
			return ma.times < mb.times, ruleTimes
		case ma.before != mb.before:
			return ma.before > mb.before, ruleStart
		}
	}
	ma, mb := f.mark(last, a), f.mark(last, b)
	bga, bgb := f.background(a), f.background(b)
	switch {
	case ma.ends != mb.ends:
		return ma.ends, ruleSubset
	case bga != bgb:
		return bgb, ruleBackground
	}
	na, nb := f.wentOn(a, at), f.wentOn(b, at)
	if na != nb && na != 0 && nb != 0 {
		return na < nb, ruleOrder
	}
	return f.tie(a, b) < 0, ruleTie
}

// wentOn returns when the conversation went on after the records of a class in
// a or in a holder that is known to come from a; 0 for not at all.
func (f *family) wentOn(a, at int32) int64 {
	if f.went.next == nil || f.went.class != at {
		f.went.class, f.went.next = at, f.allWentOn(&f.classes[at])
	}
	return f.went.next[a]
}

func (f *family) allWentOn(c *class) map[int32]int64 {
	first := map[int32]int64{}
	for k, m := range c.holders {
		next := f.marks[int(c.marks)+k].next
		if next == 0 {
			continue
		}
		for range 64 { // up to the oldest known ancestor that holds the class
			if t, known := first[m]; !known || next < t {
				first[m] = next
			}
			up := slices.IndexFunc(f.over[m], func(o ancestor) bool { return c.holds(o.member) })
			if up < 0 {
				break
			}
			m = f.over[m][up].member
		}
	}
	return first
}

// lastShared returns the class of the last record in a that b has too. There
// must be one.
func (f *family) lastShared(a, b int32) int32 {
	if len(f.held[b]) < len(f.held[a]) || len(f.held[b]) == len(f.held[a]) && b < a {
		a, b = b, a
	}
	for _, at := range f.held[a] {
		if f.classes[at].holds(b) {
			return at
		}
	}
	panic("chattree: sessions of one class share nothing")
}

// tie orders two sessions that nothing else tells apart.
func (f *family) tie(a, b int32) int {
	x, y := f.members[a], f.members[b]
	sx, sy := x.summary(), y.summary()
	return cmp.Or(
		cmp.Compare(sx.StartMS, sy.StartMS),
		cmp.Compare(sx.EndMS, sy.EndMS),
		x.files[0].ModTime.Compare(y.files[0].ModTime),
		cmp.Compare(x.id, y.id),
	)
}

// background reports whether a session began as a background fork (F4).
func (f *family) background(m int32) bool {
	nodes := f.members[m].summary().Nodes
	return len(nodes) > 0 && nodes[0].Flags.Has(transcript.FlagBackground)
}
