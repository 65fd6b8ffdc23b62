package search

// queue hands out candidates, the newest first. It is a heap: most searches
// need a few of thousands.
type queue []candidate

func newQueue(list []candidate) queue {
	q := queue(list)
	for i := len(q)/2 - 1; i >= 0; i-- {
		q.down(i)
	}
	return q
}

func (q *queue) pop() candidate {
	old := *q
	first := old[0]
	last := len(old) - 1
	old[0] = old[last]
	*q = old[:last]
	q.down(0)
	return first
}

func (q queue) down(i int) {
	for {
		child := 2*i + 1
		if child >= len(q) {
			return
		}
		if child+1 < len(q) && q.before(child+1, child) {
			child++
		}
		if !q.before(child, i) {
			return
		}
		q[i], q[child] = q[child], q[i]
		i = child
	}
}

// before orders by time; blocks of one time in the order of the index, the
// last put first, which is arbitrary but always the same.
func (q queue) before(i, j int) bool {
	a, b := &q[i], &q[j]
	if a.max != b.max {
		return a.max > b.max
	}
	if a.group != b.group {
		return a.group > b.group
	}
	return a.bit > b.bit
}
