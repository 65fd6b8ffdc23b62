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
	c.table.slots = slices.Clone(x.table.slots)
	c.blocks = slices.Clone(x.blocks)
	c.names = maps.Clone(x.names)
	c.sides = slices.Clone(x.sides)
	c.models = x.models.clone()
	c.places = x.places.clone()
	c.messages = slices.Clone(x.messages)
	c.heads = x.heads.clone()
	c.missing = maps.Clone(x.missing)
	c.waiting = maps.Clone(x.waiting)
	for id, children := range c.waiting {
		c.waiting[id] = slices.Clip(children)
	}
	c.logical = maps.Clone(x.logical)
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
