package chattree

import (
	"slices"

	"dendro/backend/transcript"
)

// relink fills g.link: what each main record goes on from, where parentUuid
// alone tears apart what was one conversation, or points past a compaction.
func (g *graph) relink(z *scratch) {
	nodes := g.s.Nodes
	g.link = make([]int32, len(nodes))
	kept := g.preserved(z)
	var missing map[transcript.ID]int32 // the link that a missing parent stands for
	prev, firstPrompt := none, none
	plain := !g.unlinked() // nothing but skipped records so far
	inside := false
	for i := range nodes {
		n := &nodes[i]
		if n.Flags.Has(transcript.FlagSidechain) {
			g.link[i] = none
			if root := g.sidechainRoot(z, int32(i), inside); root {
				g.agents = append(g.agents, int32(i))
			}
			inside = true
			continue
		}
		inside = false
		p := z.raw[i]
		switch {
		case n.Parent.IsZero():
			p = g.newRoot(z, int32(i), prev, firstPrompt)
		case p == none:
			// Several records below one missing record are still siblings.
			at, known := missing[n.Parent]
			if !known {
				if missing == nil {
					missing = map[transcript.ID]int32{}
				}
				at = prev
				missing[n.Parent] = at
			}
			p = at
		case !g.main(p):
			for limit := i; p != none && !g.main(p) && limit >= 0; limit-- {
				p = z.raw[p]
			}
			if p == none || !g.main(p) {
				p = prev
			}
		case nodes[p].Flags.Has(transcript.FlagCaveat) && !n.Flags.Has(transcript.FlagPrompt) && prev != none:
			// 1.0.x: every local command of a process hangs on its one caveat.
			p = prev
		default:
			if a, ok := kept[p]; ok && a.boundary < int32(i) && p < a.boundary {
				if g.tails == nil {
					g.tails = map[int32]int32{}
				}
				g.tails[int32(i)] = p
				p = a.at
			}
		}
		g.link[i] = p
		prev = int32(i)
		if n.Flags.Has(transcript.FlagPrompt) && plain {
			firstPrompt = prev
		}
		plain = plain && skipped(n.Flags)
	}
	g.breakCycles()
	g.compactionOpeners(z)
}

// newRoot returns what a main record without a parent goes on from. Only a
// prompt that takes the first one's place begins anew; every other root goes
// on from the record before it: compactions, hooks of a resumed or cleared
// process, plans accepted with cleared context.
func (g *graph) newRoot(z *scratch, i, prev, firstPrompt int32) int32 {
	n := &g.s.Nodes[i]
	if n.Flags.Has(transcript.FlagBoundary) {
		if p := z.table.find(g.s.Logical[n.ID]); p != none && p != i && g.main(p) {
			return p
		}
		return prev
	}
	const goesOn = transcript.FlagPlan | transcript.FlagCompactSummary
	if firstPrompt == none || !n.Flags.Has(transcript.FlagPrompt) || n.Flags.Has(goesOn) {
		return prev
	}
	first := &g.s.Nodes[firstPrompt]
	if first.Time != 0 && first.Time == n.Time { // a replay
		return prev
	}
	if id := sessionID(g.s, n); id != g.id && id != sessionID(g.s, first) {
		return prev // another session's records, put into one file
	}
	return none
}

// unlinked reports whether the file says nothing about who answers whom:
// replies without a parent. A prompt without one means nothing there.
func (g *graph) unlinked() bool {
	const answer = transcript.FlagAssistant | transcript.FlagToolResult
	for i := range g.s.Nodes {
		n := &g.s.Nodes[i]
		if i > 0 && n.Parent.IsZero() && n.Flags.Has(answer) && g.main(int32(i)) {
			return true
		}
	}
	return false
}

// sessionID returns the session that a record names, "" for none.
func sessionID(s *transcript.Summary, n *transcript.Node) string {
	if int(n.Session) >= len(s.SessionIDs) {
		return ""
	}
	return s.SessionIDs[n.Session]
}

// anchor is where records go on that hang on the tail of a kept segment.
type anchor struct{ boundary, at int32 }

// preserved returns, by its last record, each segment that a compaction kept
// without writing it again. What follows the compaction hangs on that record,
// which stands before the boundary.
func (g *graph) preserved(z *scratch) map[int32]anchor {
	var kept map[int32]anchor
	for i := range g.s.Compactions {
		c := &g.s.Compactions[i]
		tail, boundary := z.table.find(c.Tail), z.table.find(c.ID)
		if tail == none || boundary == none {
			continue
		}
		at := z.table.find(c.Anchor)
		if at == none || at < boundary {
			at = boundary
		}
		if kept == nil {
			kept = map[int32]anchor{}
		}
		kept[tail] = anchor{boundary, at}
	}
	return kept
}

// breakCycles makes a root of the first record of every cycle.
func (g *graph) breakCycles() {
	state := make([]int32, 0)
	for i := range g.link {
		if g.link[i] < int32(i) {
			continue // most links lead back; a cycle has one that does not
		}
		if len(state) == 0 {
			state = make([]int32, len(g.link))
		}
		// Walk up; meeting this walk's own mark closes a cycle.
		mark := int32(i) + 1
		at := int32(i)
		for at != none && state[at] == 0 {
			state[at] = mark
			at = g.link[at]
		}
		if at == none || state[at] != mark {
			continue
		}
		first := at
		for k := g.link[at]; k != at; k = g.link[k] {
			first = min(first, k)
		}
		g.link[first] = none
	}
}

// compactionOpeners notes the records at which a compaction begins.
func (g *graph) compactionOpeners(z *scratch) {
	for i := range g.s.Compactions {
		if at := z.table.find(g.s.Compactions[i].ID); at != none && g.main(at) {
			g.openers = append(g.openers, at)
		}
	}
	slices.Sort(g.openers)
}

// sidechainRoot reports whether a sidechain record opens the conversation of a
// subagent (layout 1): it hangs on nothing, or on the main conversation.
// Records that hang on something lost go on with the sidechain before them.
func (g *graph) sidechainRoot(z *scratch, i int32, inside bool) bool {
	n := &g.s.Nodes[i]
	switch p := z.raw[i]; {
	case n.Parent.IsZero():
		return n.Flags.Has(transcript.FlagTurn) || !inside
	case p == none:
		return !inside
	default:
		return g.main(p)
	}
}
