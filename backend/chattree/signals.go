package chattree

import (
	"slices"

	"dendro/backend/transcript"
)

// pair is two members that share the records of a class, one of which copied them. Each of
// its rules reports which of the two shows the marks of a copy.
type pair struct {
	*descents
	a, b  int32
	class *class // of the records in question
	at    int32  // the class of the last record that both have
	last  *class
}

// both applies a rule to each member, with the other one.
func (p *pair) both(copied func(m, other int32) bool) (a, b bool) {
	return copied(p.a, p.b), copied(p.b, p.a)
}

// laterTimes: a copy never carries earlier times than its original. R1 and -p copies of the
// 1.0 line set all of them to the time of the copy.
func (p *pair) laterTimes() (a, b bool) {
	for _, k := range []*class{p.class, p.last} {
		ma, mb := k.mark(p.a), k.mark(p.b)
		if ma.untime == mb.untime && ma.times != mb.times {
			return ma.times > mb.times, ma.times < mb.times
		}
	}
	return false, false
}

// startsWithThem: before a shared record, a copy never has more of the conversation than
// the original (R1, F3: copied from the last root on).
func (p *pair) startsWithThem() (a, b bool) {
	for _, k := range []*class{p.class, p.last} {
		ma, mb := k.mark(p.a), k.mark(p.b)
		if ma.before != mb.before {
			return ma.before < mb.before, ma.before > mb.before
		}
	}
	return false, false
}

// namesTheOther: copied records retain the session that wrote them as session_id (2.1.250+,
// interactive) or requestSessionId (2.1.330).
func (p *pair) namesTheOther() (a, b bool) {
	return p.both(func(m, other int32) bool {
		return slices.Contains(p.members[m].sum.Earlier, p.members[other].id)
	})
}

// inherits: the first line of a fork is a history-suppression with fork_inherit (reported
// for 2.1.27x+).
func (p *pair) inherits() (a, b bool) {
	return p.both(func(m, _ int32) bool { return p.members[m].sum.Inherits })
}

// askedUnderOnePrompt: copied prompts get the promptId of the copying process, which the
// first prompt asked there shares (2.1.250+).
func (p *pair) askedUnderOnePrompt() (a, b bool) {
	return p.both(func(m, _ int32) bool {
		nodes := p.members[m].sum.Nodes
		for i := p.last.mark(m).last + 1; int(i) < len(nodes); i++ {
			if f := nodes[i].Flags; f.Has(transcript.FlagPrompt) {
				return f.Has(transcript.FlagAskedAgain)
			}
		}
		return false
	})
}

// queuedBehind: the queue-operation at the start of a copy is later than every copied
// record (-p, 2.1.100+).
func (p *pair) queuedBehind() (a, b bool) {
	return p.both(func(m, _ int32) bool {
		sum := p.members[m].sum
		return sum.Queued != 0 && sum.Queued > sum.Nodes[p.last.mark(m).last].Time
	})
}

// writtenInOneBlock: a copy is written at once, so that no record outside the conversation
// is between the first copied record and the first own one. An original always has one
// there (2.0.77–2.1.330, except /branch, which names its parent).
func (p *pair) writtenInOneBlock() (a, b bool) {
	return p.both(func(m, other int32) bool {
		nodes := p.members[m].sum.Nodes
		end := p.last.mark(m).last + 1
		if int(end) >= len(nodes) {
			return false
		}
		for i := p.firstShared(m, other) + 1; i <= end; i++ {
			if nodes[i].Flags.Has(transcript.FlagBehindSide) {
				return false
			}
		}
		return true
	})
}

// firstShared returns the first record of m that another member also has.
func (p *pair) firstShared(m, other int32) int32 {
	for i, key := range p.keys[m] {
		if key != none && p.classes[p.family.class[key]].holds(other) {
			return int32(i)
		}
	}
	return none
}

// neverItsLeaf: last-prompt records, which name the current leaf, are not copied. A file
// with a last-prompt that names a shared record is the original (2.1.150+).
func (p *pair) neverItsLeaf() (a, b bool) {
	was := func(m, other int32) bool {
		return slices.ContainsFunc(p.members[m].sum.Leaves, func(id transcript.ID) bool {
			return p.has(m, m, id) && p.has(other, m, id)
		})
	}
	a, b = p.both(was)
	return b && !a, a && !b
}

// goesOn: if all of a file is in the other one, which continued, the other is the copy.
func (p *pair) goesOn() (a, b bool) {
	return p.both(func(m, _ int32) bool { return !p.last.mark(m).ends })
}

// background: a fork that continues in the background says so from its first record on (F4,
// 2.1.14x+).
func (p *pair) background() (a, b bool) {
	return p.both(func(m, _ int32) bool { return p.family.background(m) })
}

// background reports whether a session began as a background fork.
func (f *family) background(m int32) bool {
	nodes := f.members[m].sum.Nodes
	first := slices.IndexFunc(nodes, func(n transcript.Node) bool { return !n.Flags.Has(transcript.FlagQueued) })
	return first >= 0 && nodes[first].Flags.Has(transcript.FlagBackground)
}

// wentOnLater: without other evidence, the file that continued first counts as the
// original.
func (p *pair) wentOnLater() (a, b bool) {
	x, y := p.wentOn(p.a, p.at), p.wentOn(p.b, p.at)
	if x == 0 || y == 0 {
		return false, false
	}
	return x > y, y > x
}
