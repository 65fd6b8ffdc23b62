package thread

import (
	"cmp"
	"context"

	"dendro/backend/jsonl"
	"dendro/backend/transcript"
)

// Agent describes the agent of this conversation, without its rows; nil for a session's own
// thread.
func (t *Thread) Agent(ctx context.Context, load Load) (*Sidechain, error) {
	if t.side == nil {
		return nil, nil
	}
	p := newPage(load, PageOptions{})
	var input jsonl.Value
	if i, ok := t.side.callBlock(); ok {
		rec, err := p.calls.read(ctx, t.side.call, t.side.callAt)
		if err != nil {
			return nil, err
		}
		if i < len(rec.Blocks) {
			input = rec.Blocks[i].Input
		}
	}
	return p.sidechain(ctx, t.side, input)
}

// sidechain describes the conversation attached to a row. input is that of the call, or
// nil.
func (p *page) sidechain(ctx context.Context, side *sidechain, input jsonl.Value) (*Sidechain, error) {
	t := side.rows()
	w := &Sidechain{Rows: []Row{}, Total: len(t.items), Depth: side.depth}
	if side.agent != nil {
		w.Agent = side.agent.ID
		w.Type, w.Description, w.Model = side.agent.Meta.Type, side.agent.Meta.Description, side.agent.Meta.Model
		if side.isPart {
			w.First = side.key
			w.Description = cmp.Or(transcript.OneLine(transcript.TaskInputOf(input).Description.String()), w.Description)
		}
		w.Inherits = side.x.claims.fork.Session != ""
		said := side.session.run(side.agent.Run).ByAgent[side.agent.ID]
		w.Description = cmp.Or(w.Description, said.Label)
		w.Phase, w.State = said.Phase, said.State
	} else {
		w.First = side.key
	}
	w.describe(t, input)
	if !p.o.Nested {
		return w, nil
	}
	rows, err := t.Page(ctx, 0, -1, p.calls.load, PageOptions{
		Nested: true, Text: p.o.Text, Result: p.o.Result, Input: p.o.Input, Detail: p.o.Detail,
	})
	w.Rows = rows
	return w, err
}

// describe fills in data from the agent's own records and its call.
func (w *Sidechain) describe(t *Thread, input jsonl.Value) {
	in := transcript.TaskInputOf(input)
	if w.Type == "" {
		w.Type = in.Type.String()
	}
	if w.Description == "" {
		w.Description = transcript.OneLine(in.Description.String())
	}
	var first, last int64
	for i := range t.items {
		it := &t.items[i]
		if it.Record < 0 {
			continue
		}
		r := &t.x.recs[it.Record]
		at := t.x.node(it.Record).Time
		if at > 0 && (first == 0 || at < first) {
			first = at
		}
		last = max(last, at)
		if r.message < 0 {
			continue
		}
		m := &t.x.messages[r.message]
		if w.Model == "" {
			w.Model = m.model
		}
		if it.first {
			w.Tokens += m.tokens.Fresh()
		}
	}
	if first > 0 {
		w.MS = last - first
	}
}
