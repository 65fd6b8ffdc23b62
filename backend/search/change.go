package search

import "math/bits"

// change is the next snapshot in the making. Index.mu is held.
type change struct {
	x *Index
	snapshot
	own bool // groups is nobody else's
}

// change starts from the present snapshot. Nothing the readers of that one see
// is touched: slices are only appended to, groups replaced.
func (x *Index) change() *change {
	now := x.now.Load()
	return &change{x: x, snapshot: *now}
}

// set puts g in the place of a sealed group.
func (c *change) set(i int, g *group) {
	if !c.own {
		c.groups, c.own = append(make([]*group, 0, len(c.groups)+1), c.groups...), true
	}
	c.groups[i] = g
}

func (c *change) publish() {
	c.repack()
	c.x.now.Store(&c.snapshot)
}

func (c *change) put(f *File) bool {
	defer f.putAway()
	e := &fileEntry{key: f.key, size: f.size, mtime: f.mtime, head: f.head, tail: f.tail}
	switch old := c.x.files[f.key]; {
	case f.grown != nil && old != f.grown:
		return false
	case f.grown != nil:
		e.id = old.id
		e.places = append(e.places, old.places...)
		// Where the Builder went on with the last block, it is the first of f.
		if last := len(e.places) - 1; len(f.blocks) > 0 && last >= 0 {
			p := e.places[last]
			if c.group(p.group).blocks[p.bit].offset == f.blocks[0].offset {
				c.drop(e.places[last:])
				e.places = e.places[:last]
			}
		}
		c.rename(e)
	default:
		if old != nil {
			c.drop(old.places)
		}
		c.ids++
		e.id = c.ids
	}
	c.x.files[f.key] = e
	for i := range f.blocks {
		e.places = append(e.places, c.add(placed{f.blocks[i], e}, f.sig(i)))
	}
	return true
}

// rename lets the blocks that stay refer to what their file has become.
func (c *change) rename(e *fileEntry) {
	done := int32(-1)
	for _, p := range e.places {
		if p.group == done {
			continue // the blocks of a file lie side by side
		}
		done = p.group
		g := *c.group(p.group)
		g.blocks = append([]placed(nil), g.blocks...)
		for i := range g.blocks {
			if g.blocks[i].file != nil && g.blocks[i].file.key == e.key {
				g.blocks[i].file = e
			}
		}
		c.replace(p.group, &g)
	}
}

func (c *change) replace(i int32, g *group) {
	switch {
	case int(i) < len(c.groups):
		c.set(int(i), g)
	case g == nil:
		c.open.live = 0
	default:
		c.open = *g
	}
}

// add appends a block to the open group and seals it when it is full.
func (c *change) add(b placed, sig *signature) place {
	at := place{int32(len(c.groups)), uint8(len(c.open.blocks))}
	c.open.blocks = append(c.open.blocks, b)
	c.open.sigs = append(c.open.sigs, sig)
	c.open.live |= 1 << at.bit
	if len(c.open.blocks) == groupBlocks {
		var sealed *group
		if c.open.live != 0 {
			sealed = c.x.seal(&c.open)
		}
		c.groups = append(c.groups, sealed)
		c.open = group{}
	}
	return at
}

// seal returns the full group g, sliced. x.mu is held.
func (x *Index) seal(g *group) *group {
	if x.rows == nil {
		x.rows = make([]byte, rowsSize)
	}
	g.slice(x.rows)
	sealed := &group{blocks: g.blocks, live: g.live}
	x.shelf.put(sealed, x.rows)
	return sealed
}

// drop takes blocks out.
func (c *change) drop(places []place) {
	for i := len(places) - 1; i >= 0; i-- {
		p := places[i]
		if int(p.group) == len(c.groups) && int(p.bit) == len(c.open.blocks)-1 {
			c.open.pop() // the usual case: the end of the session that is being written
			continue
		}
		c.replace(p.group, c.group(p.group).without(p.bit))
		if int(p.group) < len(c.groups) {
			c.x.dead++
		}
	}
}

// repack moves the blocks that are left in nearly empty groups to the open
// one, so that a live session that grows for days costs no more than its text.
func (c *change) repack() {
	if c.x.dead < groupBlocks {
		return
	}
	c.x.dead = 0
	for i := range c.groups {
		g := c.groups[i]
		if g == nil || g.count() > groupBlocks/4 {
			continue
		}
		rows, ok := g.load(nil)
		if !ok {
			continue
		}
		for live := g.live; live != 0; live &= live - 1 {
			bit := uint8(bits.TrailingZeros64(live))
			b := g.blocks[bit]
			to := c.add(b, signatureOf(rows, bit))
			for j, p := range b.file.places {
				if p == (place{int32(i), bit}) {
					b.file.places[j] = to
				}
			}
		}
		c.set(i, nil)
	}
	c.trim()
}

// trim forgets empty groups at the end.
func (c *change) trim() {
	if len(c.open.blocks) > 0 {
		return
	}
	for n := len(c.groups); n > 0 && c.groups[n-1] == nil; n-- {
		c.groups = c.groups[: n-1 : n-1] // what is appended then must not be where others look
	}
}
