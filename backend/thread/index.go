package thread

import (
	"math"
	"slices"

	"dendro/backend/transcript"
)

// Index is the record index of one file: places, links and sizes, no
// contents. Add is called with the file's lines in order, at first and
// whenever the file has grown; it must not run beside anything else that uses
// the Index.
type Index struct {
	file   string
	recs   []record
	table  idTable
	blocks []block
	names  transcript.Names
	sides  []Side
	torn   []Side // the last line, until the file grows

	models    numbered[string] // the first is none
	places    numbered[place]
	messages  []message
	heads     heads                   // of prompts and commands
	missing   map[int32]transcript.ID // parents that the file lacks, by child
	waiting   map[transcript.ID][]int32
	logical   map[int32]transcript.ID // logicalParentUuid
	durations map[int32]int64         // of turn_duration records, ms
	bounds    []boundary
	boundAt   map[int32]int32 // index into bounds, by the boundary's and its summary's record
	calls     []call          // of tools that start agents
	claims    claims
	fork      transcript.ForkContext
	last      snapshot // of the newest assistant message
	parts     []part   // scratch

	size, read int64 // of the file; size is 0 where nobody has told it
}

// boundary is one compaction of 2.x.
type boundary struct {
	at               int32
	summary          int32 // -1: none yet
	head, tail, last transcript.ID
	trigger          string
	before, after    int64
}

// Side is a line that is no part of the graph: shown among a session's details
// only.
type Side struct {
	Span    Span
	Type    string // of its record
	Line    int    // of the file, from 1
	Problem Problem
}

// Problem says why a line is no record.
type Problem uint8

// The problems of lines.
const (
	ProblemNone      Problem = iota
	ProblemMalformed         // it is not a JSON object
	ProblemOversized         // it is too long to be read
	ProblemTorn              // the last line, which does not end: maybe being written
)

// Span is a place in a file.
type Span struct{ Offset, Length int64 }

// NewIndex returns an empty index. file is what Load will be given for its
// records; the index does not look at it.
func NewIndex(file string) *Index {
	x := &Index{
		file: file, table: newIDTable(), names: transcript.Names{},
		models: newNumbered(""), places: newNumbered[place](),
		missing: map[int32]transcript.ID{}, waiting: map[transcript.ID][]int32{},
		logical: map[int32]transcript.ID{}, durations: map[int32]int64{}, boundAt: map[int32]int32{},
	}
	x.last.message = -1
	return x
}

// File returns the name that NewIndex was given.
func (x *Index) File() string { return x.file }

// Len returns the number of records of the graph; they are numbered from 0 in
// the order of their first copies.
func (x *Index) Len() int { return len(x.recs) }

// Find returns the number of the record with this id.
func (x *Index) Find(id transcript.ID) (int, bool) {
	at := x.find(id)
	return int(at), at >= 0
}

func (x *Index) find(id transcript.ID) int32 {
	if id.IsZero() {
		return -1
	}
	return x.table.find(x.recs, id)
}

// ID returns the id of record i.
func (x *Index) ID(i int) transcript.ID { return x.recs[i].id }

// Text returns the text of an id.
func (x *Index) Text(id transcript.ID) string { return x.names.Text(id) }

// Span returns where the newest copy of record i lies.
func (x *Index) Span(i int) Span {
	return Span{Offset: x.recs[i].offset.int(), Length: int64(x.recs[i].length)}
}

// Sides returns the lines that are no part of the graph, in file order. The
// caller must not change them.
func (x *Index) Sides() []Side {
	if len(x.torn) == 0 {
		return x.sides
	}
	return slices.Concat(x.sides, x.torn)
}

// Add takes the next line of the file with its record, nil where it holds none
// or is too long to be read. A torn line without a record is taken for now: the
// next line takes its place.
func (x *Index) Add(l *transcript.Line, r *transcript.Record) {
	x.torn = nil
	x.read = l.Offset
	span := Span{Offset: l.Offset, Length: l.Length}
	side := Side{Span: span, Line: l.Number}
	switch {
	case r != nil:
		side.Type = r.Type
	case l.Torn:
		side.Problem = ProblemTorn
		x.torn = []Side{side}
		return
	case l.Text == nil:
		side.Problem = ProblemOversized
	default:
		side.Problem = ProblemMalformed
	}
	if r == nil {
		x.sides = append(x.sides, side)
		return
	}
	chain := r.Kind.Chain() || r.Kind == transcript.KindUnknown
	if !chain || r.UUID.ID.IsZero() {
		x.sides = append(x.sides, side)
		x.side(r)
		return
	}
	class := transcript.Classify(r)
	id := x.names.Add(r.UUID)
	at := x.find(id)
	if at >= 0 {
		// The first copy keeps its place and link, the last its content.
		old := &x.recs[at]
		parent, message := old.parent, old.message
		*old = x.record(r, class, id, span)
		old.parent = parent
		if old.message < 0 {
			old.message = message
		}
		x.content(at, r, class)
		return
	}
	at = int32(len(x.recs))
	x.recs = append(room(x, x.recs), x.record(r, class, id, span))
	x.table.add(x.recs, at)
	x.link(at, r)
	x.content(at, r, class)
	x.compaction(at, r, class)
}

func (x *Index) record(r *transcript.Record, class transcript.Class, id transcript.ID, span Span) record {
	rec := record{
		id: id, time: wideOf(transcript.Millis(r.Timestamp)), offset: wideOf(span.Offset),
		length: uint32(min(span.Length, math.MaxUint32)), parent: noParent, block: noBlock, message: -1,
		place: x.places.number(place{r.GitBranch, r.SessionID}), what: whatOf(r.Kind, class),
	}
	set := func(on bool, f recFlags) {
		if on {
			rec.flags |= f
		}
	}
	set(r.Sidechain, recSidechain)
	set(r.Meta, recMeta)
	set(r.Kind == transcript.KindUser && r.Meta && isCaveat(r), recCaveat)
	set(r.Boundary(), recBoundary)
	set(class == transcript.ClassPrompt && r.Kind == transcript.KindUser && r.Plan != nil, recPlan)
	if r.Kind == transcript.KindAssistant {
		rec.message = x.message(r)
		set(r.APIError, recAPIError)
	}
	return rec
}

// link finds the record's parent and becomes the parent of those that named
// it before it stood in the file.
func (x *Index) link(at int32, r *transcript.Record) {
	id := x.recs[at].id
	if parent := x.names.Add(r.Parent); !parent.IsZero() && parent != id {
		if p := x.find(parent); p >= 0 {
			x.recs[at].parent = p
		} else {
			x.recs[at].parent = missingParent
			x.missing[at] = parent
			x.waiting[parent] = append(x.waiting[parent], at)
		}
	}
	for _, child := range x.waiting[id] {
		x.recs[child].parent = at
		delete(x.missing, child)
	}
	delete(x.waiting, id)
	if logical := x.names.Add(r.LogicalParent); !logical.IsZero() && logical != id {
		x.logical[at] = logical
	}
	if ms := r.TurnDuration(); ms > 0 {
		x.durations[at] = ms
	}
}

// compaction notes a boundary, or ties a summary to the boundary above it.
func (x *Index) compaction(at int32, r *transcript.Record, class transcript.Class) {
	if x.recs[at].flags&recBoundary != 0 {
		m := r.CompactMeta()
		b := boundary{at: at, summary: -1, trigger: m.Trigger, before: m.Before, after: m.After}
		b.head, b.tail, b.last = m.Kept.Head.ID, m.Kept.Tail.ID, m.Kept.Anchor.ID
		x.boundAt[at] = int32(len(x.bounds))
		x.bounds = append(x.bounds, b)
		return
	}
	if class != transcript.ClassCompactSummary {
		return
	}
	up := x.recs[at].parent
	for n := 0; n < 32 && up >= 0; n++ {
		if b, ok := x.boundAt[up]; ok && x.bounds[b].at == up {
			if x.bounds[b].summary < 0 {
				x.bounds[b].summary = at
			}
			x.boundAt[at] = b
			return
		}
		if x.recs[up].kind().Turn() {
			return
		}
		up = x.recs[up].parent
	}
}

// Expect says how large the file is that lines are added of, so that room is
// made at once for what is in it.
func (x *Index) Expect(size int64) { x.size = size }

// room returns s with room for one more where it has none, and for as many as
// the rest of the file will have if it is like what was read of it.
func room[T any](x *Index, s []T) []T {
	if len(s) < cap(s) {
		return s
	}
	n := len(s)
	least, more := max(n/4, 16), 0
	if x.size > 0 && x.read > 0 {
		least = max(n/64, 16)
		rest := float64(n) * float64(x.size-x.read) / float64(x.read)
		more = int(min(rest*129/128, float64(8*n))) // the first lines may be unlike the others
	}
	return slices.Grow(s, max(least, more))
}

// Trim gives back the memory that growing left over: call it once the file is
// read, not after every append.
func (x *Index) Trim() {
	x.table.trim(x.recs)
	x.recs = exact(x.recs)
	x.blocks = exact(x.blocks)
	x.messages = exact(x.messages)
	x.sides = exact(x.sides)
	x.heads.trim()
	x.parts = nil
}

// exact returns s with no room behind it that is worth anything.
func exact[T any](s []T) []T {
	if cap(s)-len(s) <= len(s)/32 {
		return s
	}
	out := make([]T, len(s))
	copy(out, s)
	return out
}

func isCaveat(r *transcript.Record) bool {
	for i := range r.Blocks {
		if b := &r.Blocks[i]; b.Kind == transcript.BlockText {
			return transcript.IsCaveat(b.Text)
		}
	}
	return false
}
