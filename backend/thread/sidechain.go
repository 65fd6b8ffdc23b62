package thread

import (
	"cmp"
	"sync"

	"dendro/backend/transcript"
)

// sidechain is the conversation of an agent, or a group of them.
type sidechain struct {
	key     string
	agent   *Agent // nil for inline ones and groups
	x       *Index
	records []int32
	group   []*sidechain
	task    uint64 // hash of the task's text
	caller  uint64 // hash of the id of the call that its records name; 0: none
	time    int64
	depth   int

	call   *Index // file of the call that started it; nil: unattached
	callAt int32
	number int32 // the call's number in its file; noCall: attached to the record itself
	scope  int32 // of an inline one: its number among them, from 1

	internal bool
	isPart   bool // part of an agent's conversation, from a prompt that a later call sent

	session *Session
	lent    *sidechain // for an ancestor's inline sidechain: the one in the ancestor's session

	once   sync.Once
	thread *Thread
}

// isHosted reports whether the sidechain is attached to a record and not to a call.
func (side *sidechain) isHosted() bool { return side.call != nil && side.number < 0 }

func bySideTime(a, b *sidechain) int {
	return cmp.Or(cmp.Compare(a.time, b.time), cmp.Compare(a.key, b.key))
}

// callBlock returns the block of the call that started the sidechain.
func (side *sidechain) callBlock() (index int, ok bool) {
	if side.call == nil || side.number < 0 {
		return 0, false
	}
	return int(side.session.byIndex[side.call].blockOf(side.number).index), true
}

// sideItem returns a row for an agent without its call.
func (t *Thread) sideItem(side *sidechain, turn int32) Item {
	return Item{Kind: RowTool, Flags: ItemSidechain, Record: -1, Turn: turn, Lines: 1, block: noBlock, result: -1, in: t, side: side}
}

// Sidechain returns the rows of an agent by its id, of an inline sidechain by the uuid of
// its first record, or of a group by its key.
func (s *Session) Sidechain(key string) (*Thread, bool) {
	side, ok := s.byKey[key]
	if !ok {
		return nil, false
	}
	return side.rows(), true
}

// rows returns the rows of a sidechain. The first is the task, with an empty text if none
// was recorded.
func (side *sidechain) rows() *Thread {
	if side.lent != nil {
		return side.lent.rows()
	}
	side.once.Do(func() {
		t := &Thread{s: side.session, x: side.x, side: side}
		t.build(side.records)
		switch {
		case len(t.items) > 0 && t.items[0].Kind == RowPrompt:
		case len(t.items) > 0 && (t.items[0].Kind == RowMessage || t.firstIsTask()):
			t.items[0].Kind = RowPrompt
		case len(t.items) > 0 || side.call != nil && !side.isHosted():
			task := Item{Kind: RowPrompt, Record: -1, Turn: 1, Lines: 1, block: noBlock, result: -1, in: t}
			t.items = append([]Item{task}, t.items...)
			for i := range t.turns {
				t.turns[i].Row++
			}
		}
		for _, member := range side.group {
			t.items = append(t.items, t.sideItem(member, 1))
		}
		side.thread = t
	})
	return side.thread
}

// firstIsTask reports whether the first row is the agent's task in an unusual form: a
// command, an injected text.
func (t *Thread) firstIsTask() bool {
	it := &t.items[0]
	return it.Record >= 0 && it.Record == t.side.records[0] && t.x.has(it.Record, transcript.FlagUser)
}
