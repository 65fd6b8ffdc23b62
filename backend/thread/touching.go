package thread

// RowsOf returns the rows on which the calls with these ids stand, in order: a
// call of an agent stands on the row that its agent unfolds from.
func (t *Thread) RowsOf(calls []string) []int {
	wanted := make(map[uint64]bool, len(calls))
	for _, id := range calls {
		if id != "" {
			wanted[hashText(id)] = true
		}
	}
	rows := []int{}
	for i := range t.items {
		if t.holds(&t.items[i], wanted) {
			rows = append(rows, i)
		}
	}
	return rows
}

func (t *Thread) holds(it *Item, wanted map[uint64]bool) bool {
	if it.Kind == RowTool && it.block != noBlock && wanted[t.x.blocks[it.block].tool] {
		return true
	}
	side := t.ties.of(it).side
	if side == nil {
		return false
	}
	inner := t.s.threadOf(side)
	for i := range inner.items {
		if inner.holds(&inner.items[i], wanted) {
			return true
		}
	}
	return false
}

// distinct is a list of texts without repetition, in order of first appearance.
type distinct struct {
	texts []string
	seen  map[string]bool
}

// maxDistinct bounds the lists: hostile records may name a place each.
const maxDistinct = 500

func (d *distinct) add(s string) {
	if s == "" || d.seen[s] || len(d.texts) >= maxDistinct {
		return
	}
	if d.seen == nil {
		d.seen = map[string]bool{}
	}
	d.seen[s] = true
	d.texts = append(d.texts, s)
}

func (d *distinct) list() []string { return append([]string{}, d.texts...) }
