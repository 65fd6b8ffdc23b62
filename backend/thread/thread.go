package thread

import (
	"dendro/backend/transcript"
)

// Thread is the rows of one branch, or of one sidechain, without contents. If a session's
// file begins with a compaction, or with a record that continues an ancestor's, rows of the
// ancestor may precede its own: see [Thread.After]. It refers to its Session's indexes:
// recreate it when a file has grown. It is safe for concurrent use.
type Thread struct {
	s       *Session
	x       *Index // of the session's file, or the agent's
	session string // an ancestor's id: the owner of its items inside another thread
	items   []Item
	own     int // the first row that is not an ancestor's
	turns   []Turn
	side    *sidechain    // nil: the session's own thread
	tip     transcript.ID // of the last record of the branch
	// openHead is set if the conversation began before the first row: its first record
	// names a parent missing from the file, or is a compaction, or a plan that may have
	// been made in another file. The beginning is then in an ancestor ("continues"), if
	// there is one.
	openHead bool
	replaced replaced
}

// Item is a row without its contents.
type Item struct {
	Kind   RowKind
	first  bool // first row of its message
	Flags  ItemFlags
	Record int32 // number of its record in the index
	Turn   int32 // 1-based; 0 before the first
	Lines  uint32
	Chars  uint32

	block       uint32 // of the index; noBlock for rows without one
	result      int32  // record of a tool's result or of a compaction's summary, or -1
	resultBlock uint32

	in       *Thread    // of the file that contains it
	resultIn *Index     // the index with the result
	side     *sidechain // on the row of the call that started it
}

// each calls visit with an item and those of its agent, to any depth.
func (it *Item) each(visit func(*Item)) {
	visit(it)
	if it.side != nil {
		inner := it.side.rows().items
		for i := range inner {
			inner[i].each(visit)
		}
	}
}

// isCall reports whether the row is a tool call of a record.
func (it *Item) isCall() bool { return it.isBlock(transcript.BlockToolUse) }

// isResult reports whether the row is a result that is not shown on a call's row.
func (it *Item) isResult() bool { return it.isBlock(transcript.BlockToolResult) }

func (it *Item) isBlock(kind transcript.BlockKind) bool {
	return it.Kind == RowTool && it.block != noBlock && it.in.x.blocks[it.block].kind == kind
}

const noBlock = ^uint32(0)

// ItemFlags are the flags of a row in the wire format. The library adds those for segments
// and splits.
type ItemFlags uint16

// The flags of an Item.
const (
	ItemInherited    ItemFlags = 1
	ItemSidechain    ItemFlags = 2
	ItemError        ItemFlags = 4
	ItemImages       ItemFlags = 8
	ItemSegmentStart ItemFlags = 16
	ItemSplit        ItemFlags = 32
	ItemQuiet        ItemFlags = 64  // a call that only looks, or a failed hook
	ItemInternal     ItemFlags = 128 // an agent internal to Claude Code
	ItemRepeats      ItemFlags = 256 // a call with the tool and input of the call before it
)

// Len returns the number of rows.
func (t *Thread) Len() int { return len(t.items) }

// Items returns the rows without contents. The caller must not change them.
func (t *Thread) Items() []Item { return t.items }

// Turns returns the turns in order.
func (t *Thread) Turns() []Turn { return t.turns }

// Index returns the index of the session's own rows' records.
func (t *Thread) Index() *Index { return t.x }

// Tip returns the id of the last record of the branch.
func (t *Thread) Tip() transcript.ID { return t.tip }

// Unattached returns the number of agents without a parent call. Their rows are last,
// before those of internal agents.
func (t *Thread) Unattached() int {
	if t.side != nil {
		return 0
	}
	return len(t.s.unattached)
}

// Internal returns the number of the session's internal agents. If they are shown, their
// rows are last.
func (t *Thread) Internal() int {
	if t.side != nil {
		return 0
	}
	return len(t.s.internal)
}

// Inline reports whether it is an agent's thread inside the file of its session.
func (t *Thread) Inline() bool { return t.side != nil && t.x == t.s.main }
