package search

import "container/heap"

// queue hands out blocks, the newest first. It is a heap: most searches need a
// few of thousands.
type queue []*placed

func newQueue(list []*placed) queue {
	q := queue(list)
	heap.Init(&q)
	return q
}

// pop takes the next one out. The queue is not empty.
func (q *queue) pop() *placed { return heap.Pop(q).(*placed) }

// Len is heap's, as the next four are.
func (q *queue) Len() int { return len(*q) }

func (q *queue) Swap(i, j int) { (*q)[i], (*q)[j] = (*q)[j], (*q)[i] }

func (q *queue) Less(i, j int) bool { return (*q)[i].max > (*q)[j].max }

// Push is not used: nothing comes later.
func (q *queue) Push(x any) { *q = append(*q, x.(*placed)) }

func (q *queue) Pop() any {
	last := len(*q) - 1
	x := (*q)[last]
	*q = (*q)[:last]
	return x
}
