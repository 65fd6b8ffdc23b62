package thread

import (
	"encoding/binary"

	"dendro/backend/transcript"
)

const (
	noParent      int32 = -1
	missingParent int32 = -2
)

// record is what is kept of a chain record beside its facts: 24 bytes.
type record struct {
	length  uint32
	parent  int32  // position, noParent or missingParent: of what stands before it in the file
	block   uint32 // the first of its own, up to one that is the last; noBlock: none
	message int32  // index into messages, -1: none
	offset  wide
	what    what
}

func (r *record) kind() transcript.Kind   { return r.what.kind() }
func (r *record) class() transcript.Class { return r.what.class() }

// what is the kind and the class of a record, of which there are fewer than
// sixteen each: those of records of the graph.
type what uint8

func whatOf(kind transcript.Kind, class transcript.Class) what {
	return what(kind)<<4 | what(class)
}

func (w what) kind() transcript.Kind   { return transcript.Kind(w >> 4) }
func (w what) class() transcript.Class { return transcript.Class(w & 15) }

// wide is a number of 48 bits that is not negative: bytes of
// a file.
type wide [6]byte

func wideOf(n int64) (w wide) {
	if n > 0 && n < 1<<48 {
		binary.LittleEndian.PutUint32(w[:], uint32(n))
		binary.LittleEndian.PutUint16(w[4:], uint16(n>>32))
	}
	return w
}

func (w wide) int() int64 {
	return int64(binary.LittleEndian.Uint32(w[:])) | int64(binary.LittleEndian.Uint16(w[4:]))<<32
}

// halves is a number of 64 bits that lies wherever one of 32 does.
type halves [2]uint32

func halvesOf(n uint64) halves { return halves{uint32(n), uint32(n >> 32)} }

func (h halves) int() uint64 { return uint64(h[0]) | uint64(h[1])<<32 }

// block is what is kept of a content block, or of the one text of a record
// without blocks: 20 bytes.
type block struct {
	// about is the hash of the tool_use id where blockTool says so, else how many
	// lines and characters are shown closed: of a call that is one line.
	about   halves
	index   uint32 // within the record
	ordinal uint32 // within the message, the same for snapshots that grow
	row     RowKind
	kind    transcript.BlockKind
	flags   blockFlags
}

type blockFlags uint8

const (
	blockError  blockFlags = 1 << iota // a failed result
	blockImages                        // a result or prompt with pictures
	blockQuiet                         // a call that only looks: Read, Grep …
	blockShell                         // a call that is quiet where it succeeds: Bash
	blockTool                          // a call or a result that has an id
	blockLast                          // of its record
)

// tool returns the hash of the tool_use id; 0: none.
func (b *block) tool() uint64 {
	if b.flags&blockTool == 0 {
		return 0
	}
	return b.about.int()
}

// size returns the lines and characters of what is shown closed.
func (b *block) size() (lines, chars uint32) {
	if b.flags&blockTool != 0 {
		return 1, 0
	}
	return b.about[0], b.about[1]
}

// name notes the hash of a tool_use id. A block with a text of its own is none
// that a tool is known by.
func (b *block) name(tool uint64) {
	if lines, chars := b.size(); tool != 0 && lines <= 1 && chars == 0 {
		b.about = halvesOf(tool)
		b.flags |= blockTool
	}
}

// amount is a number of tokens below 16 million: no response has more, and what
// says so counts as that.
type amount [3]byte

const maxAmount = 1<<24 - 1

func amountOf(n int64) amount {
	n = min(max(n, 0), maxAmount)
	return amount{byte(n), byte(n >> 8), byte(n >> 16)}
}

func (a amount) int() int64 { return int64(a[0]) | int64(a[1])<<8 | int64(a[2])<<16 }

// message is one API response: 28 bytes.
type message struct {
	hash                           halves // of its id
	in, out, cacheRead, cacheWrite amount
	model                          uint16 // index into models
	blocks                         uint32 // seen so far
}

func (m *message) tokens() Tokens {
	return Tokens{In: m.in.int(), Out: m.out.int(), CacheRead: m.cacheRead.int(), CacheWrite: m.cacheWrite.int()}
}

// blocksOf returns the blocks of a record.
func (x *Index) blocksOf(at int32) []block {
	first := x.recs[at].block
	if first == noBlock {
		return nil
	}
	last := first
	for x.blocks[last].flags&blockLast == 0 {
		last++
	}
	return x.blocks[first : last+1]
}
