package search

import (
	"time"

	"dendro/backend/internal/checksum"
	"dendro/backend/jsonl"
	"dendro/backend/search/fold"
	"dendro/backend/search/turns"
	"dendro/backend/transcript"
)

// Builder computes the signatures of files while they are read. A worker uses one for all its
// files; it is not safe for concurrent use.
type Builder struct {
	// Output returns the content of a result's output file by its name, nil if it cannot be
	// read. It may be nil.
	Output func(r *transcript.Record, name string) []byte

	file File
	open block // being filled; has no text if open.text is 0
	sig  marks
	next uint32 // bytes of text at which the marks are counted next

	turns    *turns.Builder
	headOf   int // the content block of the line whose words are read, from 1
	headLeft int // bytes of it still to be read
	head     []byte

	x             Extractor
	gears         *gears
	fold, written []byte
	plain         bool   // each escape in the line is the canonical one for its character
	ascii         bool   // the line is ASCII and needs no folding
	end           []byte // of the last line; empty before the first
	line          *jsonl.Line
	time          int64
	side          bool // the line is part of a sidechain
	words         bool // its texts count as words of its turn
	visit         func(*Part)
	addID         func([]byte)
}

// NewBuilder returns an empty builder.
func NewBuilder() *Builder {
	b := &Builder{gears: newGears(), turns: turns.NewBuilder()}
	b.visit, b.addID = b.part, b.id
	return b
}

// Begin starts a file, which is read from its beginning.
func (b *Builder) Begin(key string) {
	b.file, b.end = File{key: key}, b.end[:0]
	b.turns.Begin()
	b.clear()
}

// Continue starts reading a file at the end of its indexed part, which tail describes. Only
// the lines after it must be added.
func (b *Builder) Continue(key string, tail Tail) {
	e := tail.entry
	b.file, b.end = File{key: key, grown: e, head: e.head, tail: e.tail}, b.end[:0]
	b.turns.Begin()
	b.clear()
	if tail.sig == nil {
		return
	}
	b.open = tail.block
	tail.sig.unpack(&b.sig)
	b.next = b.open.text + checkText
}

// Add adds the next record of the file; nil, for a line without one, adds nothing. It must be
// called for every line that Decode accepts, before the next call of Decode.
func (b *Builder) Add(line *jsonl.Line, r *transcript.Record) {
	if r == nil {
		return
	}
	b.fingerprint(line)
	if !searched(r) {
		return
	}
	if b.open.text > 0 && (line.Offset < b.open.offset || line.Offset+line.Length-b.open.offset > fullRaw) {
		b.flush()
	}
	b.line, b.time, b.plain, b.ascii = line, transcript.Millis(r.Timestamp), r.PlainEscapes && !r.Codes, r.ASCII
	text := b.open.text
	b.turns.Record(line, r)
	b.side, b.headOf, b.words, b.x.fate = r.Sidechain, 0, true, transcript.FateSent
	b.x.Parts(r, b.visit)
	b.words = false
	if r.Kind == transcript.KindQueue { // what became of it is only known at the end of the file: index all forms
		for _, b.x.fate = range [...]transcript.Fate{transcript.FateUnsent, transcript.FateUnsure, transcript.FateWaits} {
			b.x.Parts(r, b.visit)
		}
	}
	if b.open.text > text { // the record is visible
		b.x.ids(r, b.addID)
	}
	b.outputs(r)
	switch {
	case b.open.text == 0:
	case b.open.text >= fullText || b.open.length >= fullRaw:
		b.flush()
	case b.open.text >= b.next:
		if b.sig.ones() >= fullBits {
			b.flush()
		}
		b.next = b.open.text + checkText
	}
}

// part adds one text of the current line.
func (b *Builder) part(p *Part) {
	o := &b.open
	if o.text == 0 {
		*o = block{offset: b.line.Offset, min: b.time, max: b.time}
	}
	size, plain := b.add(p)
	if b.words {
		b.turnWords(p)
	}
	size = max(size, 1) // a picture is found by its id only
	o.length = uint32(b.line.Offset + b.line.Length - o.offset)
	o.text += uint32(size)
	o.kinds |= 1 << p.Kind
	o.min, o.max = min(o.min, b.time), max(o.max, b.time)
	o.odd = o.odd || !plain
}

// id adds an id of the current line.
func (b *Builder) id(id []byte) {
	for _, r := range idRows(id) {
		b.sig[r] = 1
	}
	if prefix := idPrefix(id); prefix != nil {
		for _, r := range idRows(prefix) {
			b.sig[r] = 1
		}
	}
}

// add adds a text to the signature. plain reports whether the text occurs verbatim in the
// line.
func (b *Builder) add(p *Part) (size int, plain bool) {
	if p.Raw != nil && b.plain {
		raw := p.Raw[1 : len(p.Raw)-1]
		if b.ascii {
			b.sig.add(b.gears, raw)
			return len(raw), true
		}
		var text []byte
		var ok bool
		if text, b.fold, plain, ok = fold.Raw(b.fold, raw); ok {
			b.sig.add(b.gears, text)
			return len(text), plain
		}
	}
	b.fold, plain = fold.Append(b.fold[:0], p.Text())
	b.written = appendEscaped(b.written[:0], b.fold)
	b.sig.add(b.gears, b.written)
	return len(b.written), plain && !p.composed && (p.Raw == nil || b.plain)
}

// End returns the result for the file. size and mtime must be those from before it was read,
// so that a change during the read is detected.
func (b *Builder) End(size int64, mtime time.Time) *File {
	b.flush()
	if n := len(b.end); n > 0 {
		b.file.tail.length, b.file.tail.sum = uint32(n), checksum.Sum(b.end)
	}
	f := b.file
	f.blocks, f.sigs = append(f.blocks, f.moved...), append(f.sigs, f.movedSigs...)
	f.moved, f.movedSigs = nil, nil
	f.words, f.fresh = b.turns.End()
	f.size, f.mtime = size, mtime
	b.file = File{}
	return &f
}

func (b *Builder) flush() {
	if b.open.text > 0 {
		b.file.blocks = append(b.file.blocks, b.open)
		b.file.sigs = append(b.file.sigs, b.sig.signature())
		b.clear()
	}
}

func (b *Builder) clear() {
	b.open, b.next = block{}, checkText
	clear(b.sig[:]) // in place: assigning an empty one would copy it
}

func (b *Builder) fingerprint(line *jsonl.Line) {
	if line.Text == nil {
		return
	}
	if len(b.end) == 0 {
		b.file.from = line.Offset
	}
	if b.file.head.length == 0 {
		text := line.Text[:min(len(line.Text), headPrint)]
		b.file.head = print{line.Offset, uint32(len(text)), checksum.Sum(text)}
	}
	// The checksum is computed later, when this is known to be the last line.
	b.end = append(b.end[:0], line.Text[max(0, len(line.Text)-tailPrint):]...)
	b.file.tail.offset = line.Offset + line.Length - int64(len(b.end))
}
