package thread

import (
	"dendro/backend/transcript"
)

// Thread is the rows of one branch, or of one sidechain, without contents. It
// refers to its Session's indexes: make it anew when a file has grown.
type Thread struct {
	s        *Session
	x        *Index
	items    []Item
	turns    []Turn
	side     *sidechain // nil: the session's own thread
	tip      transcript.ID
	openHead bool
}

// Item is a row without its contents.
type Item struct {
	Kind   RowKind
	first  bool // first row of its message
	Flags  ItemFlags
	Record int32 // number of its record in the index
	Turn   int32 // 1-based; 0 before the first
	Lines  uint32
	Chars  uint32

	block       uint32 // of the index; noBlock for rows without one
	result      int32  // record of a tool's result, of a compaction's summary; -1: none
	resultBlock uint16
	resultIn    *Index     // nil: the same file
	side        *sidechain // on the row of the call that started it
}

const noBlock = ^uint32(0)

// ItemFlags are the flags of a row on the wire's skeleton. Those for segments
// and splits are the library's to add.
type ItemFlags uint16

// The flags of an Item.
const (
	ItemInherited    ItemFlags = 1
	ItemSidechain    ItemFlags = 2
	ItemError        ItemFlags = 4
	ItemImages       ItemFlags = 8
	ItemSegmentStart ItemFlags = 16
	ItemSplit        ItemFlags = 32
	ItemQuiet        ItemFlags = 64
	ItemInternal     ItemFlags = 128 // an agent that the program started for itself
)

// Len returns the number of rows.
func (t *Thread) Len() int { return len(t.items) }

// Items returns the rows without contents. The caller must not change them.
func (t *Thread) Items() []Item { return t.items }

// Index returns the index that Item.Record counts in: the session's, or that
// of the agent's file.
func (t *Thread) Index() *Index { return t.x }

// Unattached returns how many of the last rows, those of internal agents apart,
// stand for agents that no call of the session started.
func (t *Thread) Unattached() int {
	if t.side != nil {
		return 0
	}
	return len(t.s.unattached)
}

// Internal returns how many agents of the session the program started for
// itself: as many of the last rows stand for them where they are shown.
func (t *Thread) Internal() int {
	if t.side != nil {
		return 0
	}
	return len(t.s.internal)
}

// Inline reports whether it is an agent's and lies in the file of its session.
func (t *Thread) Inline() bool { return t.side != nil && t.x == t.s.main }

// Tip returns the id of the record that the branch ends at.
func (t *Thread) Tip() transcript.ID { return t.tip }

// BeginsElsewhere reports whether the conversation began before the first row:
// its first record names a parent that the file lacks, or is a compaction, or a
// plan that may have been made in another file. The beginning then lies in an
// ancestor ("continues"), where there is one.
func (t *Thread) BeginsElsewhere() bool { return t.openHead }

// RowAt returns the row of the record with this id, or the first one behind it
// in the file where it has none of its own: hooks and attachments have no row.
// It does not tell whether the branch holds the record. False where the file
// does not, or where no row follows.
func (t *Thread) RowAt(id transcript.ID) (int, bool) {
	at := t.x.find(id)
	if at < 0 {
		return 0, false
	}
	best := -1
	for i := range t.items {
		switch it := &t.items[i]; {
		case it.Record == at:
			return i, true
		case best < 0 && it.Record > at && it.block != noBlock:
			best = i
		}
	}
	return max(best, 0), best >= 0
}

// builder makes the items of a thread from its records, in order.
type builder struct {
	t        *Thread
	tools    map[uint64]int  // item by call
	ordinals map[ordinal]int // item by message and block
	bounds   map[int32]int   // item by compaction
	messages map[halves]bool // seen
	on       map[int32]bool  // records of the branch, where results need it
}

// ordinal is a block's place in its message. The message is one place of the
// file: its id may come back far from there, with another reply.
type ordinal struct {
	message int32
	block   uint16
}

func (t *Thread) build(records []int32) {
	b := builder{
		t: t, tools: map[uint64]int{}, ordinals: map[ordinal]int{}, bounds: map[int32]int{}, messages: map[halves]bool{},
	}
	for _, at := range records {
		b.record(at)
	}
	t.items = exact(t.items) // they stay as long as the thread
	b.results(records)
	t.number()
}

func (b *builder) record(at int32) {
	x := b.t.x
	r := &x.recs[at]
	for i, blk := range x.blocksOf(at) {
		if blk.row == rowNone {
			continue
		}
		it := Item{
			Kind: blk.row, Record: at, block: r.block + uint32(i), result: -1,
		}
		it.Lines, it.Chars = blk.size()
		if b.merged(&it, r, &blk) {
			continue
		}
		b.flags(&it, r, &blk)
		b.t.items = append(b.t.items, it)
	}
}

// merged puts it where it belongs when the thread has that row already: a
// summary on its compaction, a snapshot in place of what it repeats, a call
// written twice.
func (b *builder) merged(it *Item, r *record, blk *block) bool {
	n := len(b.t.items)
	switch {
	case blk.row == RowCompaction:
		if c, ok := b.t.x.boundAt[it.Record]; ok {
			if old, ok := b.bounds[c]; ok {
				if r.flags&recBoundary == 0 && b.t.items[old].result < 0 {
					b.t.items[old].result = it.Record
				}
				return true
			}
			if r.flags&recBoundary != 0 {
				b.bounds[c] = n
			}
		}
		clear(b.ordinals) // what stands behind it again is no snapshot
	case blk.row == RowTool && blk.flags&blockTool != 0:
		if old, ok := b.tools[blk.tool()]; ok {
			b.replace(old, it)
			return true
		}
		b.tools[blk.tool()] = n
	}
	if r.message < 0 {
		return false
	}
	key := ordinal{r.message, blk.ordinal}
	if old, ok := b.ordinals[key]; ok && b.t.items[old].Kind == it.Kind && b.t.items[old].Record != it.Record {
		b.replace(old, it)
		return true
	}
	b.ordinals[key] = n
	return false
}

func (b *builder) replace(old int, it *Item) {
	o := &b.t.items[old]
	o.Record, o.block, o.Lines, o.Chars = it.Record, it.block, it.Lines, it.Chars
}

func (b *builder) flags(it *Item, r *record, blk *block) {
	x := b.t.x
	if r.message >= 0 {
		if hash := x.messages[r.message].hash; !b.messages[hash] {
			b.messages[hash] = true
			it.first = true
		}
	}
	if blk.flags&blockImages != 0 {
		it.Flags |= ItemImages
	}
	if blk.row == RowNotice && r.flags&recAPIError != 0 {
		it.Flags |= ItemError
	}
	in, side := b.t.s.opts.Inherited, b.t.side
	if in != nil && in(r.id) || side != nil && side.agent != nil && side.agent.Ancestor {
		it.Flags |= ItemInherited
	}
}

// results finds the result of every call, and the agents that it started.
func (b *builder) results(records []int32) {
	s, t := b.t.s, b.t
	for i := range t.items {
		it := &t.items[i]
		if it.Kind == RowCompaction && it.result < 0 {
			if c, ok := t.x.boundAt[it.Record]; ok && t.x.bounds[c].at == it.Record {
				it.result = t.x.bounds[c].summary // off the chain
			}
		}
		if it.Kind != RowTool {
			continue
		}
		blk := &t.x.blocks[it.block]
		if res, ok := s.result(t.x, blk.tool(), func(at int32) bool { return b.onBranch(records, at) }); ok {
			it.result, it.resultBlock = res.at, res.index
			if res.x != t.x {
				it.resultIn = res.x
			}
			if res.flags&blockError != 0 {
				it.Flags |= ItemError
			}
			if res.flags&blockImages != 0 {
				it.Flags |= ItemImages
			}
		}
		if blk.flags&blockQuiet != 0 || blk.flags&blockShell != 0 && it.result >= 0 && it.Flags&ItemError == 0 {
			it.Flags |= ItemQuiet
		}
		if side := s.startedBy(t.x, it.Record, blk.tool()); side != nil {
			it.side = side
			it.Flags = it.Flags&^ItemQuiet | ItemSidechain
		}
	}
}

func (b *builder) onBranch(records []int32, at int32) bool {
	if b.on == nil {
		b.on = make(map[int32]bool, len(records))
		for _, r := range records {
			b.on[r] = true
		}
	}
	return b.on[at]
}
