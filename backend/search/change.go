package search

import (
	"bytes"
	"slices"
)

// change is the next snapshot under construction. Index.mu must be held. It never modifies
// data that readers of the current snapshot see: it replaces groups and appends to their
// lists.
type change struct {
	x *Index
	snapshot
}

func (x *Index) change() *change {
	c := &change{x, *x.now.Load()}
	c.groups = slices.Clone(c.groups)
	return c
}

// add adds a slot with its blocks to the open group, and seals the group if it is full. A
// small file shares the last slot if there is room.
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

// seal returns the full group g, sliced. x.mu must be held.
func (x *Index) seal(g *group) *group {
	rows := make([]byte, rowsSize)
	g.slice(rows)
	sealed := &group{blocks: g.blocks, moved: g.moved}
	if x.keep != nil {
		if kept, err := x.keep(rows); err == nil {
			sealed.rows = kept
			return sealed
		}
		x.keep = nil // the disk may be full: keep later rows in memory
	}
	sealed.rows = bytes.NewReader(rows)
	return sealed
}

// fewSlots is the number of slots below which a sealed group is not worth its rows: a live
// session that grows for days must cost no more than its text.
const fewSlots = groupSlots / 4

// replace redirects the blocks of a file to its new entry. Blocks from an offset on, or all
// blocks if the file was removed (e is nil), become invalid. If they were in the open group,
// or in a sealed one with few slots, the remaining blocks are added again.
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
