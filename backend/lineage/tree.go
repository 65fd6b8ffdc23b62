package lineage

import (
	"slices"

	"dendro/backend/transcript"
)

// tree holds, for each record of a file, properties of the records above and below it.
// Sidechains and repeats are left out.
type tree struct {
	*Links
	rank    []int32 // position in reading order
	above   []int32 // nearest record above that is not structure
	command []int32 // first command between that one and the record
	last    []int32 // the user or assistant record at or below it that is last in reading order
	prompts []int32 // number of human prompts at or below it
	asked   []int32 // the first of them in the file
	active  []bool  // whether the active leaf is at or below it
	// askedBelow has the first prompt after each reply that the client made up. It is nil
	// in most files.
	askedBelow map[int32]int32
}

func newTree(l *Links) *tree {
	n := len(l.Up)
	t := &tree{Links: l, active: make([]bool, n)}
	for _, list := range []*[]int32{&t.rank, &t.above, &t.command, &t.last, &t.prompts, &t.asked} {
		*list = make([]int32, n)
	}
	order := slices.AppendSeq(make([]int32, 0, n), l.Reading())
	for k, at := range order {
		p := l.Up[at]
		t.rank[at], t.above[at], t.command[at], t.last[at], t.asked[at] = int32(k), p, None, None, None
		if p == None || !Structure(l.Facts.Nodes[p].Flags) {
			continue
		}
		t.above[at], t.command[at] = t.above[p], t.command[p]
		if t.command[p] == None && l.has(p, transcript.FlagCommand) {
			t.command[at] = p
		}
	}
	for _, at := range slices.Backward(order) {
		if !t.in(at) {
			continue
		}
		if t.last[at] == None && l.has(at, transcript.FlagTurn) {
			t.last[at] = at
		}
		if l.has(at, transcript.FlagPrompt) {
			t.prompts[at]++
			if t.asked[at] == None || at < t.asked[at] {
				t.asked[at] = at
			}
		}
		if p := l.Up[at]; p != None {
			t.prompts[p] += t.prompts[at]
			if first := t.asked[at]; first != None && (t.asked[p] == None || first < t.asked[p]) {
				t.asked[p] = first
			}
			if t.last[p] == None || t.last[at] != None && t.rank[t.last[at]] > t.rank[t.last[p]] {
				t.last[p] = t.last[at]
			}
		}
	}
	if l.Leaf != None {
		for at := l.Original(l.Leaf); at != None; at = l.Up[at] {
			t.active[at] = true
		}
	}
	return t
}

func (t *tree) in(i int32) bool { return t.Main(i) && !t.Repeat(i) }

// several groups the records of some kind by the record that they follow, or None, where
// more than one follows it. Each group is in file order.
func (t *tree) several(on []int32, kind func(i int32) bool) map[int32][]int32 {
	count := make([]int32, len(on)+1) // indexed by record + 1
	of := func(i int) bool { return t.in(int32(i)) && kind(int32(i)) }
	for i, p := range on {
		if of(i) {
			count[p+1]++
		}
	}
	groups := map[int32][]int32{}
	for i, p := range on {
		if count[p+1] > 1 && of(i) {
			groups[p] = append(groups[p], int32(i))
		}
	}
	return groups
}
