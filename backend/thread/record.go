package thread

import "dendro/backend/transcript"

// record is the part of a chain record that is retained beside its facts.
type record struct {
	span    Span   // of its newest copy
	block   uint32 // the first of its own
	blocks  uint32 // how many it has
	message int32  // index into messages, or -1
	caller  int32  // of results: the record that they name as the caller's, or -1
}

// block is the retained part of a content block, or of the text of a record without blocks.
type block struct {
	tool         uint64 // hash of the tool_use id of a call or a result; 0: none
	lines, chars uint32 // of the collapsed form: one line for a call
	index        uint32 // within the record
	ordinal      uint32 // within the message, the same for growing snapshots
	said         uint32 // hash of a call's name and input
	row          RowKind
	kind         transcript.BlockKind
	flags        blockFlags
}

type blockFlags uint8

const (
	blockError  blockFlags = 1 << iota // a failed result
	blockImages                        // a result or prompt with pictures
	blockQuiet                         // a call that only reads: Read, Grep …
	blockShell                         // a call that is quiet if it succeeds: Bash
	blockStarts                        // a call of a tool that starts agents
	blockRuns                          // a call that starts a run of several agents: Workflow
)

// message is one API response.
type message struct {
	hash   uint64 // of its id
	tokens transcript.Usage
	model  string
	blocks uint32 // seen so far
}

// blocksOf returns the blocks of a record.
func (x *Index) blocksOf(at int32) []block {
	r := &x.recs[at]
	return x.blocks[r.block : r.block+r.blocks]
}
