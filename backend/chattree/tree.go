package chattree

import "dendro/backend/transcript"

// tree is the links of one file walked from the roots: children after their
// parents. Node len(nodes) stands for what is above all roots.
type tree struct {
	order   []int32 // nodes from the roots down, siblings in file order
	in, out []int32 // the subtree of i is order[in[i]:out[i]]
	prompts []int32 // human prompts among order[:k]
	above   []int32 // nearest ancestor that is no skipped record, or the top
	command []int32 // first command between that one and the record
	last    []int32 // last user or assistant record of the subtree, by place in the file
	child   []int32 // first child
	next    []int32 // next sibling
	lastKid []int32
}

// build walks the links of g. Sidechains are left out.
func (t *tree) build(g *graph) {
	n := len(g.link)
	top := int32(n)
	t.order = resize(t.order, n+1)[:0]
	t.in, t.out = resize(t.in, n+1), resize(t.out, n+1)
	t.above, t.command = resize(t.above, n+1), resize(t.command, n+1)
	t.last = resize(t.last, n+1)
	t.child, t.next, t.lastKid = resize(t.child, n+1), resize(t.next, n+1), resize(t.lastKid, n+1)
	t.prompts = resize(t.prompts, n+2)
	for i := range n + 1 {
		t.child[i], t.next[i], t.lastKid[i], t.in[i], t.out[i] = none, none, none, none, none
	}
	for i := range n {
		if !g.main(int32(i)) {
			continue
		}
		p := g.link[i]
		if p == none {
			p = top
		}
		if t.lastKid[p] == none {
			t.child[p] = int32(i)
		} else {
			t.next[t.lastKid[p]] = int32(i)
		}
		t.lastKid[p] = int32(i)
	}
	t.walk(g, top)
}

// walk goes down from the top without recursion: chains are long.
func (t *tree) walk(g *graph, top int32) {
	nodes := g.s.Nodes
	t.above[top], t.command[top] = top, none
	t.prompts[0] = 0
	for at := top; ; {
		k := int32(len(t.order))
		t.order = append(t.order, at)
		t.in[at] = k
		t.prompts[k+1] = t.prompts[k]
		t.last[at] = none
		if at != top {
			if nodes[at].Flags.Has(transcript.FlagPrompt) {
				t.prompts[k+1]++
			}
			if nodes[at].Flags.Has(transcript.FlagTurn) {
				t.last[at] = at
			}
			p := g.link[at]
			if p == none {
				p = top
			}
			t.above[at], t.command[at] = p, none
			if p != top && skipped(nodes[p].Flags) {
				t.above[at], t.command[at] = t.above[p], t.command[p]
				if t.command[p] == none && nodes[p].Flags.Has(transcript.FlagCommand) {
					t.command[at] = p
				}
			}
		}
		if t.child[at] != none {
			at = t.child[at]
			continue
		}
		for {
			t.out[at] = int32(len(t.order))
			if at == top {
				return
			}
			p := g.link[at]
			if p == none {
				p = top
			}
			t.last[p] = max(t.last[p], t.last[at])
			if t.next[at] != none {
				at = t.next[at]
				break
			}
			at = p
		}
	}
}

// under reports whether i is in the subtree of root.
func (t *tree) under(i, root int32) bool {
	return t.in[i] >= t.in[root] && t.in[i] < t.out[root] && t.in[i] != none
}

// promptsUnder returns how many human prompts the subtree of i holds.
func (t *tree) promptsUnder(i int32) int32 { return t.prompts[t.out[i]] - t.prompts[t.in[i]] }
