package lineage

import (
	"cmp"
	"slices"

	"dendro/backend/internal/release"
	"dendro/backend/transcript"
)

// clientView reads a file as a client that resumes its session: by parentUuid alone, except
// for messages that a compaction preserved. Its result may differ from the real course of
// events: see [Links.LoadsBy].
type clientView struct {
	*Links
	rule   Rule
	client string  // its version
	parent []int32 // as relinked by the client
	pruned []bool  // not loaded because a compaction replaced it; nil if there are none

	known *pairs // see answers; nil before the first use
}

// pairs is which calls a file's results answer, by record.
type pairs struct {
	call     []int32 // of a result, its call; None of others
	answered []bool  // of a call, whether a result answers it
}

// lastCompaction is the last compaction of a file with a boundary. The client honours only
// the messages preserved by that one.
type lastCompaction struct {
	boundary, anchor int32
	kept             []int32 // in the order in which they are sent; nil if there are none
	// cuts is set if this compaction or an earlier one preserved messages. Then nothing
	// else before the boundary is loaded (2.1.120+). A file whose compactions preserve
	// nothing is loaded as linked.
	cuts bool
}

func (b *builder) lastCompaction() lastCompaction {
	last := lastCompaction{boundary: None, anchor: None}
	for k := len(b.Facts.Compactions) - 1; k >= 0; k-- {
		c := &b.Facts.Compactions[k]
		at := b.find(c.ID)
		if at == None || !b.has(at, transcript.FlagBoundary) {
			continue
		}
		anchor, kept := b.find(c.Anchor), b.preservedBy(c, int32(len(b.raw)), b.find, b.step)
		good := anchor != None && len(kept) > 0 && (len(c.Kept) > 0 || kept[0] == b.Original(b.find(c.Head)))
		last.cuts = last.cuts || good
		if last.boundary == None {
			last.boundary, last.anchor = at, b.behind(c, at)
			if good {
				last.anchor, last.kept = anchor, kept
			}
		}
	}
	return last
}

// viewOf returns the view of a client by its version; see [release.Older]. The version that wrote the file makes no difference.
func (l *Links) viewOf(client string) *clientView {
	z := &clientView{Links: l, rule: RuleOf(client), client: client, parent: slices.Clone(l.raw)}
	if z.since("2.1.100") {
		z.bridge()
	}
	if l.last.cuts {
		z.relinkKept()
	}
	return z
}

// since reports whether the client is of this version or a later one.
func (z *clientView) since(version string) bool { return !release.Older(z.client, version) }

// bridgeMS is the maximum age difference between a record with a lost parent and its
// substitute parent.
const bridgeMS = 5000

// bridge links records whose parent is lost to the newest record that is not later, if it
// is at most five seconds older (2.1.100–2.1.330).
func (z *clientView) bridge() {
	if len(z.Dangling) == 0 {
		return
	}
	nodes := z.Facts.Nodes
	byTime := make([]int32, 0, len(nodes))
	for i := range nodes {
		if nodes[i].Time != 0 && z.Main(int32(i)) && !nodes[i].Flags.Has(transcript.FlagQueued) {
			byTime = append(byTime, int32(i))
		}
	}
	slices.SortStableFunc(byTime, func(a, b int32) int { return cmp.Compare(nodes[a].Time, nodes[b].Time) })
	for _, i := range z.Dangling {
		at, _ := slices.BinarySearchFunc(byTime, nodes[i].Time, func(k int32, ms int64) int {
			return cmp.Or(cmp.Compare(nodes[k].Time, ms), -1) // after equal times
		})
		for at--; at >= 0 && byTime[at] >= i; at-- { // skip possible descendants
		}
		if at >= 0 && nodes[i].Time-nodes[byTime[at]].Time <= bridgeMS {
			z.parent[i] = byTime[at]
		}
	}
}

// relinkKept puts the preserved messages after the anchor, the summary of the compaction or
// its boundary, and the anchor's other children after them. Nothing else before the
// boundary is loaded.
func (z *clientView) relinkKept() {
	last := &z.Links.last
	kept := make(map[int32]bool, len(last.kept))
	for _, i := range last.kept {
		kept[i] = true
	}
	end := last.anchor
	if len(last.kept) > 0 {
		end = last.kept[len(last.kept)-1]
		for i := range z.parent {
			if z.parent[i] == last.anchor && !kept[int32(i)] {
				z.parent[i] = end
			}
		}
	}
	prev := last.anchor
	for _, i := range last.kept {
		z.parent[i] = prev
		prev = i
	}
	if z.rule == LatestTime {
		return
	}
	z.pruned = make([]bool, len(z.parent))
	for i := range last.boundary {
		z.pruned[i] = !kept[i]
	}
	for i, p := range z.parent {
		if p != None && z.pruned[p] && !z.pruned[i] {
			z.parent[i] = end
		}
	}
}

// leaf implements [Links.LeafBy].
func (z *clientView) leaf() (leaf, end int32) {
	end = z.lastCandidate(false)
	if end == None {
		end = z.lastCandidate(true)
	}
	if p := z.prompted; z.rule == Newest && p != None && end != None && (z.pruned == nil || !z.pruned[p]) {
		// An explicit leaf may be followed by progress and sidechains, but not by anything
		// that could be continued (2.1.139–2.1.330).
		if !comesFrom(z.parent, end, p) || z.Facts.LastPromptExplicit && int(end) < z.Facts.LastPromptAt {
			end = p
		}
	}
	return z.answered(z.turnAbove(end)), end
}

// lastCandidate returns the last record in the file, or the one with the newest time, among
// user, assistant, system and attachment records, including meta and teammates' records.
// Progress does not count.
func (z *clientView) lastCandidate(sidechains bool) int32 {
	const candidate = transcript.FlagTurn | transcript.FlagSystem | transcript.FlagAttachment
	nodes := z.Facts.Nodes
	best := None
	barren := map[int32]bool{} // no message at or above these
	for i := len(nodes) - 1; i >= 0; i-- {
		at := int32(i)
		if !nodes[i].Flags.Has(candidate) || !sidechains && !z.Main(at) || z.pruned != nil && z.pruned[i] || z.barren(at, barren) {
			continue
		}
		if z.rule != LatestTime {
			return at
		}
		if best == None || nodes[i].Time >= nodes[best].Time {
			best = at
		}
	}
	return best
}

// barren reports whether there is no message at or above i.
func (z *clientView) barren(i int32, known map[int32]bool) bool {
	at := i
	for ; at != None && !known[at]; at = z.parent[at] {
		if z.has(at, transcript.FlagTurn) {
			return false
		}
		known[at] = true
	}
	return true
}

// turnAbove returns the user or assistant record at or above i, or None.
func (z *clientView) turnAbove(i int32) int32 {
	for range z.parent {
		if i == None || z.has(i, transcript.FlagTurn) {
			return i
		}
		i = z.parent[i]
	}
	return None
}

// answered moves up from calls without a result, which the client drops unless it adds a
// result that says they were interrupted.
func (z *clientView) answered(leaf int32) int32 {
	if z.endsCalls() {
		return leaf
	}
	return z.aboveOpenCalls(leaf)
}

// aboveOpenCalls returns the leaf for clients that drop calls without a result: the leaf
// itself unless it is such a call.
func (z *clientView) aboveOpenCalls(leaf int32) int32 {
	if leaf == None || !z.has(leaf, transcript.FlagToolUse) {
		return leaf
	}
	results := z.answers().answered
	for range z.parent {
		if !z.has(leaf, transcript.FlagToolUse) || results[leaf] {
			break
		}
		up := z.turnAbove(z.parent[leaf])
		if up == None {
			break
		}
		leaf = up
	}
	return leaf
}

// ends reports whether the client adds results to the unanswered calls of the last
// response: if another call of it was answered, from 2.1.280 on (not 2.1.250).
func (z *clientView) ends(partlyAnswered bool) bool {
	return z.endsCalls() || partlyAnswered && z.since("2.1.280")
}

// endsCalls reports whether the client adds a result to a last call without one (2.1.300+;
// to 2.1.250 it drops the call).
func (z *clientView) endsCalls() bool { return z.since("2.1.300") }

// farAbove bounds the search for the call of a result.
const farAbove = 64

// answers returns the call of each result. A result's parent is its call, possibly with hooks
// between; 1.0.x chains the results of one response after the last of its calls.
func (z *clientView) answers() *pairs {
	if z.known != nil {
		return z.known
	}
	known := &pairs{call: slices.Repeat([]int32{None}, len(z.raw)), answered: make([]bool, len(z.raw))}
	z.known = known
	for i := range z.raw {
		if !z.has(int32(i), transcript.FlagToolResult) {
			continue
		}
		if at := z.callAbove(z.raw[i], known); at != None {
			known.call[i], known.answered[at] = at, true
		}
	}
	return known
}

// callAbove returns the call of a result with parent at, or None.
func (z *clientView) callAbove(at int32, known *pairs) int32 {
	for limit := farAbove; at != None && limit > 0 && !z.has(at, transcript.FlagAssistant); limit-- {
		if c := known.call[at]; c != None {
			at = c
			break
		}
		if z.has(at, transcript.FlagUser) {
			return None
		}
		at = z.raw[at]
	}
	if at == None || !z.has(at, transcript.FlagToolUse) {
		return None
	}
	up, message := at, z.Facts.Nodes[at].Message
	for limit := farAbove; limit > 0 && up != None && message != 0 && z.Facts.Nodes[up].Message == message; limit-- {
		if z.has(up, transcript.FlagToolUse) && !known.answered[up] {
			return up
		}
		up = z.raw[up]
	}
	return at
}
