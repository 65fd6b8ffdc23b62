package turns

import (
	"cmp"
	"slices"

	"dendro/backend/jsonl"
	"dendro/backend/transcript"
)

// Builder counts the words of files while they are read. A worker uses one for all its files;
// it is not safe for concurrent use.
type Builder struct {
	dictionary
	units  []Unit
	posts  []wordPost
	total  []uint32 // per word, its number of posts, and later the index of its next post
	inFile []uint32 // the words with a post
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
	Offset     int64 // of its first line in the file
	Start, End int64 // Unix milliseconds; 0: unknown
	Words      [Roles]uint32
}

// post is how often a word occurs in a unit.
type post struct {
	key   Key
	unit  uint32
	count Counts
}

// wordPost is a post before sorting by word.
type wordPost struct {
	word, unit uint32
	count      Counts
}

// Limits on how many bytes of a text are counted. A long text would outweigh all others, and
// passages find the rest of calls and results.
const (
	wholeBytes = 1 << 14 // of a prompt and a reply
	headBytes  = 200     // of a call and a result
)

// Limit returns how many bytes of a text with this role are counted.
func (r Role) Limit() int {
	if r == Call || r == Output {
		return headBytes
	}
	return wholeBytes
}

// NewBuilder returns an empty builder.
func NewBuilder() *Builder {
	return &Builder{dictionary: newDictionary(), inUnit: map[transcript.ID]struct{}{}}
}

// Begin starts a file, or the growth of one.
func (b *Builder) Begin() {
	for _, w := range b.inFile { // left over from a file that was not read to its end
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
func (b *Builder) Record(line *jsonl.Line, r *transcript.Record) {
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

// joins reports whether a record with this parent belongs to the unit.
func (b *Builder) joins(parent transcript.ID) bool {
	if parent == b.last {
		return !parent.IsZero()
	}
	_, ok := b.inUnit[parent]
	return ok
}

// begins reports whether a record may be the first of a turn. False positives are harmless:
// the units of one turn are counted together.
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

// Text counts the words of a text of the current record. Only the first Role.Limit bytes are
// needed.
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

// flush ends the unit. A unit without words is dropped.
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

// End returns the piece of the file, nil if it has no words, and the words that no earlier
// piece of this Builder had.
func (b *Builder) End() (p Piece, fresh []string) {
	b.flush()
	b.open = false
	if len(b.units) == 0 {
		return nil, nil
	}
	return encode(b.units, b.inOrder()), b.fresh
}

// inOrder returns and clears the posts, sorted by key and unit. They are already sorted by
// unit.
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
