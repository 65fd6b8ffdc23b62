package transcript

// numbered finds the names of a list, which holds each once, by their places.
type interner struct {
	at   map[string]int
	last string // what was asked for last: most of it seldom changes
	is   int    // its place; -1: nothing was
}

// begin makes n find the names of another list.
func (n *interner) begin(list []string) {
	n.at, n.last, n.is = emptied(n.at), "", -1
	for i, name := range list {
		n.at[name] = i
	}
}

// emptied returns a map with nothing in it: m, unless that is nil, or so large that
// it takes longer to be cleared than another one to be made.
func emptied[K comparable, V any](m map[K]V) map[K]V {
	if m == nil || len(m) > 1<<10 {
		return map[K]V{}
	}
	clear(m)
	return m
}

// add returns the place of a name in the list, to which it is added where it is new.
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

// count is add for a list that has beside it how often each name was counted.
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
