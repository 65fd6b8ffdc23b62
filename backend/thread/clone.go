package thread

import (
	"maps"
	"slices"
)

// Clone returns an index that can grow while x, which is not changed, is in
// use.
func (x *Index) Clone() *Index {
	c := *x
	c.recs = slices.Clone(x.recs)
	c.facts = x.facts.Clone()
	c.blocks = slices.Clone(x.blocks)
	c.sides = slices.Clone(x.sides)
	c.messages, c.last.blocks = slices.Clone(x.messages), slices.Clone(x.last.blocks)
	c.heads = maps.Clone(x.heads)
	c.durations = maps.Clone(x.durations)
	c.bounds = slices.Clone(x.bounds)
	c.boundAt = maps.Clone(x.boundAt)
	c.claims.calls, c.claims.tasks = slices.Clone(x.claims.calls), maps.Clone(x.claims.tasks)
	c.claims.agents, c.claims.runs = maps.Clone(x.claims.agents), maps.Clone(x.claims.runs)
	c.parts = nil
	return &c
}
