package chattree

import (
	"dendro/backend/transcript"
)

// none is no node.
const none int32 = -1

// graph is what one file says about itself: its records and how they follow
// each other. It depends on the summary alone and is kept as long as that is.
type graph struct {
	id string
	s  *transcript.Summary
	// link is the record that each main record goes on from; none for the
	// first, for one that replaces the first prompt, and for sidechains.
	link []int32
	// dangling are the records whose parent is not in this file.
	dangling []int32
	// logical are the records whose logical parent is not in this file.
	logical []int32
	// tails is what parentUuid says of records that link takes past a
	// compaction.
	tails map[int32]int32
	// openers are the records at which a compaction begins, in file order.
	openers []int32
	leaf    int32 // the active leaf, none in an empty file
	tail    int32 // the end of the active path: leaf, or a structural record below it
	rewinds []rewind
	agents  []int32 // first records of inline sidechains
}

// rewind is a Rewind in node numbers.
type rewind struct {
	split    int32 // the last common record; none: the first prompt was replaced
	at       int32 // the user or assistant record at or above split, where there is one
	branches []branch
	human    bool // a human prompt opens one of them
}

type branch struct {
	first, tip int32
	active     bool
}

// scratch is memory that is used again from file to file.
type scratch struct {
	table idTable
	raw   []int32 // parentUuid inside the file; none where it is null or elsewhere
	tree  tree
	marks []int32
	seen  [2]coder // of two chats that are compared
}

// maxScratch is for how many records memory is kept from change to change:
// some 70 bytes for each. The few files that are larger take it anew.
const maxScratch = 32 << 10

// give gives much memory back.
func (z *scratch) give() {
	if cap(z.raw) > maxScratch {
		*z = scratch{}
	}
}

// newGraph reads the structure of a file.
func newGraph(id string, s *transcript.Summary, z *scratch) *graph {
	g := &graph{id: id, s: s, leaf: none, tail: none}
	g.parents(z)
	g.activeLeaf(z)
	g.relink(z)
	z.tree.build(g)
	g.findRewinds(&z.tree)
	return g
}

// parents fills z.raw with the parents inside the file and notes what points
// out of it.
func (g *graph) parents(z *scratch) {
	nodes := g.s.Nodes
	z.raw = resize(z.raw, len(nodes))
	z.table.fill(nodes)
	for i := range nodes {
		n := &nodes[i]
		switch {
		case n.Parent.IsZero():
			z.raw[i] = none
		case i > 0 && nodes[i-1].ID == n.Parent: // nearly always
			z.raw[i] = int32(i) - 1
		default:
			if z.raw[i] = z.table.find(n.Parent); z.raw[i] == none {
				g.dangling = append(g.dangling, int32(i))
			}
		}
	}
	if len(g.s.Logical) == 0 {
		return
	}
	for i := range nodes {
		if p, ok := g.s.Logical[nodes[i].ID]; ok && !p.IsZero() && z.table.find(p) == none {
			g.logical = append(g.logical, int32(i))
		}
	}
}

// main reports whether node i is part of the conversation itself.
func (g *graph) main(i int32) bool { return !g.s.Nodes[i].Flags.Has(transcript.FlagSidechain) }

// skipped reports whether a record stands between turns rather than in one:
// structure, and what the program wrote or the person typed to it.
func skipped(f transcript.Flags) bool {
	return !f.Has(transcript.FlagPrompt | transcript.FlagAssistant | transcript.FlagToolResult)
}

// resize returns s with length n; its contents are undefined.
func resize(s []int32, n int) []int32 {
	if cap(s) < n {
		return make([]int32, n, n+n/4)
	}
	return s[:n]
}
