package search

import (
	"time"

	"dendro/backend/jsonl"
	"dendro/backend/search/turns"
)

// Thresholds at which a block is full. The more bits of a signature are set, the less
// selective it is, and the longer a block, the more it costs to check. Prose reaches the
// limit on bits, repetitive output the one on text, and lines full of images the one on file
// bytes.
const (
	fullText = 24 << 10
	fullOnes = sigRows * 20 / 100
	fullRaw  = 128 << 10
	// checkText is how much text may be added before the bits are counted again.
	checkText = 8 << 10
)

// maxBlock limits the length of a block: a line of maximum length after an almost full block.
const maxBlock = jsonl.MaxLine + 2*fullRaw

// block is a run of lines of a file.
type block struct {
	offset   int64 // of the first line with text
	length   uint32
	text     uint32 // bytes of folded text
	min, max int64  // times of its records with text, Unix milliseconds
	kinds    kinds
	// odd says that texts may differ from the bytes of their lines (\u00e9, é as two runes,
	// texts composed of several), so the lines have to be decoded to be searched.
	odd bool
	// moved says that the text is a piece of an output in a separate file, which belongs to
	// the record in the block's only line. Such blocks are not part of the run of lines.
	moved bool
}

// print is a cheap check that the indexed part of a file is unchanged.
type print struct {
	offset int64
	length uint32
	sum    uint32
}

const (
	headPrint = 4 << 10
	tailPrint = 256
)

// File is a Builder's result for one file, to be passed to Put once. It is immutable.
type File struct {
	key        string
	size       int64
	mtime      time.Time
	bytes      uint64 // see Identify
	head, tail print
	blocks     []block
	sigs       []*signature // of blocks
	grown      *fileEntry   // the entry it continues; nil for a whole file

	words turns.Piece // nil if empty
	from  int64       // offset of the first line that was read
	fresh []string    // for the vocabulary

	moved     []block // see block.moved; End appends them to the others
	movedSigs []*signature
}

// Identify sets an identifier of the bytes that the file was made from. Size and time alone
// do not identify them.
func (f *File) Identify(bytes uint64) { f.bytes = bytes }

// Key returns the key that was passed to Begin.
func (f *File) Key() string { return f.key }

// small reports whether the file's block shares a slot.
func (f *File) small() bool {
	return len(f.blocks) == 1 && f.grown == nil && f.blocks[0].text < smallText && f.size < smallRaw
}
