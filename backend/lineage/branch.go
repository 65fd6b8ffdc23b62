package lineage

import "dendro/backend/transcript"

// Ways assigns each record of a file to a branch: that of the nearest record above it that
// opens one, or None if no rewind separates it. Create one with [Links.Ways].
type Ways struct {
	l       *Links
	Opener  []int32         // by record
	openers map[int32]int32 // the opener of a branch, by the first record after the common part
}

// Ways assigns the records of the file to branches.
func (l *Links) Ways() *Ways {
	w := &Ways{l: l, openers: map[int32]int32{}}
	for i := range l.Rewinds {
		for _, b := range l.Rewinds[i].Branches {
			w.openers[b.Top] = b.First
		}
	}
	w.Opener = make([]int32, len(l.Up))
	for at := range l.Reading() {
		p := l.Up[at]
		switch opener, opens := w.openers[at]; {
		case opens:
			w.Opener[at] = opener
		case p != None:
			w.Opener[at] = w.Opener[p]
		default:
			w.Opener[at] = None
		}
	}
	return w
}

// Branch returns the records of the branch to tip in reading order: the ancestors of tip,
// and beside them everything that no person branched off to (parallel calls, late results,
// hooks, errors, retries) and the other calls of their responses with the results, each at
// its place in the file but after its predecessor.
// Messages after tip are left out, structure after it is included. Sidechains and repeats
// are in no branch; the result is nil for a tip on a sidechain. If tip is structure, turns
// asked on the message above it are left out too: a person went back from them and then
// only renamed the session, or quit.
func (l *Links) Branch(tip int32) []int32 { return l.Ways().Branch(tip) }

// Branch is [Links.Branch].
func (w *Ways) Branch(tip int32) []int32 {
	l := w.l
	if tip < 0 || int(tip) >= len(l.Up) || !l.Main(tip) {
		return nil
	}
	b := brancher{Ways: w, tip: l.Original(tip), at: make([]position, len(l.Up)), ways: map[int32]bool{None: true}}
	for at := b.tip; at != None; at = l.Up[at] {
		b.at[at] = onChain
		b.end = max(b.end, at)
		b.ways[w.Opener[at]] = true
	}
	b.findLoud()
	b.findLeft()
	b.walk()
	return b.out
}

// position says where a record is relative to a branch.
type position uint8

const (
	unseen  position = iota
	onChain          // an ancestor of the tip
	beside           // beside the chain: nobody branched off to it
	below            // structure after the tip
	off              // not on the branch
)

// brancher computes one branch.
type brancher struct {
	*Ways
	tip, end int32 // end is the last record of the chain in file order
	at       []position
	ways     map[int32]bool // the branches on the way to the tip
	loud     []bool         // records after the tip with a message at or below them; nil if there are none
	left     map[int32]bool // records that open turns which a person went back from
	halves   map[int32]bool // of other branches, see half
	out      []int32
}

// speaks reports whether a record is a message that a person would miss, or the beginning
// of a compaction.
func (b *brancher) speaks(i int32) bool {
	f := b.l.Facts.Nodes[i].Flags
	return f.Has(transcript.FlagBoundary) || f.Has(transcript.FlagTurn) && !f.Has(transcript.FlagMeta|transcript.FlagCompactSummary)
}

// findLoud marks the records between the tip and messages after it.
func (b *brancher) findLoud() {
	for i := int(b.tip) + 1; i < len(b.at); i++ {
		at := int32(i)
		if b.at[at] == onChain || !b.l.Main(at) || !b.speaks(at) {
			continue
		}
		for at != None && b.at[at] != onChain && (b.loud == nil || !b.loud[at]) {
			if b.loud == nil {
				b.loud = make([]bool, len(b.at))
			}
			b.loud[at] = true
			at = b.l.Up[at]
		}
	}
}

// findLeft finds the turns opened between the last message of the chain and the structure
// that ends the chain.
func (b *brancher) findLeft() {
	l := b.l
	message := b.tip
	for message != None && (Structure(l.Facts.Nodes[message].Flags) || l.madeUp(message)) {
		message = l.Up[message]
	}
	if message == None || message == b.tip {
		return
	}
	commands := map[int32]int32{message: None} // on the message and the structure after it
	for i := message + 1; i < b.tip; i++ {
		p := l.Up[i]
		command, known := commands[p]
		if !known || !l.Main(i) || l.Repeat(i) {
			continue
		}
		switch f := l.Facts.Nodes[i].Flags; {
		case f.Has(transcript.FlagAsks) && !l.Queued[i]:
			b.leave(i)
		case f.Has(transcript.FlagAssistant) && command != None && !l.madeUp(i):
			b.leave(command)
		case Structure(f):
			if f.Has(transcript.FlagCommand) {
				command = i
			}
			commands[i] = command
		}
	}
}

// leave marks a record that opens an abandoned turn, and the structure above it that leads
// only to it.
func (b *brancher) leave(i int32) {
	if b.left == nil {
		b.left = map[int32]bool{}
	}
	for ; i != None && b.at[i] != onChain && !b.left[i]; i = b.l.Up[i] {
		b.left[i] = true
	}
}

// walk visits all records in reading order and assigns their places.
func (b *brancher) walk() {
	for at := range b.l.Reading() {
		if b.at[at] = b.positionOf(at); b.at[at] != off {
			b.out = append(b.out, at)
		}
	}
}

// positionOf returns the position of a record whose predecessor has one.
func (b *brancher) positionOf(i int32) position {
	l := b.l
	p := l.Up[i]
	switch {
	case b.at[i] == onChain:
		return onChain
	case !l.Main(i) || l.Repeat(i) || b.left[i] || !b.ways[b.Opener[i]] && !b.half(i, p) || p != None && b.at[p] == off:
		return off
	case p == b.tip || p != None && b.at[p] == below:
		if b.loud != nil && b.loud[i] {
			return off
		}
		return below
	case i < b.end || !b.speaks(i):
		return beside
	}
	return off
}

// half reports whether a record of another branch is the other half of a response on the
// chain, or a result of its call: if another process asks while a tool runs, its prompt
// follows the text of the response, and the call follows that too. Both are loaded.
func (b *brancher) half(i, p int32) bool {
	if p == None {
		return false
	}
	n, above := &b.l.Facts.Nodes[i], &b.l.Facts.Nodes[p]
	same := n.Message != 0 && n.Message == above.Message && (b.at[p] == onChain || b.halves[p])
	if !same && !(b.halves[p] && n.Flags.Has(transcript.FlagToolResult)) {
		return false
	}
	if b.halves == nil {
		b.halves = map[int32]bool{}
	}
	b.halves[i] = true
	return true
}

// Begins reports whether a conversation began before the first record of its branch: that
// record names a parent missing from the file, it is a compaction, or the first message is
// a plan accepted with cleared context. The beginning is then in an ancestor, if there is
// one.
func (l *Links) Begins(branch []int32) (elsewhere bool) {
	for len(branch) > 0 && l.has(branch[0], transcript.FlagQueued) { // no part of the chain
		branch = branch[1:]
	}
	if len(branch) == 0 {
		return false
	}
	first := branch[0]
	if l.raw[first] == None && !l.Facts.Nodes[first].Parent.IsZero() || l.has(first, transcript.FlagBoundary|transcript.FlagCompactSummary) {
		return true
	}
	for _, i := range branch {
		if l.has(i, transcript.FlagTurn) && !l.has(i, transcript.FlagMeta) {
			return l.has(i, transcript.FlagPlan)
		}
	}
	return false
}
