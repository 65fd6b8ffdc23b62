package thread

import (
	"cmp"

	"dendro/backend/internal/codec"
	"dendro/backend/transcript"
)

// Encode encodes an index for DecodeIndex, without its facts.
func (x *Index) Encode() []byte {
	c := new(codec.Coder)
	x.visit(c)
	return c.Out()
}

// DecodeIndex returns an encoded index of a file with the facts that it was made with. It
// trusts data but for its length: the caller checks it. Texts alias data, which must not
// change.
func DecodeIndex(file string, facts *transcript.Facts, data []byte) (*Index, error) {
	x, c := NewIndex(file, facts), codec.Read(data)
	x.visit(c)
	if err := c.Close(); err != nil || !x.IsWhole() {
		return nil, cmp.Or(err, codec.ErrDamaged)
	}
	return x, nil
}

// visit visits all fields but the facts, in both directions. A test compares an index with a
// decoded one.
func (x *Index) visit(c *codec.Coder) {
	c.Numbered()
	at := int64(0)
	span := func(s *Span) { // most lines follow the one before
		ahead := s.Offset - at
		codec.Int(c, &ahead, &s.Length)
		if c.Reading {
			s.Offset = at + ahead
		}
		at = s.Offset + s.Length
	}
	codec.List(c, &x.recs, func(r *record) {
		span(&r.span)
		codec.Uint(c, &r.block, &r.blocks)
		codec.Int(c, &r.message, &r.caller)
	})
	codec.List(c, &x.blocks, func(b *block) {
		c.Uint64(&b.tool)
		codec.Uint(c, &b.lines, &b.chars, &b.index, &b.ordinal, &b.said)
		codec.Uint(c, &b.row)
		codec.Uint(c, &b.kind)
		codec.Uint(c, &b.flags)
	})
	at = 0
	codec.List(c, &x.sides, func(s *Side) {
		span(&s.Span)
		c.Text(&s.Type, (*string)(&s.Problem))
		codec.Int(c, &s.Line)
	})
	x.responses.visit(c)
	codec.Map(c, &x.heads, cmp.Compare, func(at *int32, text *string) {
		codec.Int(c, at)
		c.Text(text)
	})
	codec.Map(c, &x.durations, cmp.Compare, func(at *int32, ms *int64) {
		codec.Int(c, at)
		codec.Int(c, ms)
	})
	codec.Map(c, &x.summaries, cmp.Compare, func(at, summary *int32) { codec.Int(c, at, summary) })
	x.claims.visit(c)
}

func (x *responses) visit(c *codec.Coder) {
	codec.List(c, &x.messages, func(m *message) {
		c.Uint64(&m.hash)
		codec.Int(c, &m.tokens.In, &m.tokens.Out, &m.tokens.CacheRead, &m.tokens.CacheWrite, &m.tokens.CacheWrite1h)
		c.Text(&m.model)
		codec.Uint(c, &m.blocks)
	})
	codec.Int(c, &x.last.message)
	codec.Int(c, &x.last.first)
	codec.List(c, &x.last.blocks, func(s *seen) {
		codec.Uint(c, &s.kind)
		codec.Int(c, &s.size)
		codec.Uint(c, &s.hash)
		c.Uint64(&s.id)
	})
}

func (x *claims) visit(c *codec.Coder) {
	codec.Map(c, &x.calls, comparePlaces, func(p *blockKey, call *agentCall) {
		p.visit(c)
		c.Uint64(&call.prompt)
	})
	codec.Map(c, &x.starts, cmp.Compare, func(id *uint64, flags *blockFlags) {
		c.Uint64(id)
		codec.Uint(c, flags)
	})
	c.Text(&x.fork.AgentID, &x.fork.Session)
	c.Raw(x.fork.Last[:])
	codec.Map(c, &x.agents, cmp.Compare, func(agent *string, list *[]claim) {
		c.Text(agent)
		codec.List(c, list, func(said *claim) { said.visit(c) })
	})
	codec.Map(c, &x.runs, cmp.Compare, func(run *string, said *claim) {
		c.Text(run)
		said.visit(c)
	})
	for _, hashes := range []*map[int32]uint64{&x.tasks, &x.callers, &x.prompts} {
		codec.Map(c, hashes, cmp.Compare, func(at *int32, hash *uint64) {
			codec.Int(c, at)
			c.Uint64(hash)
		})
	}
	for _, records := range []*map[string]int32{&x.launched, &x.notified} {
		codec.Map(c, records, cmp.Compare, func(agent *string, at *int32) {
			c.Text(agent)
			codec.Int(c, at)
		})
	}
}

func (p *blockKey) visit(c *codec.Coder) {
	codec.Int(c, &p.at)
	codec.Uint(c, &p.index)
}

func (s *claim) visit(c *codec.Coder) {
	s.blockKey.visit(c)
	c.Uint64(&s.tool)
	codec.Uint(c, &s.rank)
}

func comparePlaces(a, b blockKey) int {
	return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.index, b.index))
}
