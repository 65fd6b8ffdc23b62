package thread

import "dendro/backend/transcript"

// file is an index with what pairing calls and results needs.
type file struct {
	x       *Index
	uses    map[uint64]int32     // record of a call, by the hash of its id: the first
	results map[uint64][]int32   // records of its results
	owners  map[int32]*sidechain // inline sidechain by record
	side    *sidechain           // of an agent's file
}

// result returns the first result of a call.
func (f *file) result(tool uint64) (first result, ok bool) {
	if all := f.results[tool]; len(all) > 0 {
		return f.resultIn(all[0], tool), true
	}
	return result{}, false
}

// resultIn returns the result of a call that stands in a record.
func (f *file) resultIn(at int32, tool uint64) result {
	for _, b := range f.x.blocksOf(at) {
		if b.tool == tool && b.kind != transcript.BlockToolUse {
			return result{x: f.x, at: at, index: b.index, flags: b.flags}
		}
	}
	return result{x: f.x, at: at} // cannot be: the index does not change below a session
}

type result struct {
	x     *Index
	at    int32
	index uint32
	flags blockFlags
}

// newFile pairs the calls and the results of an index.
func newFile(x *Index) *file {
	f := &file{x: x, uses: map[uint64]int32{}, results: map[uint64][]int32{}, owners: map[int32]*sidechain{}}
	for i := range x.recs {
		at := int32(i)
		for _, b := range x.blocksOf(at) {
			if b.tool == 0 {
				continue
			}
			if b.kind != transcript.BlockToolUse {
				if all := f.results[b.tool]; len(all) == 0 || all[len(all)-1] != at {
					f.results[b.tool] = append(all, at)
				}
			} else if _, again := f.uses[b.tool]; !again {
				f.uses[b.tool] = at
			}
		}
	}
	return f
}
