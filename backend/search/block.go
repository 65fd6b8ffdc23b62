package search

import (
	"slices"
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
	fullBits = sigRows * 20 / 100
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

// within reports whether the block's lines can be part of a file of a size.
func (b *block) within(size int64) bool {
	return b.offset >= 0 && int64(b.length) <= maxBlock && int64(b.length) <= size-b.offset
}

// Version identifies the content of a file that was read. Its size and time alone do not.
type Version struct {
	End   int64  // of the last whole line
	Print uint64 // of the bytes before; 0: unknown
}

// print is a cheap check that the indexed part of a file is unchanged.
type print struct {
	offset int64
	length uint32
	sum    uint32
}

func (p *print) end() int64 { return p.offset + int64(p.length) }

const (
	headPrint = 4 << 10
	tailPrint = 256
)

// File is a Builder's result for one file, to be passed to Put once. It is immutable.
type File struct {
	key        string
	size       int64
	mtime      time.Time
	version    Version // see Identify
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

// valid reports whether the blocks can be those of the lines that were read.
func (f *File) valid() bool {
	end := f.tail.end()
	return !slices.ContainsFunc(f.blocks, func(b block) bool { return !b.within(end) })
}

// Identify sets the version that the file was made from.
func (f *File) Identify(v Version) { f.version = v }

// Key returns the key that was passed to Begin.
func (f *File) Key() string { return f.key }

// small reports whether the file's block shares a slot.
func (f *File) small() bool {
	return len(f.blocks) == 1 && f.grown == nil && f.blocks[0].text < smallText && f.size < smallRaw
}
