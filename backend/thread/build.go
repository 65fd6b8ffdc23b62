package thread

import (
	"slices"

	"dendro/backend/transcript"
)

// builder builds the items of a thread from its records, in order.
type builder struct {
	t        *Thread
	f        *file
	calls    map[int32]int   // item by call
	blocks   map[uint64]int  // item by response and block, see placeOf
	bounds   map[int32]int   // item by the boundary of a compaction
	messages map[uint64]bool // already seen
	on       map[int32]bool  // records of the branch, if results need them
}

func (t *Thread) build(records []int32) {
	n := len(records)
	f := t.s.byIndex[t.x]
	b := builder{
		t: t, f: f, calls: make(map[int32]int, min(n, len(f.calls))), blocks: make(map[uint64]int, n), bounds: map[int32]int{},
		messages: make(map[uint64]bool, min(n, len(t.x.messages))),
	}
	t.items = make([]Item, 0, n)
	for _, at := range records {
		b.record(at)
	}
	b.results(records)
	t.items = slices.Clone(t.items) // drop the spare capacity: the items live as long as the thread
	b.number()
}

func (b *builder) record(at int32) {
	x := b.t.x
	r := &x.recs[at]
	first := len(b.t.items)
	flags := x.node(at).Flags
	queued := flags.Has(transcript.FlagQueued)
	if queued && flags.Has(transcript.FlagGone) {
		return
	}
	for i, blk := range x.blocksOf(at) {
		if blk.row == rowNone {
			continue
		}
		it := Item{
			Kind: blk.row, Record: at, block: r.block + uint32(i), result: -1, in: b.t,
		}
		it.Lines, it.Chars = blk.lines, blk.chars
		if queued && flags.Fate() != transcript.FateSent {
			it.Kind = RowNotice
		}
		if b.merged(&it, r, &blk) {
			continue
		}
		b.flags(&it, r, &blk)
		b.t.items = append(b.t.items, it)
	}
	b.host(at, first)
}

// merged merges a record into an existing row: a summary into its compaction, a snapshot
// into the response it repeats, a call that was written twice.
func (b *builder) merged(it *Item, r *record, blk *block) bool {
	n := len(b.t.items)
	switch {
	case blk.row == RowCompaction:
		boundary := b.t.x.boundary(it.Record)
		if old, ok := b.bounds[boundary]; ok {
			if b.t.items[old].result < 0 {
				b.t.items[old].result, b.t.items[old].resultIn = it.Record, b.t.x
			}
			return true
		}
		if boundary == it.Record {
			b.bounds[boundary] = n
		}
		clear(b.blocks) // a repetition after it is not a snapshot
	case blk.kind == transcript.BlockToolUse:
		call := b.f.of[it.block]
		old, again := b.calls[call]
		if again {
			b.replace(old, it)
		} else {
			b.calls[call] = n
		}
		return again
	case blk.kind == transcript.BlockToolResult:
		return b.isShown(it.block)
	}
	if r.message < 0 {
		return false
	}
	place := placeOf(r.message, blk.ordinal)
	if old, ok := b.blocks[place]; ok && b.t.items[old].Kind == it.Kind && b.t.items[old].Record != it.Record {
		b.replace(old, it)
		return true
	}
	b.blocks[place] = n
	return false
}

// placeOf identifies a block by its response and its place in that. A response is limited
// to one region of the file: its id may be reused far away for another reply.
func placeOf(message int32, ordinal uint32) uint64 { return uint64(message)<<32 | uint64(ordinal) }

func (b *builder) replace(old int, it *Item) {
	o := &b.t.items[old]
	b.t.replaced.add(b.t.placeOf(o), b.t.placeOf(it))
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
	if blk.row == RowNotice && x.has(it.Record, transcript.FlagAPIError) {
		it.Flags |= ItemError
	}
	if blk.row == RowNotice && blk.flags&blockQuiet != 0 {
		it.Flags |= ItemQuiet
	}
	in, side := b.t.s.opts.Inherited, b.t.side
	if in != nil && in(x.node(it.Record).ID) || side != nil && side.agent != nil && side.agent.Ancestor {
		it.Flags |= ItemInherited
	}
}

// isShown reports whether a result certainly appears on the row of its call: it is the only
// one of a call of the branch.
func (b *builder) isShown(block uint32) bool {
	call := b.f.of[block]
	if call == otherCall {
		return true
	}
	if call < 0 || len(b.f.calls[call].More) > 0 {
		return false
	}
	_, onBranch := b.calls[call]
	return onBranch
}

// results finds the result of every call and the agents that it started. Results without a
// call on the branch get rows of their own.
func (b *builder) results(records []int32) {
	s, t := b.t.s, b.t
	shown := make(map[uint32]bool, len(b.calls)) // results on the rows of their calls
	onBranch := func(at int32) bool { return b.onBranch(records, at) }
	for i := range t.items {
		it := &t.items[i]
		if it.Kind == RowCompaction && it.result < 0 {
			if summary, ok := t.x.summaries[it.Record]; ok {
				it.result, it.resultIn = summary, t.x // not on the chain
			}
		}
		if !it.isCall() {
			continue
		}
		blk := &t.x.blocks[it.block]
		key := callKey{t.x, b.f.of[it.block]}
		if res, ok := s.result(key, onBranch); ok {
			it.answer(res)
			if res.x == t.x {
				shown[res.block] = true
			}
		}
		if blk.flags&blockQuiet != 0 || blk.flags&blockShell != 0 && it.result >= 0 && it.Flags&ItemError == 0 {
			it.Flags |= ItemQuiet
		}
		if side := s.started[key]; side != nil {
			it.side = side
			it.Flags |= ItemSidechain
		}
		if it.side != nil {
			it.Flags &^= ItemQuiet
		}
	}
	kept := t.items[:0]
	for _, it := range t.items {
		if it.isResult() {
			if shown[it.block] {
				continue
			}
			it.answer(result{t.x, it.Record, it.block})
		}
		kept = append(kept, it)
	}
	t.items = kept
	b.repeats()
}

// repeats flags the calls with the tool and input of the call before them.
func (b *builder) repeats() {
	before := noBlock // of the last call; noBlock behind a tool row without one
	for i := range b.t.items {
		it := &b.t.items[i]
		if it.Kind != RowTool {
			continue
		}
		if !it.isCall() {
			before = noBlock
			continue
		}
		if before != noBlock && b.t.x.blocks[before].said == b.t.x.blocks[it.block].said {
			it.Flags |= ItemRepeats
		}
		before = it.block
	}
}

// answer attaches a result to the row of its call, or gives it a row of its own.
func (it *Item) answer(res result) {
	blk := &res.x.blocks[res.block]
	it.result, it.resultIn, it.resultBlock = res.at, res.x, blk.index
	if blk.flags&blockError != 0 {
		it.Flags |= ItemError
	}
	if blk.flags&blockImages != 0 {
		it.Flags |= ItemImages
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
