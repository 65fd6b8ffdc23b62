package thread

import (
	"dendro/backend/transcript"
)

// Thread is the rows of one branch, or of one sidechain, without contents. Where the
// file of a session begins with a compaction, or with a record that hangs on one of an
// ancestor, rows of the ancestor may stand before its own: see [Thread.After]. It
// refers to its Session's indexes: make it anew when a file has grown. It is safe for
// concurrent use.
type Thread struct {
	s       *Session
	x       *Index // of the session's file, or the agent's
	session string // an ancestor's id, as whose rows its items stand in another thread
	items   []Item
	own     int // the first row that is no ancestor's
	turns   []Turn
	side    *sidechain    // nil: the session's own thread
	tip     transcript.ID // of the record that the branch ends at
	// openHead says that the conversation began before the first row: its first
	// record names a parent that the file lacks, or is a compaction, or a plan that
	// may have been made in another file. The beginning then lies in an ancestor
	// ("continues"), where there is one.
	openHead bool
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
	result      int32  // record of a tool's result, of a compaction's summary; -1: none
	resultBlock uint32

	in       *Thread    // of the file that it stands in
	resultIn *Index     // that holds the result
	side     *sidechain // on the row of the call that started it
}

// each calls visit with an item and those of the agent that unfolds from it, to any
// depth.
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

// isResult reports whether the row is a result that no call's row shows.
func (it *Item) isResult() bool { return it.isBlock(transcript.BlockToolResult) }

func (it *Item) isBlock(kind transcript.BlockKind) bool {
	return it.Kind == RowTool && it.block != noBlock && it.in.x.blocks[it.block].kind == kind
}

const noBlock = ^uint32(0)

// ItemFlags are the flags of a row on the wire's skeleton. Those for segments
// and splits are the library's to add.
type ItemFlags uint16

// The flags of an Item.
const (
	ItemInherited    ItemFlags = 1
	ItemSidechain    ItemFlags = 2
	ItemError        ItemFlags = 4
	ItemImages       ItemFlags = 8
	ItemSegmentStart ItemFlags = 16
	ItemSplit        ItemFlags = 32
	ItemQuiet        ItemFlags = 64
	ItemInternal     ItemFlags = 128 // an agent that the program started for itself
)

// Len returns the number of rows.
func (t *Thread) Len() int { return len(t.items) }

// Items returns the rows without contents. The caller must not change them.
func (t *Thread) Items() []Item { return t.items }

// Turns returns the turns in order.
func (t *Thread) Turns() []Turn { return t.turns }

// Index returns the index that the records of the session's own rows count in.
func (t *Thread) Index() *Index { return t.x }

// Tip returns the id of the record that the branch ends at.
func (t *Thread) Tip() transcript.ID { return t.tip }

// Unattached returns how many of the last rows, those of internal agents apart,
// stand for agents that no call of the session started.
func (t *Thread) Unattached() int {
	if t.side != nil {
		return 0
	}
	return len(t.s.unattached)
}

// Internal returns how many agents of the session the program started for
// itself: as many of the last rows stand for them where they are shown.
func (t *Thread) Internal() int {
	if t.side != nil {
		return 0
	}
	return len(t.s.internal)
}

// Inline reports whether it is an agent's and lies in the file of its session.
func (t *Thread) Inline() bool { return t.side != nil && t.x == t.s.main }
