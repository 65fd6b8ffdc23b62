package turns

import (
	"cmp"
	"slices"

	"dendro/backend/transcript"
)

// Builder counts the words of files while they are read. A worker uses one for all its
// files; it is not safe for concurrent use.
type Builder struct {
	dictionary
	units  []Unit
	posts  []wordPost
	total  []uint32 // by word, how many posts it has; then where its next one goes
	inFile []uint32 // the words that have one
	sorted []post
	unit   Unit
	inUnit map[transcript.ID]struct{} // the records of the unit
	last   transcript.ID              // the newest of them
	time   int64                      // of the newest, Unix milliseconds
	open   bool
	side   bool     // the unit is part of a sidechain
	count  []Counts // in the unit, by word
	used   []uint32 // the words with a count in the unit
	fresh  []string
}

// Unit is a run of records of one file that belong to one turn.
type Unit struct {
	First      transcript.ID
	Offset     int64 // in the file, of its first line
	Start, End int64 // Unix milliseconds; 0: unknown
	Words      [Roles]uint32
}

// post says how often a word stands in a unit.
type post struct {
	key   Key
	unit  uint32
	count Counts
}

// wordPost is a post before the words of the file are put in order.
type wordPost struct {
	word, unit uint32
	count      Counts
}

// How many bytes of a text are read. A long text drowns all others, and what stands deep in
// a call or a result is found by passages.
const (
	wholeBytes = 1 << 14 // of a prompt and a reply
	headBytes  = 200     // of a call and a result
)

// Limit returns how many bytes of a text of some role are read.
func (r Role) Limit() int {
	if r == Call || r == Output {
		return headBytes
	}
	return wholeBytes
}

// NewBuilder returns a Builder.
func NewBuilder() *Builder {
	return &Builder{dictionary: newDictionary(), inUnit: map[transcript.ID]struct{}{}}
}

// Begin starts a file, or what a file has grown by.
func (b *Builder) Begin() {
	for _, w := range b.inFile { // of a file that was not read to its end
		b.total[w] = 0
	}
	for _, w := range b.used {
		b.count[w] = Counts{}
	}
	b.units, b.posts, b.inFile, b.used, b.fresh, b.open = b.units[:0], b.posts[:0], b.inFile[:0], b.used[:0], nil, false
	if b.bound() {
		b.count, b.total = nil, nil
	}
}

// Record starts the next record of the file. Its texts follow.
func (b *Builder) Record(line *transcript.Line, r *transcript.Record) {
	id := r.UUID.ID
	if !b.open || line.Torn || begins(r) || r.Sidechain != b.side || !b.joins(r.Parent.ID) {
		b.flush()
		b.open, b.side = true, r.Sidechain
		b.unit = Unit{First: id, Offset: line.Offset}
		clear(b.inUnit)
	}
	b.last, b.time = id, transcript.Millis(r.Timestamp)
	b.inUnit[id] = struct{}{}
}

// joins reports whether a record below this parent is part of the unit.
func (b *Builder) joins(parent transcript.ID) bool {
	if parent == b.last {
		return !parent.IsZero()
	}
	_, ok := b.inUnit[parent]
	return ok
}

// begins reports whether a record may be the first of a turn. One too many does no harm:
// the units of one turn count together.
func begins(r *transcript.Record) bool {
	switch r.Kind {
	case transcript.KindUser:
		for i := range r.Blocks {
			if r.Blocks[i].Kind == transcript.BlockToolResult {
				return false
			}
		}
		return true
	case transcript.KindQueue:
		return true
	case transcript.KindAttachment:
		return r.AttachmentKind() == transcript.AttachmentQueued
	}
	return false
}

// Text counts the words of a text of the record at hand, of which Role.Limit is enough.
func (b *Builder) Text(role Role, text []byte) {
	if u := &b.unit; b.time != 0 {
		if u.Start == 0 {
			u.Start = b.time
		}
		u.Start, u.End = min(u.Start, b.time), max(u.End, b.time)
	}
	tokens(text, func(token []byte) {
		words := b.words(token, &b.fresh)
		if grow := len(b.keys) - len(b.count); grow > 0 {
			b.count = append(b.count, make([]Counts, grow)...)
			b.total = append(b.total, make([]uint32, grow)...)
		}
		for _, n := range words {
			c := &b.count[n]
			if *c == (Counts{}) {
				b.used = append(b.used, n)
			}
			if c[role] < maxCount {
				c[role]++
			}
			b.unit.Words[role]++
		}
	})
}

// flush ends the unit. One without words is none.
func (b *Builder) flush() {
	if !b.open || len(b.used) == 0 {
		return
	}
	n := uint32(len(b.units))
	b.units = append(b.units, b.unit)
	for _, w := range b.used {
		b.posts = append(b.posts, wordPost{w, n, b.count[w]})
		b.count[w] = Counts{}
		if b.total[w]++; b.total[w] == 1 {
			b.inFile = append(b.inFile, w)
		}
	}
	b.used = b.used[:0]
}

// End returns the piece of the file, nil where it has no words, and the words that no piece
// of this Builder had before.
func (b *Builder) End() (p Piece, fresh []string) {
	b.flush()
	b.open = false
	if len(b.units) == 0 {
		return nil, nil
	}
	return encode(b.units, b.inOrder()), b.fresh
}

// inOrder returns the posts by their keys and units, and forgets them. They are there by
// their units.
func (b *Builder) inOrder() []post {
	slices.SortFunc(b.inFile, func(x, y uint32) int { return cmp.Compare(b.keys[x], b.keys[y]) })
	next := uint32(0)
	for _, w := range b.inFile {
		next, b.total[w] = next+b.total[w], next
	}
	b.sorted = slices.Grow(b.sorted[:0], len(b.posts))[:len(b.posts)]
	for _, p := range b.posts {
		b.sorted[b.total[p.word]] = post{b.keys[p.word], p.unit, p.count}
		b.total[p.word]++
	}
	for _, w := range b.inFile {
		b.total[w] = 0
	}
	b.posts, b.inFile = b.posts[:0], b.inFile[:0]
	return b.sorted
}

func comparePosts(a, b post) int {
	x, y := uint64(a.key)<<32|uint64(a.unit), uint64(b.key)<<32|uint64(b.unit)
	switch {
	case x < y:
		return -1
	case x > y:
		return 1
	}
	return 0
}
