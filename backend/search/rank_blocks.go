package search

import (
	"cmp"
	"runtime"
	"slices"
	"sync"

	"dendro/backend/internal/best"
	"dendro/backend/search/fold"
)

// needleIn is a word to look for in blocks.
type needleIn struct {
	term int
	text []byte
	need fold.Needle
	plan plan
	idf  float64
}

// blockAt is a block with the needles that it may contain.
type blockAt struct {
	*placed
	has uint64 // by needle
	sum float64
}

// needles returns the rarest words.
func (r *ranking) needles() (list []needleIn) {
	for i := range r.terms {
		t := &r.terms[i]
		if len(t.needle) < 2 {
			continue
		}
		list = append(list, needleIn{term: i, text: t.needle, need: fold.NewNeedle(string(t.needle)), plan: planText(t.needle), idf: t.weight * t.idf})
	}
	slices.SortStableFunc(list, func(a, b needleIn) int { return cmp.Compare(b.idf, a.idf) })
	return list[:min(len(list), mostNeedles)]
}

// masks returns, for each group, the slots that may contain each needle.
func (r *ranking) masks(needles []needleIn) [][mostNeedles]uint64 {
	groups := r.snap.groups
	masks := make([][mostNeedles]uint64, len(groups))
	var next sync.Mutex
	at := 0
	var work sync.WaitGroup
	for range max(1, runtime.GOMAXPROCS(0)) {
		work.Go(func() {
			for r.ctx.Err() == nil {
				next.Lock()
				from := at
				at += 32
				next.Unlock()
				if from >= len(groups) {
					return
				}
				for g := from; g < min(from+32, len(groups)); g++ {
					for i := range needles {
						masks[g][i] = needles[i].plan.mask(groups[g])
					}
				}
			}
		})
	}
	work.Wait()
	return masks
}

// held returns a block with the needles that it may contain.
func held(b *placed, mask *[mostNeedles]uint64, needles []needleIn) blockAt {
	at := blockAt{placed: b}
	for i := range needles {
		if mask[i]>>b.slot&1 == 1 {
			at.has |= 1 << i
			at.sum += needles[i].idf
		}
	}
	return at
}

// bestBlocks returns the blocks that may contain the most.
func (r *ranking) bestBlocks(needles []needleIn, masks [][mostNeedles]uint64) []blockAt {
	// A block with only the commonest words is no useful result.
	least := 0.0
	for i := range needles {
		least += needles[i].idf
	}
	least /= 2
	top := best.List[blockAt]{Limit: r.limits.blocks, Compare: func(a, b blockAt) int {
		return cmp.Or(cmp.Compare(b.sum, a.sum), cmp.Compare(b.max, a.max), cmp.Compare(a.file.key, b.file.key), cmp.Compare(a.offset, b.offset))
	}}
	for g, group := range r.snap.groups {
		mask := &masks[g]
		any := uint64(0)
		for i := range needles {
			any |= mask[i]
		}
		if any == 0 {
			continue
		}
		for i := range group.blocks {
			b := &group.blocks[i]
			if b.file == nil || b.moved || any>>b.slot&1 == 0 || b.kinds&r.cond.want == 0 {
				continue
			}
			if at := held(b, mask, needles); at.sum >= least && top.Admits(at) {
				if info := r.opt.Catalog.File(b.file.key); info != nil && r.allowsFile(info) {
					top.Add(at)
				}
			}
		}
	}
	return top.Items
}

// blocksOf returns the blocks of a turn that may contain the most.
func (r *ranking) blocksOf(doc int32, needles []needleIn, masks [][mostNeedles]uint64) []blockAt {
	top := best.List[blockAt]{Limit: r.limits.ofTurn, Compare: func(a, b blockAt) int {
		return cmp.Or(cmp.Compare(b.sum, a.sum), cmp.Compare(a.offset, b.offset), cmp.Compare(a.file.key, b.file.key))
	}}
	for _, u := range r.docs.unitsOf(doc) {
		p := &r.docs.pieces[u.piece]
		if !r.allowsFile(p.info) {
			continue
		}
		from, to := r.docs.span(u)
		for _, b := range r.docs.blocks(p.info.Key) {
			if b.offset >= to || b.offset+int64(b.length) <= from {
				continue
			}
			at := held(b.placed, &masks[b.group], needles)
			if slices.ContainsFunc(top.Items, func(t blockAt) bool { return t.placed == at.placed }) {
				continue
			}
			if top.Admits(at) {
				top.Add(at)
			}
		}
	}
	return top.Items
}
