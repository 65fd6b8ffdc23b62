package lineage

import (
	"slices"

	"dendro/backend/transcript"
)

// findRewinds finds the places where a person went back and asked again.
//
// Most records with several children are recording noise: parallel tools,
// hooks, progress, streaming, retries. With the records left out that stand
// between turns, a place counts only where
//
//   - two human prompts follow directly on the same record, at different
//     times: nobody can have asked the second without going back (the same time
//     means that a compaction wrote old records again);
//   - or one does, and beside it a conversation went on that holds prompts of
//     its own, or that a command of the person's opened.
//
// Places where only commands stand side by side are splits of the drawn tree,
// but no rewinds as the contract counts them.
func (b *builder) findRewinds(t *tree) {
	nodes := b.Facts.Nodes
	b.findLines(t)
	asked := t.followers()
	// What else went on from those places, in file order.
	const went = transcript.FlagAssistant | transcript.FlagToolResult
	for i := range nodes {
		at := int32(i)
		if t.in[at] == None || !nodes[i].Flags.Has(went) {
			continue
		}
		openers, ok := asked[t.above[at]]
		if !ok {
			continue
		}
		if command := t.command[at]; command != None {
			at = command
		} else if t.promptsUnder(at) == 0 {
			continue
		}
		asked[t.above[at]] = append(openers, at)
	}
	for _, openers := range asked {
		openers = t.distinct(apart(t, openers))
		if len(openers) < 2 {
			continue
		}
		r := t.rewind(openers)
		r.Human = slices.ContainsFunc(openers, func(o int32) bool { return nodes[o].Flags.Has(transcript.FlagPrompt) })
		b.Rewinds = append(b.Rewinds, r)
	}
	slices.SortFunc(b.Rewinds, func(x, y Rewind) int { return int(x.Branches[0].First - y.Branches[0].First) })
}

// followers returns, by the record that they follow on, the prompts of places
// where something else follows as well: only those are worth a closer look.
func (t *tree) followers() map[int32][]int32 {
	nodes := t.Facts.Nodes
	const turn = transcript.FlagPrompt | transcript.FlagAssistant | transcript.FlagToolResult
	// kids counts what follows each record; places with one follower are done.
	kids := make(map[int32]bool)
	single := make([]uint64, (len(nodes)+64)/64)
	for i := range nodes {
		if t.in[i] == None || !nodes[i].Flags.Has(turn) {
			continue
		}
		a := t.above[i]
		if single[a/64]&(1<<(a%64)) != 0 {
			kids[a] = true
		}
		single[a/64] |= 1 << (a % 64)
	}
	if len(kids) == 0 {
		return nil
	}
	asked := map[int32][]int32{}
	for i := range nodes {
		at := int32(i)
		if t.in[at] == None || !kids[t.above[at]] {
			continue
		}
		switch f := nodes[i].Flags; {
		case f.Has(transcript.FlagPrompt):
			asked[t.above[at]] = append(asked[t.above[at]], at)
		case f.Has(transcript.FlagAssistant) && asked[t.above[at]] == nil && t.command[at] != None:
			asked[t.above[at]] = []int32{}
		}
	}
	return asked
}

// apart leaves out openers that others come from: those stand one after the
// other, not side by side. The result is in file order.
func apart(t *tree, openers []int32) []int32 {
	slices.SortFunc(openers, func(a, b int32) int { return int(t.in[a] - t.in[b]) })
	openers = slices.Compact(openers)
	kept := openers[:0]
	for i, o := range openers {
		if i+1 == len(openers) || !t.under(openers[i+1], o) {
			kept = append(kept, o)
		}
	}
	slices.Sort(kept)
	return kept
}

// distinct leaves out openers that were written again with the time of an
// earlier one.
func (t *tree) distinct(openers []int32) []int32 {
	seen := make(map[int64]bool, len(openers))
	kept := openers[:0]
	for _, o := range openers {
		ms := t.Facts.Nodes[o].Time
		if ms == 0 || !seen[ms] {
			kept = append(kept, o)
		}
		seen[ms] = true
	}
	return kept
}

// rewind makes a rewind of the records that open its branches.
func (t *tree) rewind(openers []int32) Rewind {
	r := Rewind{At: t.common(openers)}
	for _, first := range openers {
		active := t.Leaf != None && t.under(t.Original(t.Leaf), first)
		r.Branches = append(r.Branches, Branch{first, t.later(t.last[first], first), active})
	}
	return r
}

// common returns the last record that all openers come from.
func (t *tree) common(openers []int32) int32 {
	first, last := openers[0], openers[0]
	for _, o := range openers {
		if t.in[o] < t.in[first] {
			first = o
		}
		if t.in[o] > t.in[last] {
			last = o
		}
	}
	at := t.Up[first]
	for at != None && !t.under(last, at) {
		at = t.Up[at]
	}
	return at
}

// findLines finds the places where two processes went on from one record of a
// session. Each loads its own line of prompts, so that the replies of the other do
// not belong between them (2.1.250, 2.1.330): two replies stand side by side that
// are not of one response, and both are gone on from by prompts; or only the later
// one is, for which its process wrote in the place of the reply that it did not see
// ("No response requested.").
func (b *builder) findLines(t *tree) {
	nodes := b.Facts.Nodes
	for p := range t.child {
		first := t.child[p]
		if first == None || t.next[first] == None || t.in[p] == None {
			continue
		}
		var openers []int32
		gone, placeholder := 0, false
		seen := map[uint64]bool{}
		for k := first; k != None; k = t.next[k] {
			n := &nodes[k]
			if !n.Flags.Has(transcript.FlagAssistant) || n.Flags.Has(transcript.FlagAPIError) || n.Message == 0 || seen[n.Message] {
				continue
			}
			seen[n.Message] = true
			openers = append(openers, k)
			if t.promptsUnder(k) > 0 {
				gone++
				placeholder = placeholder || n.Model == 0
			}
		}
		if len(openers) > 1 && (gone > 1 || gone == 1 && placeholder) {
			b.Rewinds = append(b.Rewinds, t.rewind(openers))
		}
	}
}
