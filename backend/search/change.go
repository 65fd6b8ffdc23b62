package search

import (
	"bytes"
	"slices"
)

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
			if c.group(p.group).blocks[p.at].offset == f.blocks[0].offset {
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
	if len(f.blocks) == 1 && f.grown == nil && f.blocks[0].text < smallText && f.blocks[0].length < smallRaw {
		e.places = []place{c.addSmall(placed{block: f.blocks[0], file: e}, f.sigs[0])}
		return true
	}
	for i := range f.blocks {
		e.places = append(e.places, c.add(f.sigs[i], placed{block: f.blocks[i], file: e})...)
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
	if int(i) < len(c.groups) {
		c.set(int(i), g)
	} else {
		c.open = *g
	}
}

const (
	// smallText is how much text a file has at most for its block to share a slot with
	// others: a signature of its own would be larger than the file.
	smallText = 2 << 10
	// smallRaw is how long the block is then at most: a file that grows is read anew as
	// long as it shares a slot.
	smallRaw = 64 << 10
	// mostSharing is how many blocks a slot has at most, so that no group has too many.
	mostSharing = 32
)

// addSmall lets the only block of a small file share the last slot, or a new one.
func (c *change) addSmall(b placed, sig *signature) place {
	g := &c.open
	if !g.shared || g.sharedText+b.text > fullText {
		at := c.add(sig, b)[0]
		c.open.shared = c.open.sigs != nil // else it is sealed
		c.open.sharedText = b.text
		return at
	}
	last := len(g.sigs) - 1
	b.slot = uint8(last)
	at := place{int32(len(c.groups)), uint16(len(g.blocks))}
	g.blocks = append(g.blocks, b)
	g.left++
	g.sigs = slices.Clone(g.sigs) // others look at those there are
	g.sigs[last] = g.sigs[last].and(sig)
	g.sharedText += b.text
	g.shared = g.sigs[last].ones() < fullOnes && (len(g.blocks) < mostSharing || g.blocks[len(g.blocks)-mostSharing].slot != b.slot)
	return at
}

// add appends a slot with its blocks to the open group, and seals it when it is full.
func (c *change) add(sig *signature, blocks ...placed) []place {
	places := make([]place, len(blocks))
	for i, b := range blocks {
		b.slot = uint8(len(c.open.sigs))
		places[i] = place{int32(len(c.groups)), uint16(len(c.open.blocks))}
		c.open.blocks = append(c.open.blocks, b)
	}
	c.open.left += len(blocks)
	c.open.sigs = append(c.open.sigs, sig)
	c.open.shared = false
	if len(c.open.sigs) == groupSlots {
		var sealed *group
		if c.open.left > 0 {
			sealed = c.x.seal(&c.open)
		}
		c.groups = append(c.groups, sealed)
		c.open = group{}
	}
	return places
}

// seal returns the full group g, sliced. x.mu is held.
func (x *Index) seal(g *group) *group {
	rows := make([]byte, rowsSize)
	g.slice(rows)
	sealed := &group{blocks: g.blocks, left: g.left}
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

// drop takes blocks out.
func (c *change) drop(places []place) {
	for len(places) > 0 {
		last := len(places) - 1
		p := places[last]
		g := c.group(p.group)
		if !g.sealed() && int(p.at) == len(g.blocks)-1 && g.alone(p.at) {
			c.open.pop() // the usual case: the end of the session that is being written
			places = places[:last]
			continue
		}
		first := last
		for first > 0 && places[first-1].group == p.group {
			first--
		}
		if g.sealed() {
			c.x.dead += len(places) - first
		}
		c.replace(p.group, g.without(places[first:]))
		places = places[:first]
	}
}

// repack moves the blocks that are left in nearly empty groups to the open
// one, so that a live session that grows for days costs no more than its text.
func (c *change) repack() {
	if c.x.dead < groupSlots {
		return
	}
	c.x.dead = 0
	for i := range c.groups {
		g := c.groups[i]
		if g == nil || g.slots() > groupSlots/4 {
			continue
		}
		if rows := g.load(); rows != nil {
			c.move(int32(i), g, rows)
			c.set(i, nil)
		}
	}
	c.trim()
}

// move adds the blocks of g that count, slot by slot, to the open group.
func (c *change) move(number int32, g *group, rows []byte) {
	for at := 0; at < len(g.blocks); {
		slot := g.blocks[at].slot
		var blocks []placed
		var from []place
		for ; at < len(g.blocks) && g.blocks[at].slot == slot; at++ {
			if b := g.blocks[at]; b.file != nil {
				blocks, from = append(blocks, b), append(from, place{number, uint16(at)})
			}
		}
		if len(blocks) == 0 {
			continue
		}
		for i, to := range c.add(signatureOf(rows, slot), blocks...) {
			places := blocks[i].file.places
			places[slices.Index(places, from[i])] = to
		}
	}
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
