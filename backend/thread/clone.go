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
	c.models = x.models.clone()
	c.messages = slices.Clone(x.messages)
	c.heads = x.heads.clone()
	c.durations = maps.Clone(x.durations)
	c.bounds = slices.Clone(x.bounds)
	c.boundAt = maps.Clone(x.boundAt)
	c.calls = slices.Clone(x.calls)
	c.claims.agents = maps.Clone(x.claims.agents)
	c.claims.runs = maps.Clone(x.claims.runs)
	c.claims.tasks = maps.Clone(x.claims.tasks)
	c.last.blocks = slices.Clone(x.last.blocks)
	c.parts = nil
	return &c
}
