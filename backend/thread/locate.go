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
		side := t.items[i].side
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
	if it.Record >= 0 && t.x.recs[it.Record].id == id {
		return true, it.block != noBlock && int(t.x.blocks[it.block].index) == block
	}
	x := t.x
	if it.resultIn != nil {
		x = it.resultIn
	}
	if it.result >= 0 && x.recs[it.result].id == id {
		return true, it.Kind != RowTool || int(it.resultBlock) == block
	}
	return false, false
}

// Holds calls f with the id of every record that the thread is made of, those
// of its agents among them, some more than once.
func (t *Thread) Holds(f func(transcript.ID)) {
	for i := range t.items {
		it := &t.items[i]
		if it.Record >= 0 {
			f(t.x.recs[it.Record].id)
		}
		if it.result >= 0 {
			x := t.x
			if it.resultIn != nil {
				x = it.resultIn
			}
			f(x.recs[it.result].id)
		}
		if it.side != nil {
			t.s.threadOf(it.side).Holds(f)
		}
	}
}
