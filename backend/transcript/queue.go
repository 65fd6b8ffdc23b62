package transcript

import (
	"dendro/backend/internal/release"
)

// Texts that are typed, or arrive, while the model is busy wait in a queue (queue-operation,
// 2.0.3x+). The ways out of it were measured on 24 releases from 2.0.31 to 2.1.332. RES is the
// result of the tool, ATT an attachment queued_command, bare means without content.
//
//	client         behind a tool                       behind a text           notifications
//	2.0.31         remove with content, no record      n dequeues, one joined  never queued
//	2.0.77         bare remove after RES, no record    user record             2.0.76: bare remove, no record
//	2.1.20–2.1.45  bare remove before RES, no record   dequeue, user record    user record, no dequeue
//	2.1.47–2.1.50  the same, slash commands too        the same                dequeue, user record
//	2.1.51–2.1.63  the same                            the same                bare remove before RES, no record; else dequeue
//	2.1.70–2.1.97  the same; 2.1.97: and ATT           the same                dequeue, user record
//	2.1.98–2.1.2xx bare remove, RES, ATT               the same                ATT, else dequeue, user record
//	2.1.250+       remove with content and a reason,   the same                the same
//	               RES, ATT
//
// 2.1.45–2.1.50 also enqueue an item of each background task, which is nobody's words: those
// with tool_use_id leave by a bare remove when the turn ends, the others by no line at all.
//
// One set of rules holds for all of them, since no line means two things: a record that
// repeats an item is that item, whatever lines are between; popAll takes back the item that it
// names; a remove delivers the item that it names, and a bare one the oldest prompt, unless a
// task of a call waits and the turn is over; an enqueue of an item that a dequeue took out puts
// it back; a prompt that is typed while another item waits shows that a crash lost the queue.
// What waits at the end of a file may be sent yet: a finished file looks like a live one.
//
// Every item is a Node with FlagQueued that continues the record before it, or that before
// its delivery; a root if there is none. Its Fate decides its row.

// The operations of a queue-operation.
const (
	opEnqueue = "enqueue"
	opDequeue = "dequeue" // says nothing by itself: the record that follows does
	opRemove  = "remove"
	opPopAll  = "popAll"
)

// attachesSince is the first client that repeats what it delivered behind a tool in an
// attachment.
const attachesSince = "2.1.97"

// absorbed is the reason of a remove that delivers (2.1.250+). Older clients give none.
const absorbed = "absorbed_mid_turn"

// Fate is what became of an item of the queue.
type Fate uint8

// The fates.
const (
	FateGone   Fate = iota // returned to the input, or repeated by another record: it is not shown
	FateSent               // delivered, and no other record repeats it: a resume does not load it
	FateUnsent             // a later record shows that it was lost
	FateUnsure             // the records do not say
	FateWaits              // it waits where the file ends, which may go on: nothing delivered it so far
)

// Fate returns what became of an item, from the flags of its node.
func (f Flags) Fate() Fate {
	switch {
	case f.Has(FlagGone):
		return FateGone
	case f.Has(FlagDelivered):
		return FateSent
	case f.Has(FlagLost):
		return FateUnsent
	case f.Has(FlagUnsure):
		return FateUnsure
	}
	return FateWaits
}

// Queue holds the undecided items of the queue at the end of a file.
type Queue struct {
	Items []QueueItem // in file order
	// Removes are the bare removes that take out a prompt if the turn goes on, and a task if
	// it does not: the record before each, or the zero ID.
	Removes []ID
}

// QueueItem is an item whose fate a later line may decide.
type QueueItem struct {
	ID    ID     // of its node; zero if it has none
	Text  uint64 // see queueHash
	Task  uint64 // of a notification: see taskHash
	Kind  itemKind
	State itemState
}

type itemState uint8

const (
	itemWaits   itemState = iota
	itemTaken             // a dequeue took it out
	itemRemoved           // a bare remove delivered it; an attachment may still repeat it
	itemNamed             // the same, of a remove that names it
	itemSettled
)

// waits reports whether an item is still in the queue.
func (x *QueueItem) waits() bool { return x.State == itemWaits || x.State == itemTaken }

// queue applies a queue operation. It returns the node of the item that it enqueues, or -1.
func (c *Collector) queue(r *Record) int32 {
	switch r.field("operation").String() {
	case opEnqueue:
		return c.enqueue(r)
	case opDequeue:
		c.dequeue(r)
	case opRemove:
		c.remove(r)
	case opPopAll:
		c.popAll(r)
	}
	return -1
}

func (c *Collector) enqueue(r *Record) int32 {
	kind := r.itemOf()
	if kind == itemNone {
		return -1
	}
	x := QueueItem{Text: queueHash(r.Said(r.Content)), Kind: kind}
	if kind == itemNotification {
		x.Task = taskHash(FlatText(r.Content))
	}
	if old := c.items.find(x.Text, func(x *QueueItem) bool { return x.State == itemTaken }); old != nil {
		c.discard(old) // put back
	}
	at := c.queued(r, &x)
	if at >= 0 {
		x.ID = c.f.Nodes[at].ID
	}
	if kind != itemTask {
		c.items.add(x)
	}
	return at
}

// queued adds the node of an item, or returns -1: the same item is there, or the file is an
// agent's.
func (c *Collector) queued(r *Record, x *QueueItem) int32 {
	f := c.f
	if r.UUID.ID.IsZero() || c.main < 0 && !c.begins() || c.Find(r.UUID.ID) >= 0 {
		return -1
	}
	at := int32(len(f.Nodes))
	node := Node{ID: r.UUID.ID, Time: Millis(r.Timestamp), Flags: FlagQueued, Content: max(uint32(x.Text>>32)^uint32(x.Text), 1), Session: noSession}
	if x.Kind != itemWords {
		node.Flags |= FlagUntyped
	}
	if x.Kind == itemUnwritten {
		node.Flags |= FlagGone // there is nothing to show but its delivery
	}
	if c.main >= 0 {
		before := &f.Nodes[c.main]
		node.Parent, node.Session, node.Branch = before.ID, before.Session, before.Branch
	}
	f.Nodes = append(f.Nodes, node)
	c.index.Add(f.Nodes, at)
	return at
}

// begins reports whether the file has no conversation record yet and is not an agent's
// file.
func (c *Collector) begins() bool {
	n := len(c.f.Nodes)
	return c.main < 0 && (n == 0 || c.f.Nodes[n-1].Flags.Has(FlagQueued))
}

func (c *Collector) dequeue(r *Record) {
	x := c.items.untaken()
	if text := queueHash(r.Said(r.Content)); text != 0 {
		x = c.items.find(text, (*QueueItem).waits)
	}
	if x != nil {
		x.State = itemTaken
		c.flag(x, FlagUnsure) // until a record follows that is this item
	}
}

func (c *Collector) popAll(r *Record) {
	if text := queueHash(r.Said(r.Content)); text != 0 {
		if x := c.items.find(text, (*QueueItem).waits); x != nil {
			c.discard(x)
		}
		return
	}
	for x := c.items.prompt(); x != nil; x = c.items.prompt() {
		c.discard(x)
	}
}

func (c *Collector) remove(r *Record) {
	if text := queueHash(r.Said(r.Content)); text != 0 {
		x := c.items.find(text, (*QueueItem).waits)
		if x == nil {
			return
		}
		if reason := r.field("reason").String(); reason != "" && reason != absorbed {
			c.settle(x, FlagUnsure)
			return
		}
		c.deliver(x, c.before(), itemNamed)
		return
	}
	if q := c.items; len(q.Removes) > 0 || q.prompt() != nil && q.task() != nil {
		q.Removes = append(q.Removes, c.before())
		return
	}
	c.removeBare(c.before(), false)
}

// before returns the id of the record that what happens now continues.
func (c *Collector) before() ID {
	if c.main < 0 {
		return ID{}
	}
	return c.f.Nodes[c.main].ID
}

// removeBare applies a remove that names nothing. goesOn says that the turn goes on behind it.
func (c *Collector) removeBare(before ID, goesOn bool) {
	prompt, task := c.items.prompt(), c.items.task()
	switch {
	case prompt != nil && (task == nil || goesOn):
		c.deliver(prompt, before, itemRemoved)
	case task != nil:
		c.settle(task, 0)
	default:
		if x := c.items.notification(); x != nil {
			c.deliver(x, before, itemRemoved)
		}
	}
}

// decide applies the removes that were waiting for n, if it says whether the turn goes on.
func (c *Collector) decide(n *Node) {
	goesOn := n.Flags.Has(FlagToolResult | FlagToolUse)
	if q := c.items; len(q.Removes) > 0 && (goesOn || n.Flags.Has(FlagUser)) && !n.Flags.Has(FlagSidechain) {
		for _, before := range q.Removes {
			c.removeBare(before, goesOn)
		}
		q.Removes = nil
	}
}

// deliver marks an item as delivered behind a record.
func (c *Collector) deliver(x *QueueItem, before ID, state itemState) {
	if at := c.Find(x.ID); at >= 0 {
		n := &c.f.Nodes[at]
		n.Flags = n.Flags&^FlagGone | FlagDelivered
		if !before.IsZero() {
			n.Parent = before
		}
	}
	x.State = state
	if release.Older(c.f.Version, attachesSince) {
		x.State = itemSettled
	} else if state == itemRemoved {
		c.items.delivered(x)
	}
}

// discard settles an item that was returned to the input, or that another record repeats.
func (c *Collector) discard(x *QueueItem) {
	if at := c.Find(x.ID); at >= 0 {
		c.f.Nodes[at].Flags &^= FlagDelivered | FlagUnsure | FlagLost
	}
	c.settle(x, FlagGone)
}

func (c *Collector) settle(x *QueueItem, flag Flags) {
	c.flag(x, flag)
	x.State = itemSettled
}

// flag adds a flag to an item's node, if it has one.
func (c *Collector) flag(x *QueueItem, flag Flags) {
	if at := c.Find(x.ID); at >= 0 {
		c.f.Nodes[at].Flags |= flag
	}
}

// Fates returns what became of the items of the queue that are shown.
func (f *Facts) Fates() map[ID]Fate {
	var ids map[ID]Fate
	for i := range f.Nodes {
		if n := &f.Nodes[i]; n.Flags.Has(FlagQueued) && n.Flags.Fate() != FateGone {
			if ids == nil {
				ids = map[ID]Fate{}
			}
			ids[n.ID] = n.Flags.Fate()
		}
	}
	return ids
}
