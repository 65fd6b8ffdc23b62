package search

import "container/heap"

// queue hands out candidates, the newest first. It is a heap: most searches
// need a few of thousands.
type queue []candidate

func newQueue(list []candidate) queue {
	q := queue(list)
	heap.Init(&q)
	return q
}

// pop takes the next one out. The queue is not empty.
func (q *queue) pop() candidate { return heap.Pop(q).(candidate) }

// Len is heap's, as the next four are.
func (q *queue) Len() int { return len(*q) }

func (q *queue) Swap(i, j int) { (*q)[i], (*q)[j] = (*q)[j], (*q)[i] }

// Less orders by time; blocks of one time in the order of the index, the
// last put first, which is arbitrary but always the same.
func (q *queue) Less(i, j int) bool {
	a, b := &(*q)[i], &(*q)[j]
	if a.max != b.max {
		return a.max > b.max
	}
	if a.group != b.group {
		return a.group > b.group
	}
	return a.at > b.at
}

// Push is not used: nothing comes later.
func (q *queue) Push(x any) { *q = append(*q, x.(candidate)) }

func (q *queue) Pop() any {
	last := len(*q) - 1
	x := (*q)[last]
	*q = (*q)[:last]
	return x
}
