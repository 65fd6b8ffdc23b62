package thread

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"dendro/backend/jsonl"
	"dendro/backend/transcript"
)

// Index is the record index of one file: places and sizes, no contents. The structure is that
// of the file's facts, which the index does not change. Call Add with the lines that the
// facts are of, in order. Add must not run concurrently with other uses.
type Index struct {
	file   string
	facts  *transcript.Facts
	nodes  *transcript.NodeTable // of facts
	recs   []record
	blocks []block
	sides  []Side

	responses
	heads     map[int32]string // how prompts and commands begin
	durations map[int32]int64  // beginnings of prompts and commands
	summaries map[int32]int32  // of turns, by their last message, in milliseconds
	claims    claims
	parts     []transcript.Text // scratch
}

// Side is a line outside the graph, shown only in a session's details.
type Side struct {
	Span    Span
	Type    string // of its record
	Line    int    // of the file, from 1
	Problem Problem
}

// Problem is the reason why a line is not a record.
type Problem string

// The problems of lines.
const (
	ProblemNone      Problem = ""
	ProblemMalformed Problem = "malformed" // it is not a JSON object
	ProblemOversized Problem = "oversized" // it exceeds the length limit
	ProblemTorn      Problem = "torn"      // the last line, without a newline: possibly being written
)

// Span is a range of a file.
type Span struct{ Offset, Length int64 }

// NewIndex returns an empty index of a file with these facts. file is passed to Load for its
// records; the index does not interpret it.
func NewIndex(file string, facts *transcript.Facts) *Index {
	return Live(file, facts, transcript.NewNodeTable(facts.Nodes))
}

// Live is NewIndex for a file that is being read: its facts and their table have a record
// when it is added.
func Live(file string, facts *transcript.Facts, nodes *transcript.NodeTable) *Index {
	return &Index{
		file: file, facts: facts, nodes: nodes,
		responses: responses{last: snapshot{message: -1}},
		heads:     map[int32]string{}, durations: map[int32]int64{}, summaries: map[int32]int32{},
		claims: newClaims(),
	}
}

// File returns the file name passed to NewIndex.
func (x *Index) File() string { return x.file }

// Len returns the number of graph records. They are numbered from 0 in the order of their
// first copies.
func (x *Index) Len() int { return len(x.recs) }

// IsWhole reports whether all records of the facts were added.
func (x *Index) IsWhole() bool { return len(x.recs) == len(x.facts.Nodes) }

// Find returns the number of the record with this id.
func (x *Index) Find(id transcript.ID) (int, bool) {
	at := x.find(id)
	return int(at), at >= 0
}

func (x *Index) find(id transcript.ID) int32 { return x.nodes.Find(x.facts.Nodes, id) }

// lacks reports whether another file has records that this one lacks.
func (x *Index) lacks(other *Index) bool {
	return slices.ContainsFunc(other.facts.Nodes, func(n transcript.Node) bool {
		at := x.find(n.ID)
		return at < 0 || x.node(at).Content != n.Content
	})
}

// node returns the facts of a record.
func (x *Index) node(at int32) *transcript.Node { return &x.facts.Nodes[at] }

// has reports whether a record has any of the flags in mask.
func (x *Index) has(at int32, mask transcript.Flags) bool { return x.node(at).Flags.Has(mask) }

// ID returns the id of record i.
func (x *Index) ID(i int) transcript.ID { return x.node(int32(i)).ID }

// Text returns the text of an id.
func (x *Index) Text(id transcript.ID) string { return x.facts.Names.Text(id) }

// Span returns the range of the newest copy of record i.
func (x *Index) Span(i int) Span { return x.recs[i].span }

// Sides returns the lines outside the graph, in file order. The caller must not change
// them.
func (x *Index) Sides() []Side { return x.sides }

// Add adds the next line of the file with its record, or nil if it holds none or is too
// long. A torn line without a record is provisional: the next line replaces it. The error is
// ErrStale if the facts are not of this file.
func (x *Index) Add(l *jsonl.Line, r *transcript.Record) error {
	if n := len(x.sides); n > 0 && x.sides[n-1].Problem == ProblemTorn {
		x.sides = x.sides[:n-1]
	}
	span := Span{Offset: l.Offset, Length: l.Length}
	side := Side{Span: span, Line: l.Number}
	switch {
	case r != nil:
		side.Type = r.Type
	case l.Torn:
		side.Problem = ProblemTorn
	case l.Text == nil:
		side.Problem = ProblemOversized
	default:
		side.Problem = ProblemMalformed
	}
	if r == nil {
		x.sides = append(x.sides, side)
		return nil
	}
	class := transcript.Classify(r)
	at, ok := x.number(r)
	switch {
	case !ok:
		return ErrStale
	case at < 0:
		x.sides = append(x.sides, side)
		x.claims.side(int32(len(x.recs)), r)
	case int(at) < len(x.recs):
		// The first copy decides the place, the last one the content.
		x.recs[at].span = span
		if message := x.responses.of(r); message >= 0 {
			x.recs[at].message = message
		}
		x.content(at, r, class)
	default:
		x.recs = append(x.recs, record{span: span, message: x.responses.of(r), caller: x.before(r.CallerID, at)})
		x.duration(at, r.TurnDuration())
		x.content(at, r, class)
		x.summary(at)
		if r.Kind == transcript.KindQueue {
			x.sides = append(x.sides, side)
			x.claims.side(at, r)
		}
	}
	return nil
}

// number returns the number of the record that is added next, -1 for one outside the graph,
// or false if it is another than the facts say.
func (x *Index) number(r *transcript.Record) (at int32, ok bool) {
	at, next := x.find(r.UUID.ID), int32(len(x.recs))
	if r.Chained() {
		return at, 0 <= at && at <= next
	}
	if r.Kind != transcript.KindQueue || at != next { // an item of the queue is a record where it is enqueued
		at = -1
	}
	return at, true
}

// before returns the record with an id if it precedes another one in the file, else -1.
func (x *Index) before(id transcript.ID, at int32) int32 {
	if found := x.find(id); found < at {
		return found
	}
	return -1
}

// parent returns the parent of a record if it precedes it in the file, else -1.
func (x *Index) parent(at int32) int32 {
	return x.before(x.node(at).Parent, at)
}

// duration records the duration of a turn: the record with it follows the turn's last
// message.
func (x *Index) duration(at int32, ms int64) {
	if ms == 0 {
		return
	}
	for range 16 {
		if at = x.parent(at); at < 0 {
			return
		}
		if x.has(at, transcript.FlagTurn) {
			x.durations[at] = ms
			return
		}
	}
}

// summary links a summary to the boundary above it.
func (x *Index) summary(at int32) {
	if boundary := x.boundary(at); boundary >= 0 && boundary != at {
		if _, ok := x.summaries[boundary]; !ok {
			x.summaries[boundary] = at
		}
	}
}

// boundary returns the boundary of the compaction that a record belongs to, as boundary or
// summary, or -1 if there is none (1.0.x).
func (x *Index) boundary(at int32) int32 {
	switch {
	case x.has(at, transcript.FlagBoundary):
		return at
	case x.has(at, transcript.FlagCompactSummary):
		return x.nodes.BoundaryAbove(x.facts.Nodes, x.node(at))
	}
	return -1
}

// compaction returns the compaction with this boundary or summary.
func (x *Index) compaction(at int32) transcript.Compaction {
	list := x.facts.Compactions
	if boundary := x.boundary(at); boundary >= 0 {
		at = boundary
	}
	// The list is in record order and may be very long.
	i, ok := slices.BinarySearchFunc(list, at, func(c transcript.Compaction, at int32) int {
		return cmp.Compare(x.find(c.ID), at)
	})
	if ok {
		return list[i]
	}
	return transcript.Compaction{}
}

// taskHead returns the beginning of an agent's task, or "".
func (x *Index) taskHead() string {
	for at := range x.recs {
		if text, ok := x.heads[int32(at)]; ok {
			return strings.TrimSpace(text)
		}
	}
	return ""
}

// newest returns the last record in the file that is not on a sidechain, or -1.
func (x *Index) newest() int32 {
	at := int32(len(x.recs)) - 1
	for at >= 0 && x.has(at, transcript.FlagSidechain) {
		at--
	}
	return at
}

// Trim releases spare capacity. Call it once the file is read, not after every append.
func (x *Index) Trim() {
	x.recs = slices.Clone(x.recs)
	x.blocks = slices.Clone(x.blocks)
	x.messages = slices.Clone(x.messages)
	x.sides = slices.Clone(x.sides)
	x.parts = nil
}

// Continue returns an independent index of a file that continues to be read, with facts and a
// table as for [Live]: new lines can be added while x, which is not changed, is in use.
func (x *Index) Continue(facts *transcript.Facts, nodes *transcript.NodeTable) *Index {
	c := *x
	c.facts, c.nodes = facts, nodes
	c.recs = slices.Clone(x.recs)
	c.blocks = slices.Clone(x.blocks)
	c.sides = slices.Clone(x.sides)
	c.messages, c.last.blocks = slices.Clone(x.messages), slices.Clone(x.last.blocks)
	c.heads = maps.Clone(x.heads)
	c.durations = maps.Clone(x.durations)
	c.summaries = maps.Clone(x.summaries)
	c.claims.calls, c.claims.starts, c.claims.tasks = maps.Clone(x.claims.calls), maps.Clone(x.claims.starts), maps.Clone(x.claims.tasks)
	c.claims.callers = maps.Clone(x.claims.callers)
	c.claims.prompts, c.claims.launched, c.claims.notified = maps.Clone(x.claims.prompts), maps.Clone(x.claims.launched), maps.Clone(x.claims.notified)
	c.claims.agents, c.claims.runs = make(map[string][]claim, len(x.claims.agents)), maps.Clone(x.claims.runs)
	for agent, list := range x.claims.agents {
		c.claims.agents[agent] = slices.Clip(list)
	}
	c.parts = nil
	return &c
}
