package thread

import "dendro/backend/transcript"

// file is an index with what pairing calls and results needs.
type file struct {
	x       *Index
	uses    map[uint64]int32   // record of a call, by the hash of its id: the first
	results map[uint64]int32   // record of its first result
	more    map[uint64][]int32 // records of the others
	owners  []*sidechain       // inline sidechain by record; nil where there is none at all
	side    *sidechain         // of an agent's file
}

// owner returns the inline sidechain that holds a record, nil for none.
func (f *file) owner(at int32) *sidechain {
	if f.owners == nil {
		return nil
	}
	return f.owners[at]
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
	f := &file{x: x, uses: map[uint64]int32{}, results: map[uint64]int32{}, more: map[uint64][]int32{}}
	for i := range x.recs {
		at := int32(i)
		for _, b := range x.blocksOf(at) {
			if b.tool == 0 {
				continue
			}
			seen := f.results
			if b.kind == transcript.BlockToolUse {
				seen = f.uses
			}
			if first, again := seen[b.tool]; !again {
				seen[b.tool] = at
			} else if b.kind != transcript.BlockToolUse && first != at {
				f.more[b.tool] = append(f.more[b.tool], at)
			}
		}
	}
	return f
}
