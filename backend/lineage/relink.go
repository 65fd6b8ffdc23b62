package lineage

import (
	"slices"

	"dendro/backend/transcript"
)

// relink fills Up, the predecessor of each main record, wherever parentUuid alone splits
// one conversation or points past a compaction.
func (b *builder) relink() {
	nodes := b.Facts.Nodes
	b.Up = make([]int32, len(nodes))
	z := relinker{builder: b, prev: None, firstPrompt: None, plain: !b.unlinked(), kept: b.preserved()}
	inside := false // a sidechain precedes this record
	for i := range nodes {
		at := int32(i)
		if !b.Main(at) {
			b.Up[i] = None
			if b.opensSidechain(at, inside) {
				b.Sidechains = append(b.Sidechains, at)
			}
			inside = true
			continue
		}
		inside = false
		if b.has(at, transcript.FlagQueued) { // not written by the client: no record continues it
			b.Up[i] = b.raw[i]
			continue
		}
		if b.Repeat(at) {
			b.Up[i] = b.Up[b.Repeats[at]]
			continue
		}
		z.findLate(at)
		b.Up[i] = z.up(at)
		z.passed(at)
	}
	b.breakCycles()
	b.compactionOpeners()
}

// relinker is the state of relink at the current record.
type relinker struct {
	*builder
	prev        int32                   // the main record before this one
	firstPrompt int32                   // preceded by structure only
	plain       bool                    // only structure so far
	awaits      map[int32]int32         // by late record, the record that it precedes in the file
	missing     map[transcript.ID]int32 // the substitute for a missing parent
	kept        preservations
	mains       []int32         // by record, the main one at or above it; computed on first use
	errors      map[int32]int32 // by late error, the record before it in the file, see findLate
}

func (z *relinker) passed(i int32) {
	z.prev = i
	if awaited := z.awaited(i); awaited > i {
		if z.Late == nil {
			z.Late, z.awaits = map[int32]bool{}, map[int32]int32{}
		}
		z.Late[i], z.awaits[i] = true, awaited
		return
	}
	if z.plain && z.has(i, transcript.FlagPrompt) {
		z.firstPrompt = i
	}
	z.plain = z.plain && Structure(z.Facts.Nodes[i].Flags)
}

// awaited returns the later record that i, or an ancestor of i, is waiting for. Once that
// record has been read, nothing is late any more.
func (z *relinker) awaited(i int32) int32 {
	p := z.raw[i]
	if awaited, ok := z.awaits[p]; ok {
		return awaited
	}
	return p
}

// up returns the predecessor of the main record i.
func (z *relinker) up(i int32) int32 {
	n := &z.Facts.Nodes[i]
	p := z.raw[i]
	switch {
	case n.Flags.Has(transcript.FlagBoundary) && n.Parent.IsZero():
		return z.beforeBoundary(i)
	case n.Parent.IsZero() || n.Parent == n.ID:
		return z.newRoot(i)
	case p == None:
		return z.belowMissing(i)
	case !z.Main(p):
		return z.outOfSidechain(p)
	}
	p = z.Original(p)
	if z.has(p, transcript.FlagCaveat) && !n.Flags.Has(transcript.FlagAsks) && z.prev != None {
		// 1.0.x: the one caveat of a process is the parent of all its local commands.
		return z.before()
	}
	if before, ok := z.errors[p]; ok && !n.Flags.Has(transcript.FlagAssistant|transcript.FlagToolResult|transcript.FlagRetried) {
		return before
	}
	// Records after a compaction that preserved messages have the last of them as parent,
	// which precedes the boundary (~2.1.7x–2.1.21x). This is not a branch.
	if kept, ok := z.kept.byTail[p]; ok && kept.boundary < i {
		return kept.at
	}
	return z.kept.past(p, i)
}

// findLate registers an api_error whose parent is older than the record before it in the
// file: the client writes some of them late. The next prompt has the error as parent, but
// nobody went back: it continues the record before the error.
func (z *relinker) findLate(i int32) {
	if !z.has(i, transcript.FlagRetried) {
		return
	}
	p := z.raw[i]
	before, again := z.errors[p] // the error of another attempt
	if !again {
		before = z.before()
	}
	if p == None || !z.Main(p) || before == None || before == z.Original(p) {
		return
	}
	if z.errors == nil {
		z.errors = map[int32]int32{}
	}
	z.errors[i] = before
}

// belowMissing returns the predecessor of a record whose parent is missing: the record
// before it in the file. Several children of one missing record remain siblings.
func (z *relinker) belowMissing(i int32) int32 {
	parent := z.Facts.Nodes[i].Parent
	at, known := z.missing[parent]
	if !known {
		if z.missing == nil {
			z.missing = map[transcript.ID]int32{}
		}
		at = z.before()
		z.missing[parent] = at
	}
	return at
}

// outOfSidechain returns the record of the main conversation that a sidechain continues,
// for a main record that continues the sidechain.
func (z *relinker) outOfSidechain(p int32) int32 {
	if z.mains == nil {
		z.mains = nearest(z.raw, z.Main)
	}
	if p = z.mains[p]; p == None {
		return z.prev
	}
	return z.Original(p)
}

// comesFrom reports whether i descends from p by Up.
func comesFrom(up []int32, i, p int32) bool {
	for range up {
		if i == None || i == p {
			break
		}
		i = up[i]
	}
	return i == p
}

// before returns the main record before this one in the file. It skips replies that were
// written before their prompt (2.1.150–2.1.250, interactive), since they descend from it.
func (z *relinker) before() int32 {
	p := z.prev
	for p != None && z.Late[p] {
		for p--; p != None && (!z.Main(p) || z.Repeat(p)); p-- {
		}
	}
	return p
}

// newRoot returns the predecessor of a main record without a parent. Only a prompt that
// replaces the first one starts over. Every other root continues the record before it:
// hooks of a resumed or cleared process, plans accepted with cleared context, summaries of
// 1.0.x.
func (z *relinker) newRoot(i int32) int32 {
	n := &z.Facts.Nodes[i]
	const goesOn = transcript.FlagPlan | transcript.FlagCompactSummary
	if z.firstPrompt == None || !n.Flags.Has(transcript.FlagPrompt) || n.Flags.Has(goesOn) {
		return z.before()
	}
	first := &z.Facts.Nodes[z.firstPrompt]
	if first.Time != 0 && first.Time == n.Time { // a replay
		return z.before()
	}
	if id := z.Facts.SessionID(n); id != z.ID && id != z.Facts.SessionID(first) {
		return z.before() // records of another session in the same file
	}
	return None
}

// unlinked reports whether the file does not link answers to prompts: its replies have no
// parent. Then a prompt without a parent means nothing.
func (b *builder) unlinked() bool {
	const answer = transcript.FlagAssistant | transcript.FlagToolResult
	first := true
	for i := range b.Facts.Nodes {
		n := &b.Facts.Nodes[i]
		if !first && n.Parent.IsZero() && n.Flags.Has(answer) && b.Main(int32(i)) {
			return true
		}
		first = first && n.Flags.Has(transcript.FlagQueued)
	}
	return false
}

// breakCycles makes a root of the first record of every cycle.
func (b *builder) breakCycles() {
	var state []int32
	for i := range b.Up {
		if b.Up[i] < int32(i) {
			continue // most links lead back; every cycle has one that does not
		}
		if state == nil {
			state = make([]int32, len(b.Up))
		}
		// Walk up. Meeting this walk's own mark closes a cycle.
		mark, at := int32(i)+1, int32(i)
		for at != None && state[at] == 0 {
			state[at] = mark
			at = b.Up[at]
		}
		if at == None || state[at] != mark {
			continue
		}
		first := at
		for k := b.Up[at]; k != at; k = b.Up[k] {
			first = min(first, k)
		}
		b.Up[first] = None
	}
}

// opensSidechain reports whether a sidechain record opens a subagent's conversation (layout
// 1): it has no parent, or one in the main conversation. A record with a lost parent
// continues the preceding sidechain.
func (b *builder) opensSidechain(i int32, inside bool) bool {
	n := &b.Facts.Nodes[i]
	switch p := b.raw[i]; {
	case n.Parent.IsZero():
		return n.Flags.Has(transcript.FlagTurn) || !inside
	case p == None:
		return !inside
	default:
		return b.Main(p)
	}
}

// compactionOpeners lists the records at which a compaction begins.
func (b *builder) compactionOpeners() {
	for i := range b.Facts.Compactions {
		if at := b.find(b.Facts.Compactions[i].ID); at != None && b.Main(at) && !b.Repeat(at) {
			b.Openers = append(b.Openers, at)
		}
	}
	slices.Sort(b.Openers)
	b.Openers = slices.Compact(b.Openers)
}
