package search

import (
	"bytes"
	"slices"
)

// change is the next snapshot in the making. Index.mu is held. Nothing that the readers
// of the present one see is touched: groups are replaced, and their lists appended to.
type change struct {
	x *Index
	snapshot
}

func (x *Index) change() *change {
	c := &change{x, *x.now.Load()}
	c.groups = slices.Clone(c.groups)
	return c
}

// add adds a slot with its blocks to the open group, and seals it when it is full. A
// small file shares the last slot, where there is room for it.
func (c *change) add(sig *signature, blocks ...placed) {
	last := len(c.groups) - 1
	g := *c.groups[last]
	c.groups[last] = &g
	if len(blocks) == 1 && g.share(sig, blocks[0]) {
		return
	}
	for _, b := range blocks {
		b.slot = uint8(len(g.sigs))
		g.blocks = append(g.blocks, b)
		g.moved = g.moved || b.moved
	}
	g.sigs = append(g.sigs, sig)
	if len(g.sigs) == groupSlots {
		c.groups[last] = c.x.seal(&g)
		c.groups = append(c.groups, new(group))
	}
}

// seal returns the full group g, sliced. x.mu is held.
func (x *Index) seal(g *group) *group {
	rows := make([]byte, rowsSize)
	g.slice(rows)
	sealed := &group{blocks: g.blocks, moved: g.moved}
	if x.keep != nil {
		if kept, err := x.keep(rows); err == nil {
			sealed.rows = kept
			return sealed
		}
		x.keep = nil // the disk may be full: those that follow stay in memory
	}
	sealed.rows = bytes.NewReader(rows)
	return sealed
}

// fewSlots is of how many slots a sealed group is not worth its rows: a live session
// that grows for days must cost no more than its text.
const fewSlots = groupSlots / 4

// replace lets the blocks of a file refer to what it has become. Those from an offset on,
// or all where it is gone, count no more. What then counts in the open group, or in a
// sealed one of few slots, is added anew.
func (c *change) replace(old, e *fileEntry, from int64) {
	var moved []*group
	groups := c.groups[:0]
	for _, g := range c.groups {
		if g.has(old) {
			g = g.with(old, e, from)
			if !g.sealed() || len(g.slots()) <= fewSlots {
				moved = append(moved, g)
				continue
			}
		}
		groups = append(groups, g)
	}
	if len(groups) == 0 || groups[len(groups)-1].sealed() {
		groups = append(groups, new(group))
	}
	c.groups = groups
	for _, g := range moved {
		for _, blocks := range g.slots() {
			c.add(g.signature(blocks[0].slot), blocks...)
		}
	}
}
