package lineage

import (
	"slices"

	"dendro/backend/transcript"
)

// preservation is the set of messages that one compaction preserved without writing them
// again.
type preservation struct {
	boundary int32
	last     int32 // the preserved message that the client sends last
	at       int32 // the record of the compaction that the conversation continues from
	head     int32 // the first preserved record that the compaction names, or None
}

// preservations indexes a file's preservations: by the record that later ones may continue,
// by the boundary, and, in file order, by the record that a process rewrote last before it
// compacted again.
type preservations struct {
	byTail, byBoundary map[int32]preservation
	byCopy             map[int32][]preservation
}

// past returns the predecessor of record i whose parent is p. Before it compacts again, a
// process may rewrite the messages before the last compaction and then continue those
// (cc#92089). The compaction names the true predecessor as the head of what it preserves.
func (k *preservations) past(p, i int32) int32 {
	for _, kept := range slices.Backward(k.byCopy[p]) {
		switch {
		case kept.boundary < i:
			return kept.at
		case kept.head < i:
			return kept.head
		}
	}
	return p
}

// copiedBefore returns the last record rewritten before a compaction, or None if its tail
// descends from its head.
func (b *builder) copiedBefore(c *transcript.Compaction, head, boundary int32) int32 {
	at := b.find(c.Tail)
	if at != None && at > head {
		at = b.raw[at]
	}
	if head == None || at == None || at >= head || head >= boundary || !b.has(at, transcript.FlagRepeated) || b.comesFrom(b.raw, at, head) {
		return None
	}
	return at
}

// preserved finds the messages that compactions preserved.
func (b *builder) preserved() preservations {
	var all preservations
	for i := range b.Facts.Compactions {
		c := &b.Facts.Compactions[i]
		boundary := b.find(c.ID)
		if boundary == None {
			continue
		}
		kept := b.preservedBy(c, boundary, b.find, b.step)
		elsewhere := len(kept) == 0
		if elsewhere {
			kept = b.keptElsewhere(c, boundary)
		}
		if len(kept) == 0 {
			continue
		}
		if all.byTail == nil {
			all = preservations{map[int32]preservation{}, map[int32]preservation{}, map[int32][]preservation{}}
		}
		p := preservation{boundary, b.lastKept(c, kept), b.behind(c, boundary), b.find(c.Head)}
		all.byTail[p.last], all.byBoundary[boundary] = p, p
		if elsewhere {
			all.byTail[kept[0]] = p
		}
		if tail := b.find(c.Tail); tail != None && tail < boundary {
			all.byTail[b.Original(tail)] = p // a system record after the last message
		}
		if at := b.copiedBefore(c, p.head, boundary); at != None {
			all.byCopy[at] = append(all.byCopy[at], p)
		}
	}
	return all
}

// lastKept returns the last message that a compaction preserved: its named tail, else the
// last in the file. A second "summarize from here" (2.1.332) lists the boundary of the
// first one before the messages, although it comes after them.
func (b *builder) lastKept(c *transcript.Compaction, kept []int32) int32 {
	if tail := b.find(c.Tail); tail != None && slices.Contains(kept, b.Original(tail)) {
		return b.Original(tail)
	}
	return slices.Max(kept)
}

// keptElsewhere returns the records that represent the messages preserved by a compaction
// in the file that this one was forked from: its logical parent, which the next message
// continues, and the record before it if it is an ancestor. Forks of the SDK (F6, 2.1.72+)
// give records new uuids but leave the ids in their compactions, so a client finds none of
// them. Copies of such a fork need not name their origin.
func (b *builder) keptElsewhere(c *transcript.Compaction, boundary int32) []int32 {
	if c.Tail.IsZero() || b.find(c.Tail) != None {
		return nil
	}
	at := b.find(b.Facts.Logical[c.ID])
	if at == None || at >= boundary || !b.Main(at) {
		return nil
	}
	kept := []int32{b.Original(at)}
	for at = boundary - 1; at > kept[0]; at-- {
		if b.Main(at) && !b.Repeat(at) {
			if b.comesFrom(b.raw, at, kept[0]) {
				kept = append(kept, at)
			}
			break
		}
	}
	return kept
}

// maxKept bounds the walk over a preserved segment: hostile files may name any.
const maxKept = 4096

// maxSteps bounds the total of all compaction walks in a file with the given number of
// records.
func maxSteps(records int) int { return 16*records + maxKept }

// step consumes one step of that budget and reports whether it was available.
func (b *builder) step() bool {
	b.steps--
	return b.steps >= 0
}

// comesFrom reports whether i descends from p by Up. The walk stops once it has passed p in
// the file, unless some record of the file continues a later one.
func (b *builder) comesFrom(up []int32, i, p int32) bool {
	for i != None && i != p && (b.ahead || i > p) && b.step() {
		i = up[i]
	}
	return i == p
}

// preservedBy returns the main records before a boundary that its compaction preserved, in the
// order in which the client sends them: preservedMessages (2.1.150+), else the chain from
// head to tail of preservedSegment (~2.1.7x+). A list with a missing record is ignored, as
// by the client (2.1.330).
func (l *Links) preservedBy(c *transcript.Compaction, boundary int32, find func(transcript.ID) int32, step func() bool) []int32 {
	var list []int32
	good := true
	add := func(at int32) {
		if at == None || at >= boundary || !l.Main(at) {
			good = false
			return
		}
		list = append(list, l.Original(at))
	}
	if len(c.Kept) > 0 {
		for _, id := range c.Kept {
			add(find(id))
		}
		if !good {
			return nil
		}
		return list
	}
	head, at := find(c.Head), find(c.Tail)
	for limit := maxKept; at != None && good && limit > 0 && step(); limit-- {
		add(at)
		if at == head {
			break
		}
		at = l.raw[at]
	}
	slices.Reverse(list)
	return list
}

// behind returns the record of a compaction that the conversation continues from: its
// summary, else its boundary.
func (b *builder) behind(c *transcript.Compaction, boundary int32) int32 {
	if at := b.find(c.Anchor); at >= boundary {
		return at
	}
	nodes := b.Facts.Nodes
	for i := boundary + 1; int(i) < len(nodes) && i < boundary+32; i++ {
		if nodes[i].Flags.Has(transcript.FlagCompactSummary) && b.raw[i] == boundary {
			return i
		}
	}
	return boundary
}

// beforeBoundary returns the predecessor of a compaction boundary: its logical parent, else
// the record before it in the file. "Summarize up to here" in the rewind menu
// (2.1.150–2.1.330, format.md 12.3) names the record before the chosen place as the logical
// parent. The messages after it were preserved: they are not a branch, and precede the
// compaction. "Summarize from here" (2.1.100–2.1.330) preserves the messages before that
// place and continues from the last of them: the part that the person went back from is a
// branch, as after any other choice in that menu.
func (z *relinker) beforeBoundary(i int32) int32 {
	logical := z.find(z.Facts.Logical[z.Facts.Nodes[i].ID])
	if logical == i || logical != None && !z.Main(logical) {
		logical = None
	}
	if kept, ok := z.kept.byBoundary[i]; ok {
		if logical == None || z.comesFrom(z.Up, kept.last, logical) {
			logical = kept.last
		}
	}
	if logical == None {
		return z.before()
	}
	if before, ok := z.errors[logical]; ok {
		return before
	}
	return z.kept.past(z.Original(logical), i)
}
