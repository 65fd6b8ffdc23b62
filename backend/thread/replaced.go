package thread

import (
	"maps"

	"dendro/backend/transcript"
)

// replaced names the blocks that a thread shows in place of earlier ones: those of a later
// snapshot of the response, or of a call that was written again, under other uuids.
type replaced struct {
	origins map[blockKey]blockKey // of every block of a row with several: the first one
	newest  map[blockKey]blockKey // by origin: the block that is shown
}

func (r *replaced) add(old, by blockKey) {
	if r.origins == nil {
		r.origins, r.newest = map[blockKey]blockKey{}, map[blockKey]blockKey{}
	}
	origin, ok := r.origins[old]
	if !ok {
		origin = old
		r.origins[old] = origin
	}
	r.origins[by], r.newest[origin] = origin, by
}

// placeOf returns the block that an item of the thread's own file shows.
func (t *Thread) placeOf(it *Item) blockKey { return blockKey{it.Record, t.x.blocks[it.block].index} }

// replacement returns the block that is shown in place of a record's block. If that block
// has none, it is that of the record's first one.
func (t *Thread) replacement(id transcript.ID, block int) (now blockKey, ok bool) {
	first := noIndex
	for old, origin := range t.replaced.origins {
		if t.x.node(old.at).ID != id {
			continue
		}
		if int(old.index) == block {
			return t.replaced.newest[origin], true
		}
		if old.index < first {
			now, ok, first = t.replaced.newest[origin], true, old.index
		}
	}
	return now, ok
}

// replacedRows adds the rows of wanted records that others replaced to rows.
func (t *Thread) replacedRows(wanted map[transcript.ID]bool, rows map[transcript.ID]int) {
	if len(t.replaced.origins) == 0 {
		return
	}
	shown := map[blockKey]int{}
	for i := range t.items {
		if it := &t.items[i]; it.in.x == t.x && it.Record >= 0 && it.block != noBlock {
			shown[t.placeOf(it)] = i
		}
	}
	missing := map[transcript.ID]int{}
	for old, origin := range t.replaced.origins {
		id := t.x.node(old.at).ID
		if _, known := rows[id]; known || !wanted[id] {
			continue
		}
		row, ok := shown[t.replaced.newest[origin]]
		if before, known := missing[id]; ok && (!known || row < before) {
			missing[id] = row
		}
	}
	maps.Copy(rows, missing)
}
