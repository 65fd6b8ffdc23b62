package thread

import "dendro/backend/transcript"

// Locate returns the path to the row that shows a content block of a record: the row of the
// thread and then, inside an agent, the row in the agent's thread, and so on inwards. For a
// block without a row it is the first row of the record. It returns nil if the thread does
// not show the record.
func (t *Thread) Locate(id transcript.ID, block int) []int {
	if rows := t.locateShown(id, block); rows != nil {
		return rows
	}
	var last *Thread
	for i := range t.items { // an ancestor's rows are together
		in := t.items[i].in
		if in == last {
			continue
		}
		last = in
		if now, ok := in.replacement(id, block); ok {
			return t.locateShown(in.x.node(now.at).ID, int(now.index))
		}
	}
	return nil
}

// locateShown is Locate for records that no other replaced.
func (t *Thread) locateShown(id transcript.ID, block int) []int {
	if rows := t.locate(t.own, len(t.items), id, block); rows != nil {
		return rows
	}
	return t.locate(0, t.own, id, block)
}

func (t *Thread) locate(from, end int, id transcript.ID, block int) []int {
	first := -1
	for i := from; i < end; i++ {
		switch record, exact := t.items[i].shows(id, block); {
		case exact:
			return []int{i}
		case record && first < 0:
			first = i
		}
	}
	if first >= 0 {
		return []int{first}
	}
	for i := from; i < end; i++ {
		if side := t.items[i].side; side != nil {
			if inner := side.rows().Locate(id, block); inner != nil {
				return append([]int{i}, inner...)
			}
		}
	}
	return nil
}

// shows reports whether a row shows this block of the record.
func (it *Item) shows(id transcript.ID, block int) (record, exact bool) {
	if it.Record >= 0 && it.in.x.node(it.Record).ID == id {
		return true, it.block != noBlock && int(it.in.x.blocks[it.block].index) == block
	}
	if it.result >= 0 && it.resultIn.node(it.result).ID == id {
		return true, it.Kind != RowTool || int(it.resultBlock) == block
	}
	return false, false
}

// Held calls f with every record of the rows from one on, including those of their agents,
// some more than once: with its index and its number there.
func (t *Thread) Held(from int, f func(x *Index, record int)) {
	for i := from; i < len(t.items); i++ {
		t.items[i].each(func(it *Item) {
			if it.Record >= 0 {
				f(it.in.x, int(it.Record))
			}
			if it.result >= 0 {
				f(it.resultIn, int(it.result))
			}
		})
	}
}

// RowsWith returns the first row that shows each of the records, in itself or in one of its
// agents.
func (t *Thread) RowsWith(wanted map[transcript.ID]bool) map[transcript.ID]int {
	rows := map[transcript.ID]int{}
	for i := range t.items {
		see := func(id transcript.ID) {
			if _, known := rows[id]; wanted[id] && !known {
				rows[id] = i
			}
		}
		t.items[i].each(func(it *Item) {
			if it.Record >= 0 {
				see(it.in.x.node(it.Record).ID)
			}
			if it.result >= 0 {
				see(it.resultIn.node(it.result).ID)
			}
		})
	}
	t.replacedRows(wanted, rows)
	return rows
}

// Calls returns the number of tool calls in a row: its own, and those of its agents.
func (t *Thread) Calls(row int) int {
	n := 0
	t.items[row].each(func(it *Item) {
		if it.Kind == RowTool && !it.isResult() {
			n++
		}
	})
	return n
}

// Call is a tool_use block of a record.
type Call struct {
	X      *Index
	Record transcript.ID
	Block  int // its index within the record
}

// RowsOf returns the rows of calls, in order: an agent's call is on the row that contains
// the agent.
func (t *Thread) RowsOf(calls map[Call]bool) []int {
	wanted := map[callKey]bool{}
	for c := range calls {
		f := t.s.byIndex[c.X]
		if f == nil {
			continue
		}
		if at := c.X.find(c.Record); at >= 0 && c.Block < int(c.X.recs[at].blocks) {
			wanted[callKey{c.X, f.of[c.X.recs[at].block+uint32(c.Block)]}] = true
		}
	}
	rows := []int{}
	for i := range t.items {
		found := false
		t.items[i].each(func(it *Item) {
			found = found || it.isCall() && wanted[it.key()]
		})
		if found {
			rows = append(rows, i)
		}
	}
	return rows
}

// key returns the key of a row's call.
func (it *Item) key() callKey {
	return callKey{it.in.x, it.in.s.byIndex[it.in.x].of[it.block]}
}
