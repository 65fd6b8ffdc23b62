package transcript

// interner maps the distinct names of a list to their indexes.
type interner struct {
	at   map[string]int
	last string // the latest name: most repeat
	is   int    // its index, or -1
}

// begin makes n index another list.
func (n *interner) begin(list []string) {
	n.at, n.last, n.is = emptied(n.at), "", -1
	for i, name := range list {
		n.at[name] = i
	}
}

// emptied returns an empty map: m itself, unless it is nil or so large that clearing it
// costs more than a new one.
func emptied[K comparable, V any](m map[K]V) map[K]V {
	if m == nil || len(m) > 1<<10 {
		return map[K]V{}
	}
	clear(m)
	return m
}

// add returns the index of a name, appending it to the list if it is new.
func (n *interner) add(list *[]string, name string) (at int, isNew bool) {
	if name == n.last && n.is >= 0 {
		return n.is, false
	}
	at, known := n.at[name]
	if !known {
		at = len(*list)
		n.at[name] = at
		*list = append(*list, name)
	}
	n.last, n.is = name, at
	return at, !known
}

// count is add for a list with counts per name.
func (n *interner) count(list *[]string, counts *[]int, name string) {
	at, isNew := n.add(list, name)
	if isNew {
		*counts = append(*counts, 0)
	}
	(*counts)[at]++
}

func put(m map[ID]ID, key, value ID) map[ID]ID {
	if m == nil {
		m = map[ID]ID{}
	}
	m[key] = value
	return m
}
