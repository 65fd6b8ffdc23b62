package thread

import (
	"dendro/backend/transcript"
)

// Thread is the rows of one branch, or of one sidechain, without contents. It
// refers to its Session's indexes: make it anew when a file has grown.
type Thread struct {
	s     *Session
	x     *Index // that Item.Record counts in: the session's, or that of the agent's file
	items []Item
	ties  ties
	turns []Turn
	side  *sidechain    // nil: the session's own thread
	tip   transcript.ID // of the record that the branch ends at
	// openHead says that the conversation began before the first row: its first
	// record names a parent that the file lacks, or is a compaction, or a plan that
	// may have been made in another file. The beginning then lies in an ancestor
	// ("continues"), where there is one.
	openHead bool
}

// Item is a row without its contents: 36 bytes, and no pointer that garbage
// would have to be looked for behind.
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
	tie         uint32 // its place in the thread's ties, from 1; 0: none
}

// tie is what an item has to do with other files, and with conversations of
// their own.
type tie struct {
	result *Index     // that holds the result; nil: the same file
	side   *sidechain // on the row of the call that started it
}

// ties are those of the few items of a thread that have one.
type ties []tie

// of returns the tie of an item.
func (t ties) of(it *Item) tie {
	if it.tie == 0 {
		return tie{}
	}
	return t[it.tie-1]
}

// tied returns the tie of an item, to be changed.
func (t *ties) tied(it *Item) *tie {
	if it.tie == 0 {
		*t = append(*t, tie{})
		it.tie = uint32(len(*t))
	}
	return &(*t)[it.tie-1]
}

// resultIn returns the index of the file that an item's result stands in.
func (t *Thread) resultIn(it *Item) *Index {
	if x := t.ties.of(it).result; x != nil {
		return x
	}
	return t.x
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
