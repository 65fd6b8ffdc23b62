package search

import (
	"time"

	"dendro/backend/search/turns"
	"dendro/backend/transcript"
)

// When a block is full. A signature says less the more of its bits are set,
// and a block costs more to check the longer it is: prose fills the bits,
// repetitive output the text, lines full of images the bytes of the file.
const (
	fullText = 24 << 10
	fullOnes = sigRows * 20 / 100
	fullRaw  = 128 << 10
	// checkText is how much text may come before the bits are counted anew.
	checkText = 8 << 10
)

// maxBlock bounds the length of a block: a line as long as lines may be, behind
// a block that was nearly full.
const maxBlock = transcript.MaxLine + 2*fullRaw

// block is a run of lines of a file.
type block struct {
	offset   int64 // of the first line with text
	length   uint32
	text     uint32 // bytes of folded text
	min, max int64  // times of its records with text, Unix milliseconds
	kinds    kinds
	// odd says that the lines may hold a text in another form than their bytes
	// show (\u00e9, é as two runes, texts composed of several): they have to be
	// decoded to be searched.
	odd bool
	// moved says that the text is a piece of an output in a file of its own, which belongs
	// to the record in the block's only line. Such blocks are no part of the run of lines.
	moved bool
}

// print is a cheap proof that a file's indexed part is what it was.
type print struct {
	offset int64
	length uint32
	sum    uint32
}

const (
	headPrint = 4 << 10
	tailPrint = 256
)

// File is what a Builder has made of one file, for one Put. It is not changed
// once made.
type File struct {
	key        string
	size       int64
	mtime      time.Time
	bytes      uint64 // see Identify
	head, tail print
	blocks     []block
	sigs       []*signature // of blocks
	grown      *fileEntry   // what it continues; nil for a whole file

	words turns.Piece // nil: there are none
	from  int64       // where the first line begins that was read
	fresh []string    // for the vocabulary

	moved     []block // see block.moved; End puts them behind the others
	movedSigs []*signature
}

// Identify notes what identifies the bytes that the file was made from. A file of the same
// size and time may have other bytes.
func (f *File) Identify(bytes uint64) { f.bytes = bytes }

// Key returns the file's key, as given to Begin.
func (f *File) Key() string { return f.key }

// small reports whether the file is one whose block shares a slot.
func (f *File) small() bool {
	return len(f.blocks) == 1 && f.grown == nil && f.blocks[0].text < smallText && f.size < smallRaw
}
