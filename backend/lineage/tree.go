package lineage

import "dendro/backend/transcript"

// tree is the links of one file walked from the roots: children after their
// parents. Node len(nodes) stands for what is above all roots. Sidechains and
// repeats are left out.
type tree struct {
	*Links
	order   []int32 // nodes from the roots down, siblings in file order
	in, out []int32 // the subtree of i is order[in[i]:out[i]]
	prompts []int32 // human prompts among order[:k]
	above   []int32 // nearest ancestor that is no structure, or the top
	command []int32 // first command between that one and the record
	last    []int32 // user or assistant record of the subtree that is read last
	rank    []int32 // by record, when it is read
	child   []int32 // first child
	next    []int32 // next sibling
}

func newTree(l *Links) *tree {
	n := len(l.Up)
	top := int32(n)
	t := &tree{Links: l, order: make([]int32, 0, n+1), prompts: make([]int32, n+2), rank: l.ranks()}
	lastKid := make([]int32, n+1)
	for _, list := range []*[]int32{&t.in, &t.out, &t.above, &t.command, &t.last, &t.child, &t.next} {
		*list = make([]int32, n+1)
	}
	for i := range n + 1 {
		t.child[i], t.next[i], lastKid[i], t.in[i], t.out[i] = None, None, None, None, None
	}
	for i := range n {
		at := int32(i)
		if !l.Main(at) || l.Repeat(at) {
			continue
		}
		p := t.parent(at)
		if lastKid[p] == None {
			t.child[p] = at
		} else {
			t.next[lastKid[p]] = at
		}
		lastKid[p] = at
	}
	t.walk(top)
	return t
}

// later returns which of two records is read later; None comes before all.
func (t *tree) later(a, b int32) int32 {
	if b == None || a != None && t.rank[a] > t.rank[b] {
		return a
	}
	return b
}

// parent returns what i goes on from, the top for a root.
func (t *tree) parent(i int32) int32 {
	if p := t.Up[i]; p != None {
		return p
	}
	return int32(len(t.Up))
}

// walk goes down from the top without recursion: chains are long.
func (t *tree) walk(top int32) {
	t.above[top], t.command[top] = top, None
	for at := top; ; {
		t.enter(at, top)
		if t.child[at] != None {
			at = t.child[at]
			continue
		}
		for {
			t.out[at] = int32(len(t.order))
			if at == top {
				return
			}
			p := t.parent(at)
			t.last[p] = t.later(t.last[p], t.last[at])
			if t.next[at] != None {
				at = t.next[at]
				break
			}
			at = p
		}
	}
}

func (t *tree) enter(at, top int32) {
	k := int32(len(t.order))
	t.order = append(t.order, at)
	t.in[at] = k
	t.prompts[k+1] = t.prompts[k]
	t.last[at] = None
	if at == top {
		return
	}
	if t.has(at, transcript.FlagPrompt) {
		t.prompts[k+1]++
	}
	if t.has(at, transcript.FlagTurn) {
		t.last[at] = at
	}
	p := t.parent(at)
	t.above[at], t.command[at] = p, None
	if p != top && Structure(t.Facts.Nodes[p].Flags) {
		t.above[at], t.command[at] = t.above[p], t.command[p]
		if t.command[p] == None && t.has(p, transcript.FlagCommand) {
			t.command[at] = p
		}
	}
}

// under reports whether i is in the subtree of root.
func (t *tree) under(i, root int32) bool {
	return t.in[i] >= t.in[root] && t.in[i] < t.out[root] && t.in[i] != None
}

// promptsUnder returns how many human prompts the subtree of i holds.
func (t *tree) promptsUnder(i int32) int32 { return t.prompts[t.out[i]] - t.prompts[t.in[i]] }
