package transcript

// queueList finds the items of a Queue. Settled ones are skipped, so that an operation costs
// the same however many there were.
type queueList struct {
	*Queue
	byText    map[uint64][]int32 // by text, and by the task of notifications
	untakenAt int                // no item before it can be taken out by a dequeue
	untoldAt  int                // of notifications: a prompt was typed behind those before it

	prompts, tasks, notifications, unwritten, removed line
}

// line is a list of items in the order of their arrival, of which the first may have left.
type line struct {
	items []int32
	first int
}

func newQueueList(q *Queue) *queueList {
	l := &queueList{Queue: q, byText: map[uint64][]int32{}}
	for i := range q.Items {
		l.index(int32(i))
	}
	return l
}

func (q *queueList) add(x QueueItem) {
	q.Items = append(q.Items, x)
	q.index(int32(len(q.Items) - 1))
}

func (q *queueList) index(i int32) {
	x := &q.Items[i]
	for _, hash := range [...]uint64{x.Text, x.Task} {
		if hash != 0 {
			q.byText[hash] = append(q.byText[hash], i)
		}
	}
	switch {
	case x.Kind.isPrompt():
		q.prompts.items = append(q.prompts.items, i)
	case x.Kind == itemTaskOfCall:
		q.tasks.items = append(q.tasks.items, i)
	case x.Kind == itemNotification:
		q.notifications.items = append(q.notifications.items, i)
	}
	if x.Kind == itemUnwritten {
		q.unwritten.items = append(q.unwritten.items, i)
	}
	if x.State == itemRemoved {
		q.removed.items = append(q.removed.items, i)
	}
}

// next returns the first item of a line for which ok holds; those before it have left for good.
func (q *queueList) next(l *line, ok func(*QueueItem) bool) *QueueItem {
	for ; l.first < len(l.items); l.first++ {
		if x := &q.Items[l.items[l.first]]; ok(x) {
			return x
		}
	}
	return nil
}

func (q *queueList) prompt() *QueueItem       { return q.next(&q.prompts, (*QueueItem).waits) }
func (q *queueList) task() *QueueItem         { return q.next(&q.tasks, (*QueueItem).waits) }
func (q *queueList) notification() *QueueItem { return q.next(&q.notifications, (*QueueItem).waits) }

// untaken returns the oldest item that a dequeue may take out.
func (q *queueList) untaken() *QueueItem {
	for ; q.untakenAt < len(q.Items); q.untakenAt++ {
		if x := &q.Items[q.untakenAt]; x.State == itemWaits && x.Kind != itemTaskOfCall {
			return x
		}
	}
	return nil
}

// find returns the oldest item with this text, or task, for which ok holds. Of many equal ones
// that none of the last operations left, it looks at the first.
func (q *queueList) find(hash uint64, ok func(*QueueItem) bool) *QueueItem {
	const most = 64
	list := q.byText[hash]
	if hash == 0 || len(list) == 0 {
		return nil
	}
	for len(list) > 0 && q.Items[list[0]].State == itemSettled {
		list = list[1:]
	}
	q.byText[hash] = list
	for _, i := range list[:min(len(list), most)] {
		if x := &q.Items[i]; x.State != itemSettled && ok(x) {
			return x
		}
	}
	return nil
}

// delivered registers an item that a bare remove delivered.
func (q *queueList) delivered(x *QueueItem) {
	if x.Kind.isPrompt() { // then it is the first one
		q.removed.items = append(q.removed.items, q.prompts.items[q.prompts.first])
	}
}

// giveBack returns the oldest prompt that a bare remove seemed to deliver to the queue, as its
// first one: an attachment shows that the remove was another item's.
func (q *queueList) giveBack() *QueueItem {
	x := q.next(&q.removed, func(x *QueueItem) bool { return x.State == itemRemoved })
	if x == nil {
		return nil
	}
	x.State = itemWaits
	at := q.removed.items[q.removed.first]
	q.removed.first++
	if q.prompts.first > 0 {
		q.prompts.first--
		q.prompts.items[q.prompts.first] = at
	}
	return x
}

// trim drops the settled items. The list must not be used afterwards.
func (q *queueList) trim() {
	kept := q.Items[:0]
	for _, x := range q.Items {
		if x.State != itemSettled {
			kept = append(kept, x)
		}
	}
	if q.Items = kept; len(kept) == 0 {
		q.Items = nil
	}
}
