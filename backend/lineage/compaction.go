package lineage

import (
	"slices"

	"dendro/backend/transcript"
)

// preservation is what one compaction kept without writing it again.
type preservation struct {
	boundary int32
	last     int32 // the kept message that the client sends last
	at       int32 // the record of the compaction that the conversation goes on from
	head     int32 // the first of them that the compaction names, None
}

// preservations are those of a file: by the record that what follows may hang on,
// by the boundary, and by the record that a process wrote again last before it
// compacted once more, in file order.
type preservations struct {
	byTail, byBoundary map[int32]preservation
	byCopy             map[int32][]preservation
}

// past returns what record i goes on from that hangs on p. Before it compacts again, a
// process may write anew what stood before the last compaction, and then go on from that
// (cc#92089). The compaction names the true predecessor as the head of what it keeps.
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

// copiedBefore returns the record that was written again last before a compaction, None
// where its tail comes from its head.
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

// preserved finds the messages that compactions kept.
func (b *builder) preserved() preservations {
	var all preservations
	for i := range b.Facts.Compactions {
		c := &b.Facts.Compactions[i]
		boundary := b.find(c.ID)
		if boundary == None {
			continue
		}
		kept := b.keptBy(c, boundary, b.find, b.step)
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
			all.byTail[b.Original(tail)] = p // a system record behind the last message
		}
		if at := b.copiedBefore(c, p.head, boundary); at != None {
			all.byCopy[at] = append(all.byCopy[at], p)
		}
	}
	return all
}

// lastKept returns the last of the messages that a compaction kept: the one that it names
// as their tail, else the last in the file. A second "summarize from here" (2.1.332) lists
// the boundary of the first one before the messages, although it stands behind them.
func (b *builder) lastKept(c *transcript.Compaction, kept []int32) int32 {
	if tail := b.find(c.Tail); tail != None && slices.Contains(kept, b.Original(tail)) {
		return b.Original(tail)
	}
	return slices.Max(kept)
}

// keptElsewhere returns the records that stand for those that a compaction kept in
// the file that this one was forked from: its logical parent, on which what was said
// next hangs, and the record before it, if that comes from there. Forks of the SDK
// (F6, 2.1.72+) give records new uuids, but not what their compactions name: a client
// finds none of it. Copies of such a fork need not say that they come from one.
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

// maxKept bounds the walk over a kept segment: hostile files may name any.
const maxKept = 4096

// maxSteps bounds all the walks that the compactions of a file with so many records make.
func maxSteps(records int) int { return 16*records + maxKept }

// step reports whether another step may be made for a compaction.
func (b *builder) step() bool {
	b.steps--
	return b.steps >= 0
}

// comesFrom reports whether i comes from p, by what each record goes on from. A walk that
// has passed p in the file ends, unless a record of the file goes on from a later one.
func (b *builder) comesFrom(up []int32, i, p int32) bool {
	for i != None && i != p && (b.ahead || i > p) && b.step() {
		i = up[i]
	}
	return i == p
}

// keptBy returns the main records before a boundary that its compaction kept, in
// the order in which the client sends them: those of preservedMessages (2.1.150+),
// else the chain from head to tail of preservedSegment (~2.1.7x+). A list with a
// record that is not there counts as none, as with the client (2.1.330).
func (l *Links) keptBy(c *transcript.Compaction, boundary int32, find func(transcript.ID) int32, step func() bool) []int32 {
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

// behind returns the record of a compaction that the conversation goes on from:
// its summary, else its boundary.
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

// beforeBoundary returns what the boundary of a compaction goes on from: its
// logical parent, else the record before it in the file. "Summarize up to here" in
// the rewind menu (2.1.150–2.1.330, format.md 12.3) names the record before the place
// that was chosen as the logical parent. The messages behind it were kept: they are
// no branch of their own, and were said before the compaction. "Summarize from here"
// (2.1.100–2.1.330) keeps those before that place and goes on from the last of them:
// what the person went back from is a branch, as behind any other choice of that menu.
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
