package thread

import (
	"sync"

	"dendro/backend/lineage"
	"dendro/backend/transcript"
)

// file is an index with its calls matched with their results.
type file struct {
	x       *Index
	calls   []transcript.PairedCall
	of      []int32             // by block of the index: its call number, or one of the values below
	orphans []transcript.Answer // results without a call in this file
	prompts map[int32]uint64    // hash of the text that a call sends to an agent
	byID    map[uint64][]int32  // calls of the main conversation by the hash of their id; built on first use
	known   sync.Once           // builds byID: pages are read concurrently
	owners  map[int32]*sidechain
	side    *sidechain // of an agent's file
}

// Values of file.of for blocks without a call in the file.
const (
	noCall    int32 = -1
	otherCall int32 = -2 // a result of a call in another file
)

// callKey identifies a call; ids of calls do not.
type callKey struct {
	x    *Index
	call int32
}

type result struct {
	x     *Index
	at    int32
	block uint32 // of the index
}

func newFile(x *Index) *file {
	return &file{x: x, prompts: map[int32]uint64{}, owners: map[int32]*sidechain{}}
}

// pair matches calls with results. links are those of a session's own file, nil for an
// agent's.
func (f *file) pair(links *lineage.Links) {
	x := f.x
	p := transcript.Pairing{}
	if links != nil {
		var ways *lineage.Ways
		p.SameBranch = func(a, b int32) bool {
			if ways == nil {
				ways = links.Ways()
			}
			return ways.Opener[a] == ways.Opener[b]
		}
	}
	f.of = make([]int32, len(x.blocks))
	for i := range f.of {
		f.of[i] = noCall
	}
	turn := int32(0)
	for i := range x.recs {
		at := int32(i)
		if n := x.node(at); n.Flags.Has(transcript.FlagUser) && !n.Flags.Has(transcript.FlagToolResult) {
			turn++
		}
		if links != nil && links.Repeat(at) {
			f.repeat(at, links.Original(at))
			continue
		}
		f.add(&p, links, at, turn)
	}
	f.orphans = p.Settle()
	f.calls = p.Calls
	for i := range f.calls {
		c := &f.calls[i]
		if c.First.Record >= 0 {
			f.of[c.First.Block] = int32(i)
		}
		for _, a := range c.More {
			f.of[a.Block] = int32(i)
		}
	}
}

// add adds the calls and results of a record.
func (f *file) add(p *transcript.Pairing, links *lineage.Links, at, turn int32) {
	x, r := f.x, &f.x.recs[at]
	scope := int32(0)
	if side := f.owners[at]; side != nil {
		scope = side.scope
	}
	for k, b := range x.blocksOf(at) {
		n := int32(r.block) + int32(k)
		switch b.kind {
		case transcript.BlockToolUse:
			c := transcript.CallSite{
				Scope: scope, Record: at, Block: n, Turn: turn, Said: b.said, ID: b.tool, Time: x.node(at).Time, Message: x.node(at).Message,
			}
			if r.message >= 0 {
				c.Place = placeOf(r.message, b.ordinal) + 1
			}
			f.of[n], _ = p.Call(c)
			if len(x.claims.calls) > 0 {
				if prompt := x.claims.calls[blockKey{at, b.index}].prompt; prompt != 0 {
					f.prompts[f.of[n]] = prompt
				}
			}
		case transcript.BlockToolResult:
			named := x.caller(at)
			if links != nil && named >= 0 {
				named = links.Original(named)
			}
			p.Result(transcript.ResultSite{Scope: scope, Record: at, Block: n, Named: named, ID: b.tool})
		}
	}
}

// repeat assigns the calls of a record that repeats another one to that one's calls.
func (f *file) repeat(at, original int32) {
	first := f.x.blocksOf(original)
	for k, b := range f.x.blocksOf(at) {
		if b.kind == transcript.BlockToolUse && k < len(first) && first[k].kind == b.kind && first[k].tool == b.tool {
			f.of[f.x.recs[at].block+uint32(k)] = f.of[f.x.recs[original].block+uint32(k)]
		}
	}
}

// caller returns the assistant record whose call a result answers according to the result
// itself: sourceToolAssistantUUID, else its nearest ancestor that is not structure such as
// a hook. It returns -1 if the result names none.
func (x *Index) caller(at int32) int32 {
	if named := x.recs[at].caller; named >= 0 {
		return named
	}
	for range 8 {
		if at = x.find(x.node(at).Parent); at < 0 {
			break
		}
		if x.has(at, transcript.FlagAssistant) {
			return at
		}
		if x.has(at, transcript.FlagUser) {
			break
		}
	}
	return -1
}

// callsWith returns the calls of the main conversation with this id, in file order.
func (f *file) callsWith(id uint64) []int32 {
	f.known.Do(func() {
		f.byID = make(map[uint64][]int32, len(f.calls))
		for i := range f.calls {
			if c := &f.calls[i]; c.Scope == 0 && c.ID != 0 {
				f.byID[c.ID] = append(f.byID[c.ID], int32(i))
			}
		}
	})
	return f.byID[id]
}

// blockOf returns the block of a call.
func (f *file) blockOf(call int32) *block { return &f.x.blocks[f.calls[call].Block] }

// pairAcross matches results without a call with calls in other files, if both are the only
// ones with their id.
func (s *Session) pairAcross() {
	const several = noCall
	results := map[uint64]result{}
	for _, f := range s.files {
		for _, a := range f.orphans {
			if id := f.x.blocks[a.Block].tool; id != 0 {
				_, again := results[id]
				res := result{f.x, a.Record, uint32(a.Block)}
				if again {
					res.at = several
				}
				results[id] = res
			}
		}
	}
	if len(results) == 0 {
		return
	}
	calls := map[uint64]callKey{}
	for _, f := range s.files {
		for i := range f.calls {
			if res, ok := results[f.calls[i].ID]; ok && res.at != several && f.calls[i].First.Record < 0 {
				key := callKey{f.x, int32(i)}
				if _, again := calls[f.calls[i].ID]; again {
					key.call = several
				}
				calls[f.calls[i].ID] = key
			}
		}
	}
	for id, key := range calls {
		if res := results[id]; key.call != several && key.x != res.x {
			s.elsewhere[key] = res
			s.byIndex[res.x].of[res.block] = otherCall
		}
	}
}

// results calls yield with the results of a call in order until it returns false.
func (s *Session) results(key callKey, yield func(result) bool) {
	c := &s.byIndex[key.x].calls[key.call]
	if c.First.Record < 0 {
		if res, ok := s.elsewhere[key]; ok {
			yield(res)
		}
		return
	}
	if !yield(result{key.x, c.First.Record, uint32(c.First.Block)}) {
		return
	}
	for _, a := range c.More {
		if !yield(result{key.x, a.Record, uint32(a.Block)}) {
			return
		}
	}
}

// result returns the result to show on a call's row: the first one on the branch, else the
// first.
func (s *Session) result(key callKey, onBranch func(int32) bool) (found result, ok bool) {
	s.results(key, func(r result) bool {
		if !ok {
			found, ok = r, true
		}
		if onBranch == nil || r.x != key.x || len(s.byIndex[key.x].calls[key.call].More) == 0 {
			return false
		}
		if onBranch(r.at) {
			found = r
			return false
		}
		return true
	})
	return found, ok
}
