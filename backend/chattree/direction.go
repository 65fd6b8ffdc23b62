package chattree

import (
	"cmp"
	"slices"
)

// rule is the rule that decided which of two files is the original of shared records.
type rule uint8

const (
	ruleNone    rule = iota
	rulePointer      // forkedFrom or continued-in, a file beside the transcripts, or the id that the copies carry
	ruleTimes        // copies carry later times (R1 rewrites them)
	ruleStart        // the records open one file and are in the middle of the other
	ruleEarlier
	ruleInherits
	rulePrompt
	ruleQueued
	ruleBlock
	ruleLeaf
	ruleSubset // all of one file is in the other, which continued
	ruleBackground
	ruleOrder // the one that continued first
	ruleTie
)

// certain reports whether the rule leaves only one possible direction.
func (r rule) certain() bool { return r >= rulePointer && r <= ruleBackground }

// signal returns the evidence of a rule that distinguishes two sessions which both
// continued, or "".
func (r rule) signal() string {
	return map[rule]string{
		ruleEarlier: EvidenceEarlierSession, ruleInherits: EvidenceSuppression, rulePrompt: EvidencePromptID,
		ruleQueued: EvidenceQueueOperation, ruleBlock: EvidenceWrittenAtOnce, ruleLeaf: EvidenceLastPrompt,
	}[r]
}

// bothWentOn reports whether each of two members has messages after the last record that
// they share.
func (f *family) bothWentOn(a, b int32) bool {
	last := &f.classes[f.lastShared(a, b)]
	return !last.mark(a).ends && !last.mark(b).ends
}

// ancestor is a known ancestor of a member, with the rule that showed it.
type ancestor struct {
	member int32
	rule   rule
}

// descents finds the ancestry within a family.
type descents struct {
	*family
	over   [][]ancestor    // known ancestors of each member
	handed map[int32]int32 // see handedOver; computed on first use
	went   struct {        // see wentOn
		class int32
		next  map[int32]int64
	}
}

// owners finds the author of each shared class's records.
//
// Classes with few holders come first: their answers about close relatives settle most of
// the larger ones, because a member that copied from a holder cannot be the owner. So every
// pair is compared at most once.
func (d *descents) owners() {
	for m, s := range d.members {
		k := int32(m)
		if primary, ok := d.number[s.of]; ok && s.isCopy() {
			d.over[k] = append(d.over[k], ancestor{primary, rulePointer})
		}
		if from, ok := d.number[s.sum.ForkedFrom]; ok && from != k {
			d.over[k] = append(d.over[k], ancestor{from, rulePointer})
		}
		if to, ok := d.number[s.sum.ContinuedIn]; ok && to != k {
			d.over[to] = append(d.over[to], ancestor{k, rulePointer})
		}
		for _, by := range d.besides(k) {
			d.over[k] = append(d.over[k], ancestor{by, rulePointer})
		}
		for _, by := range sortedByRecord(d.named[m]) {
			if _, mutual := d.named[by][k]; !mutual {
				d.over[k] = append(d.over[k], ancestor{by, rulePointer})
			}
		}
	}
	for _, at := range d.shared {
		c := &d.classes[at]
		c.owner, d.went.next = none, nil
		for _, m := range c.holders {
			switch {
			case d.copied(m, c):
			case c.owner == none:
				c.owner = m
			default:
				first, second := c.owner, m
				older, rule := d.older(m, c.owner, c)
				if older {
					first, second = second, first
				}
				d.over[second] = append(d.over[second], ancestor{first, rule})
				c.owner = first
			}
		}
		if c.owner == none { // circular pointers, which breakCycles cuts
			c.owner = c.holders[0]
		}
	}
}

// copied reports whether a holder of c is known to descend from another one.
func (d *descents) copied(m int32, c *class) bool {
	for _, o := range d.over[m] {
		if c.holds(o.member) {
			return true
		}
	}
	return false
}

// older reports whether a rather than b is the original of the records of c if no record
// says so. The first rule that distinguishes them decides, strongest first.
func (d *descents) older(a, b int32, c *class) (bool, rule) {
	at := d.lastShared(a, b)
	p := pair{descents: d, a: a, b: b, class: c, at: at, last: &d.classes[at]}
	for _, by := range [...]struct {
		rule   rule
		copied func(*pair) (a, b bool) // which of the two shows the marks of a copy
	}{
		{ruleTimes, (*pair).laterTimes},
		{ruleStart, (*pair).startsWithThem},
		{ruleEarlier, (*pair).namesTheOther},
		{ruleInherits, (*pair).inherits},
		{rulePrompt, (*pair).askedUnderOnePrompt},
		{ruleQueued, (*pair).queuedBehind},
		{ruleBlock, (*pair).writtenInOneBlock},
		{ruleLeaf, (*pair).neverItsLeaf},
		{ruleSubset, (*pair).goesOn},
		{ruleBackground, (*pair).background},
		{ruleOrder, (*pair).wentOnLater},
	} {
		if a, b := by.copied(&p); a != b {
			return b, by.rule
		}
	}
	return d.tie(a, b) < 0, ruleTie
}

// wentOn returns when the conversation continued after the records of a class in a, or in a
// holder known to descend from a; 0 if it did not.
func (d *descents) wentOn(a, at int32) int64 {
	if d.went.next == nil || d.went.class != at {
		d.went.class, d.went.next = at, d.allWentOn(&d.classes[at])
	}
	return d.went.next[a]
}

func (d *descents) allWentOn(c *class) map[int32]int64 {
	first := map[int32]int64{}
	for k, m := range c.holders {
		next := c.marks[k].next
		if next == 0 {
			continue
		}
		for range 64 { // up to the oldest known ancestor that holds the class
			if t, known := first[m]; !known || next < t {
				first[m] = next
			}
			up := slices.IndexFunc(d.over[m], func(o ancestor) bool { return c.holds(o.member) })
			if up < 0 {
				break
			}
			m = d.over[m][up].member
		}
	}
	return first
}

// lastShared returns the class of the last record in a that b also has. There must be one.
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

// tie orders two sessions that nothing else distinguishes.
func (f *family) tie(a, b int32) int {
	x, y := f.members[a], f.members[b]
	sx, sy := x.sum, y.sum
	return cmp.Or(
		cmp.Compare(sx.StartMS, sy.StartMS),
		cmp.Compare(sx.EndMS, sy.EndMS),
		x.files[0].ModTime.Compare(y.files[0].ModTime),
		cmp.Compare(x.id, y.id),
	)
}
