package transcript

import (
	"dendro/backend/jsonl"
)

// Summarizer folds the records of one file, in order, into a Summary. It is not safe for
// concurrent use.
type Summarizer struct {
	s       *Summary
	facts   Collector
	prompts map[ID]int       // prompt or message by uuid
	typed   bool             // at least one of them is a prompt
	turns   TurnFinder       // used until a prompt was typed
	calls   map[string][]int // calls of agents without a result: their indexes among all calls, by id
	called  int

	cwds, files, versions, agents, types, slugs, outputs, tools interner

	ledger ledgerWriter

	nodes []Node // of the previous file, for reuse
	end   []byte // the timestamp for Summary.End

	// said is the raw text that ends the conversation so far, last what it is; empty if
	// Outcome already holds it. replies are the turn's replies, raw, from the last long one
	// on: the last of them that announces nothing is shown.
	said    []byte
	last    lastText
	replies [][]byte
}

// NewSummarizer returns a Summarizer for a file that is read from its
// beginning.
func NewSummarizer() *Summarizer { return summarizer(&Summary{}) }

// Next prepares z for another file that is read from its beginning. It reuses the nodes of
// the previous file: clone them before to retain them.
func (z *Summarizer) Next() {
	z.begin(&Summary{Facts: Facts{Nodes: z.nodes[:0]}})
}

// Summary returns the summary of the added lines. Add nothing after it before calling Next;
// use Continue once the file has grown.
func (z *Summarizer) Summary() *Summary {
	z.finish()
	z.nodes = z.s.Nodes
	return z.s
}

// Live returns the facts of the lines added so far, and the table of their nodes. Both change
// with the next line.
func (z *Summarizer) Live() (*Facts, *NodeTable) { return &z.s.Facts, z.facts.index }

// Line adds the next line of the file: its records, or the fact that it holds none. visit,
// which may be nil, is called with each record and its position, and without a record for
// anything else. The Decoder owns the record, which is valid until visit returns.
func (z *Summarizer) Line(d *Decoder, l *jsonl.Line, visit func(*jsonl.Line, *Record)) {
	s := z.s
	s.Torn = 0
	if l.Torn {
		s.Torn = l.End - s.Bytes
	} else {
		s.Lines++
		s.Bytes, s.LastLine = l.End, l.Number
	}
	if l.Text == nil { // too long to read now
		if !l.Torn {
			s.Oversized++
		}
		if visit != nil {
			visit(l, nil)
		}
		return
	}
	d.Records(l, func(l *jsonl.Line, r *Record, err error) {
		if err != nil {
			z.bad(l, err)
			if visit != nil {
				visit(l, nil)
			}
			return
		}
		// A last line without a newline may still be a whole record. It is read again once
		// the newline exists.
		if l.Torn && !s.TornRecord {
			s.TornRecord = true
			s.Lines++
		}
		z.add(r)
		if visit != nil {
			visit(l, r)
		}
	})
}

// bad counts a line, or a part of one, that is not a record. A write in progress is neither
// a record nor malformed.
func (z *Summarizer) bad(l *jsonl.Line, err error) {
	s := z.s
	if l.Torn {
		return
	}
	s.Malformed++
	if len(s.Bad) < MaxBad {
		s.Bad = append(s.Bad, BadLine{Line: l.Number, Offset: l.Offset, Error: err.Error()})
	}
}

func (z *Summarizer) add(r *Record) {
	s := z.s
	s.Records++
	z.types.count(&s.Types, &s.TypeOf, r.Type)
	class := Classify(r)
	at, repeated := z.facts.Add(r, class)
	if at >= 0 && !repeated {
		z.common(r, s.Nodes[at].Time)
	} else {
		z.common(r, Millis(r.Timestamp))
	}
	if at < 0 {
		z.side(r)
	} else {
		z.chain(r, class, at, repeated)
	}
}

// common reads the fields that records of every kind may carry.
func (z *Summarizer) common(r *Record, ms int64) {
	s := z.s
	if ms != 0 {
		if s.Start == "" || ms < s.StartMS {
			s.StartMS, s.Start = ms, r.Timestamp.String()
		}
		if s.End == "" && len(z.end) == 0 || ms > s.EndMS {
			s.EndMS, z.end = ms, append(z.end[:0], r.Timestamp...)
		}
	}
	if r.CWD != "" {
		z.cwds.add(&s.CWDs, r.CWD)
		s.CWD = s.CWDs[0]
	}
	if r.GitBranch != "" {
		s.GitBranch = r.GitBranch
	}
	if r.Version != "" {
		z.versions.add(&s.Versions, r.Version)
	}
	if r.Slug != "" {
		z.slugs.add(&s.Slugs, r.Slug)
	}
	if s.AgentID == "" {
		s.AgentID = r.AgentID
	}
	if s.Entrypoint == "" && r.Kind.Chain() {
		s.Entrypoint = r.Entrypoint
	}
}

// chain adds a graph record as node number at.
func (z *Summarizer) chain(r *Record, class Class, at int32, repeated bool) {
	s := z.s
	node := &s.Nodes[at]
	switch {
	case r.Sidechain && s.Task == "" && (class == ClassTask || asks(class)):
		s.Task, _ = heading(r)
	case r.Sidechain:
	case node.Flags.Has(FlagQueued) && node.Flags.Has(FlagUntyped):
	case node.Flags.Has(FlagQueued):
		z.put(r, Prompt{ID: node.ID, Time: node.Time})
	case asks(class):
		z.prompt(r, class, Prompt{ID: node.ID, Time: node.Time})
	}
	z.command(r, node.Flags)
	z.outcome(r, class)
	z.content(r, int(at), repeated)
}

func (z *Summarizer) prompt(r *Record, class Class, p Prompt) {
	p.IsMessage = class == ClassMessage
	z.typed = z.typed || !p.IsMessage
	z.put(r, p)
}

// put adds a prompt with its texts, or replaces an earlier one of the same record.
func (z *Summarizer) put(r *Record, p Prompt) {
	p.Text, p.Name = heading(r)
	if i, ok := z.prompts[p.ID]; ok {
		z.s.Prompts[i] = p
		return
	}
	z.prompts[p.ID] = len(z.s.Prompts)
	z.s.Prompts = append(z.s.Prompts, p)
}
