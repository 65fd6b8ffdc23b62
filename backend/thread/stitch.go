package thread

import (
	"slices"

	"dendro/backend/transcript"
)

// branch returns the records that are shown from the first to tip: the chain,
// and beside it what no person branched off to: parallel calls, lagging
// results, hooks, errors, retries.
func (g *graph) branch(tip int32) []int32 {
	chain := g.chain(tip)
	if len(chain) == 0 {
		return nil
	}
	s := stitcher{g: g, tip: tip, anchor: make([]int32, len(g.x.recs))}
	for i := range s.anchor {
		s.anchor[i] = -1
	}
	for k, i := range chain {
		s.anchor[i] = int32(k)
	}
	s.ahead = s.lookAhead(chain)
	s.siblings(chain)
	for k, i := range chain {
		s.beside(i, int32(k))
	}
	for done := 0; done < len(s.extra); { // what hangs on those is shown too
		i := s.extra[done]
		done++
		s.beside(i, s.anchor[i])
	}
	s.deadEnds(chain)
	return s.merge(chain)
}

type stitcher struct {
	g      *graph
	tip    int32
	anchor []int32 // by record: index of the chain's record it stands behind, -1: not shown
	ahead  []ahead // by index of the chain: what follows
	extra  []int32 // shown records beside the chain
	stack  []below
}

// ahead says how a conversation goes on behind a record, structure left out.
type ahead struct {
	any     bool // it goes on
	prompt  bool // with a human prompt
	command bool // with a command that was answered
	prompts bool // with a prompt, now or later
}

// spoken reports whether a record is part of a conversation: all else is structure, which stands between turns.
func (r *record) spoken() bool {
	return r.class() == transcript.ClassPrompt || r.class() == transcript.ClassToolResult || r.kind() == transcript.KindAssistant
}

func (s *stitcher) lookAhead(chain []int32) []ahead {
	list := make([]ahead, len(chain))
	var a ahead
	for k := len(chain) - 1; k >= 0; k-- {
		list[k] = a
		switch r := &s.g.x.recs[chain[k]]; {
		case r.spoken():
			p := r.class() == transcript.ClassPrompt
			a = ahead{any: true, prompt: p, prompts: a.prompts || p}
		case r.opensTurn() && a.any:
			a.command = true
		}
	}
	return list
}

// siblings adds the records of a response whose other records stand on the
// chain: parallel calls, each followed by its own result, fork the links.
func (s *stitcher) siblings(chain []int32) {
	x := s.g.x
	on := make([]int32, len(x.messages)) // index of the chain's last record of it, from 1
	for k, i := range chain {
		if m := x.recs[i].message; m >= 0 {
			on[m] = int32(k) + 1
		}
	}
	for i := range x.recs {
		r := &x.recs[i]
		if int32(i) >= s.tip {
			break
		}
		if r.message < 0 || s.anchor[i] >= 0 || r.flags&recSidechain != 0 {
			continue
		}
		if k := on[r.message]; k > 0 && !s.twin(int32(i)) {
			s.show(int32(i), s.anchorAbove(int32(i), k-1))
		}
	}
}

// anchorAbove returns the index of the chain's record that i hangs below, or
// k where none is near.
func (s *stitcher) anchorAbove(i, k int32) int32 {
	for range 64 {
		if i = s.g.x.recs[i].parent; i < 0 {
			break
		}
		if a := s.anchor[i]; a >= 0 {
			return a
		}
	}
	return k
}

func (s *stitcher) show(i, k int32) {
	s.anchor[i] = k
	s.extra = append(s.extra, i)
}

// beside adds what hangs on the shown record i and is no branch of its own.
func (s *stitcher) beside(i, k int32) {
	for c := s.g.first[i]; c >= 0; c = s.g.next[c] {
		if s.anchor[c] < 0 && s.g.x.recs[c].flags&recSidechain == 0 && !s.twin(c) {
			s.subtree(c, k)
		}
	}
}

// twin reports whether the record i repeats one that is shown: a host that
// compacts may write old messages again under new uuids, with their old links
// and times. The first copy stays, or the one that the chain goes through.
func (s *stitcher) twin(i int32) bool {
	x := s.g.x
	r := &x.recs[i]
	if r.parent < 0 || r.time == (wide{}) || !r.kind().Turn() {
		return false
	}
	n := 0
	for c := s.g.first[r.parent]; c >= 0 && n < maxSiblings; c = s.g.next[c] {
		n++
		o := &x.recs[c]
		if c == i || s.anchor[c] < 0 || o.time != r.time || o.what != r.what {
			continue
		}
		if (r.message < 0) != (o.message < 0) || r.message >= 0 && x.messages[r.message].hash != x.messages[o.message].hash {
			continue
		}
		if a, b := x.blocksOf(i), x.blocksOf(c); len(a) == len(b) && (len(a) == 0 || a[0].like(&b[0])) {
			return true
		}
	}
	return false
}

// maxSiblings bounds the search for a twin where thousands of records hang on
// one.
const maxSiblings = 256

// deadEnds shows the compactions that a chain passes by: some hosts write old
// records again behind the summary and go on from those.
func (s *stitcher) deadEnds(chain []int32) {
	for i := range s.g.x.bounds {
		at := s.g.x.bounds[i].at
		if s.anchor[at] >= 0 || s.g.x.recs[at].parent != noParent {
			continue
		}
		up := s.g.up(at)
		if up < 0 || s.anchor[up] < 0 || int(s.anchor[up]) == len(chain)-1 {
			continue
		}
		s.subtree(at, s.anchor[up])
	}
}

// below is a record of a subtree on the stack of the walk.
type below struct {
	at     int32
	opened bool // something was said above it in the subtree
	typed  bool // a command stands above it
}

// subtree adds c and all below it unless a person branched off there.
func (s *stitcher) subtree(c, k int32) {
	x := s.g.x
	var list []int32
	var a ahead // of the subtree
	var turn, late, boundary bool
	s.stack = append(s.stack[:0], below{at: c})
	for len(s.stack) > 0 {
		b := s.stack[len(s.stack)-1]
		s.stack = s.stack[:len(s.stack)-1]
		r := &x.recs[b.at]
		if s.anchor[b.at] >= 0 || r.flags&recSidechain != 0 {
			continue
		}
		s.anchor[b.at] = k // also guards against cycles
		list = append(list, b.at)
		boundary = boundary || r.flags&recBoundary != 0 && b.at != c
		if r.isTurn() && r.class() != transcript.ClassCompactSummary {
			turn = true
			late = late || b.at > s.tip
		}
		switch {
		case r.spoken():
			p := r.class() == transcript.ClassPrompt
			if !b.opened {
				a.prompt = a.prompt || p
				a.command = a.command || b.typed
			}
			a.prompts = a.prompts || p
			b.opened = true
		case r.opensTurn():
			b.typed = true
		}
		for n := s.g.first[b.at]; n >= 0; n = s.g.next[n] {
			s.stack = append(s.stack, below{at: n, opened: b.opened, typed: b.typed})
		}
	}
	if turn && (boundary || late || !s.ahead[k].any || apart(s.ahead[k], a)) || boundary {
		for _, i := range list {
			s.anchor[i] = -1
		}
		return
	}
	s.extra = append(s.extra, list...)
}

// apart reports whether two ways to go on from one place are branches: a
// person went back and asked again. Two prompts are, and a prompt or command
// beside a conversation that has prompts of its own. All else is one
// conversation, written down by several hands.
func apart(a, b ahead) bool {
	return a.prompt && (b.prompts || b.command) || b.prompt && (a.prompts || a.command) || a.command && b.command
}

// merge puts the shown records beside the chain where they stand in the file,
// but never before what they hang on.
func (s *stitcher) merge(chain []int32) []int32 {
	if len(s.extra) == 0 {
		return chain
	}
	slices.Sort(s.extra)
	s.extra = slices.Compact(s.extra)
	highest := make([]int32, len(chain)) // of the chain up to here
	top := int32(-1)
	for k, i := range chain {
		top = max(top, i)
		highest[k] = top
	}
	behind := make([][]int32, len(chain))
	for _, i := range s.extra {
		k, _ := slices.BinarySearch(highest, i)
		k = max(k-1, int(s.anchor[i]))
		behind[k] = append(behind[k], i)
	}
	out := make([]int32, 0, len(chain)+len(s.extra))
	for k, i := range chain {
		out = append(out, i)
		out = append(out, behind[k]...)
	}
	return out
}
