package thread

import "dendro/backend/transcript"

// Locate returns where a content block of a record is shown: the row of the
// thread, and behind it, for what an agent said, the row in the agent's thread
// that unfolds there, and so on inwards. Where the block has no row, the first
// one of its record is meant. Nil where the thread does not show the record.
func (t *Thread) Locate(id transcript.ID, block int) []int {
	first := -1
	for i := range t.items {
		switch record, exact := t.shows(&t.items[i], id, block); {
		case exact:
			return []int{i}
		case record && first < 0:
			first = i
		}
	}
	if first >= 0 {
		return []int{first}
	}
	for i := range t.items {
		side := t.ties.of(&t.items[i]).side
		if side == nil {
			continue
		}
		if inner := t.s.threadOf(side).Locate(id, block); inner != nil {
			return append([]int{i}, inner...)
		}
	}
	return nil
}

// shows reports whether a row shows the record, and that very block of it.
func (t *Thread) shows(it *Item, id transcript.ID, block int) (record, exact bool) {
	if it.Record >= 0 && t.x.node(it.Record).ID == id {
		return true, it.block != noBlock && int(t.x.blocks[it.block].index) == block
	}
	if it.result >= 0 && t.resultIn(it).node(it.result).ID == id {
		return true, it.Kind != RowTool || int(it.resultBlock) == block
	}
	return false, false
}

// held calls f with every record that the rows from one on, up to another one, are
// made of, those of the agents that unfold there among them, some more than once: by
// the index that holds it and its place there.
func (t *Thread) held(from, end int, f func(x *Index, record int)) {
	for i := from; i < end; i++ {
		it := &t.items[i]
		if it.Record >= 0 {
			f(t.x, int(it.Record))
		}
		if it.result >= 0 {
			f(t.resultIn(it), int(it.result))
		}
		if side := t.ties.of(it).side; side != nil {
			inner := t.s.threadOf(side)
			inner.held(0, len(inner.items), f)
		}
	}
}

// Calls returns how many tool calls a row stands for: its own, and those of the
// agents that unfold from it.
func (t *Thread) Calls(row int) int {
	it := &t.items[row]
	n := 0
	if it.Kind == RowTool {
		n++
	}
	if side := t.ties.of(it).side; side != nil {
		inner := t.s.threadOf(side)
		for i := range inner.items {
			n += inner.Calls(i)
		}
	}
	return n
}
