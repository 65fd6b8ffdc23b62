package lineage

import (
	"cmp"
	"slices"

	"dendro/backend/transcript"
)

// findRewinds finds the places where a person went back and asked again.
//
// Most records with several children are recording noise: parallel tools, hooks, progress,
// streaming, retries. Ignoring structure between turns, a place counts only if
//
//   - two human prompts directly follow the same record at different times: the
//     second one required going back (the same time means that a compaction
//     rewrote old records);
//   - or one does, and beside it a conversation continued that holds prompts of
//     its own, or that a person's command opened. A message from elsewhere
//     (FlagMessage) counts as a reply: nobody went back to send it.
//
// A branch that begins with the reply that a client makes up when it resumes ("No response
// requested.", 2.1.250+) is opened by the prompt below that reply. A prompt that was queued
// while a tool ran opens no branch, see [Links.Queued].
//
// Places with only commands side by side are splits of the drawn tree, but the contract
// does not count them as rewinds.
func (b *builder) findRewinds(t *tree) {
	nodes := b.Facts.Nodes
	b.findParallelRuns(t)
	const turn = transcript.FlagAsks | transcript.FlagAssistant | transcript.FlagToolResult
	t.findMadeUp()
	t.findQueued()
	for place, followers := range t.several(t.above, func(i int32) bool { return t.has(i, turn) }) {
		openers, tops, asked := t.openersOf(followers)
		if asked {
			openers = t.distinct(t.apart(openers, place))
		}
		if !asked || len(openers) < 2 {
			if openers := t.parallelOpeners(place, followers); len(openers) > 1 {
				b.Rewinds = append(b.Rewinds, t.rewind(openers, place, nil))
			}
			continue
		}
		r := t.rewind(openers, place, tops)
		r.Human = slices.ContainsFunc(openers, func(o int32) bool { return nodes[o].Flags.Has(transcript.FlagPrompt) })
		b.Rewinds = append(b.Rewinds, r)
	}
	slices.SortFunc(b.Rewinds, func(x, y Rewind) int {
		return cmp.Or(cmp.Compare(x.Branches[0].First, y.Branches[0].First), cmp.Compare(x.Branches[0].Top, y.Branches[0].Top))
	})
}

// openersOf returns the records that open branches among the followers of one place, and
// for each the made-up reply above it. asked is false if no follower is a person's prompt
// or the answer to a command.
func (t *tree) openersOf(followers []int32) (openers []int32, tops map[int32]int32, asked bool) {
	for _, at := range followers {
		switch command := t.command[at]; {
		case t.Queued[at]:
		case t.has(at, transcript.FlagPrompt):
			openers, asked = append(openers, at), true
		case t.madeUp(at) && t.prompts[at] == 0: // a command without an answer
		case command != None && !t.madeUp(at):
			openers, asked = append(openers, command), asked || t.has(at, transcript.FlagAssistant)
		case t.prompts[at] > 0:
			opener := at
			if prompt, ok := t.askedBelow[at]; ok {
				if tops == nil {
					tops = map[int32]int32{}
				}
				opener, tops[prompt] = prompt, at
			}
			openers = append(openers, opener)
		}
	}
	return openers, tops, asked
}

// between counts, for each record between the openers and the place that they follow, the
// openers that descend from it. It visits each record once: there may be many openers, and
// many records between.
func (t *tree) between(openers []int32, place int32) map[int32]int {
	count := map[int32]int{}
	var passed []int32
	for _, o := range openers {
		for at := t.Up[o]; at != place; at = t.Up[at] {
			if _, known := count[at]; known {
				break
			}
			count[at] = 0
			passed = append(passed, at)
		}
	}
	for _, o := range openers {
		count[t.Up[o]]++
	}
	slices.SortFunc(passed, func(a, b int32) int { return int(t.rank[b] - t.rank[a]) })
	for _, at := range passed {
		count[t.Up[at]] += count[at]
	}
	return count
}

// apart removes openers that have other openers as descendants: those are consecutive, not
// side by side. The result is in file order.
func (t *tree) apart(openers []int32, place int32) []int32 {
	others := t.between(openers, place)
	slices.Sort(openers)
	openers = slices.Compact(openers)
	return slices.DeleteFunc(openers, func(o int32) bool { return others[o] > 0 })
}

// distinct removes openers that repeat the time of an earlier one.
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

// rewind builds a rewind from the records that open its branches. Its place is their common
// predecessor; structure after it may be common to them too.
func (t *tree) rewind(openers []int32, place int32, tops map[int32]int32) Rewind {
	common := t.between(openers, place)
	r := Rewind{At: t.Up[openers[0]]}
	for r.At != place && common[r.At] < len(openers) {
		r.At = t.Up[r.At]
	}
	for _, first := range openers {
		top := first
		if reply, ok := tops[first]; ok {
			top = reply
		}
		tip := t.last[top]
		if tip == None {
			tip = first
		}
		r.Branches = append(r.Branches, Branch{First: first, Tip: tip, Active: t.active[top], Top: top})
	}
	return r
}

// findParallelRuns finds the places where two processes continued one record of a session.
// Each loads its own line of prompts, so the replies of the other do not belong between
// them (2.1.250, 2.1.330). Two replies are siblings without being one response, and prompts
// continue both; or they continue only the later one, because its process wrote a
// substitute for the reply that it did not see ("No response requested.").
func (b *builder) findParallelRuns(t *tree) {
	replies := t.several(t.Up, func(i int32) bool {
		return t.has(i, transcript.FlagAssistant) && !t.has(i, transcript.FlagAPIError) && b.Facts.Nodes[i].Message != 0
	})
	for place, list := range replies {
		var openers []int32
		gone, placeholder := 0, false
		seen := map[uint64]bool{}
		for _, at := range list {
			n := &b.Facts.Nodes[at]
			if seen[n.Message] {
				continue
			}
			seen[n.Message] = true
			openers = append(openers, at)
			if t.prompts[at] > 0 {
				gone++
				placeholder = placeholder || n.Model == 0
			}
		}
		if len(openers) > 1 && (gone > 1 || gone == 1 && placeholder) {
			b.Rewinds = append(b.Rewinds, t.rewind(openers, place, nil))
		}
	}
}

// parallelOpeners returns the records with which two processes continued within one turn: one
// asked on a response while its tool ran, and the other got the next response later
// (2.1.250, 2.1.332). It returns nil if there are none.
func (t *tree) parallelOpeners(place int32, followers []int32) (openers []int32) {
	if place == None || !t.has(place, transcript.FlagAssistant) {
		return nil
	}
	replied := func(at int32) bool {
		last := t.last[at]
		return last != None && t.has(last, transcript.FlagAssistant) && !t.has(last, transcript.FlagSynthetic)
	}
	first := None // the first prompt at the place
	for _, at := range followers {
		if asked := t.asked[at]; asked != None && replied(at) && (first == None || asked < first) {
			first = asked
		}
	}
	later, goesOn := 0, transcript.FlagToolUse|transcript.FlagToolResult
	for _, at := range followers {
		switch {
		case first == None || !replied(at):
		case t.asked[at] != None:
			openers = append(openers, at)
		case t.has(at, goesOn) && t.last[at] > first && t.Facts.Nodes[t.last[at]].Message != t.Facts.Nodes[place].Message:
			openers = append(openers, at)
			later++
		}
	}
	if later == 0 {
		return nil
	}
	return openers
}
