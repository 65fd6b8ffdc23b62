package lineage

import (
	"slices"

	"dendro/backend/transcript"
)

// findRepeats finds records that repeat an earlier record of the file under another uuid.
// Both are one record: children of the later one continue the earlier one.
func (b *builder) findRepeats() {
	b.turns = b.TurnsAbove()
	b.repeatedBelowNewRoot()
	b.repeatedBesideEachOther()
}

func (b *builder) repeat(later, earlier int32) {
	if b.Repeats == nil {
		b.Repeats = map[int32]int32{}
	}
	b.Repeats[later] = earlier
}

// repeatedBelowNewRoot finds a conversation that occurs twice: a resume after a prompt with
// an image writes it again below a new root, with new uuids and the same message ids
// (1.0.111–2.1.20, format.md 12.1). Replies match by message id and content; the messages
// they answer match by their place before them and their content.
func (b *builder) repeatedBelowNewRoot() {
	nodes := b.Facts.Nodes
	roots := 0
	for i := range nodes {
		if b.raw[i] == None && b.Main(int32(i)) {
			roots++
		}
	}
	if roots < 2 { // nearly always
		return
	}
	first, messages := map[said]int32{}, b.Messages()
	var again, root []int32
	for i := range nodes {
		n := &nodes[i]
		if messages[i] == 0 || n.Content == 0 || !b.Main(int32(i)) {
			continue
		}
		key := said{messages[i], n.Content}
		earlier, ok := first[key]
		if !ok {
			first[key] = int32(i)
			continue
		}
		if root == nil {
			root = b.roots()
		}
		if root[earlier] != root[i] && b.sameRequest(int32(i), earlier) {
			b.repeat(int32(i), earlier)
			again = append(again, int32(i))
		}
	}
	for _, later := range again {
		b.repeatedAbove(b.raw[later], b.raw[b.Repeats[later]])
	}
}

// Messages returns the hash of each record's message id, or 0 for an id that replies to
// several prompts of one conversation share: some services put the same id on all of them.
func (l *Links) Messages() []uint64 {
	nodes := l.Facts.Nodes
	messages := make([]uint64, len(nodes))
	asked := l.askedAbove()
	first, several := map[uint64]int32{}, map[uint64]bool{}
	var root []int32
	for i := range nodes {
		n := &nodes[i]
		if n.Message == 0 {
			continue
		}
		messages[i] = n.Message
		earlier, ok := first[n.Message]
		if !ok {
			first[n.Message] = int32(i)
			continue
		}
		if asked[earlier] == asked[i] {
			continue
		}
		if root == nil {
			root = l.roots()
		}
		if root[earlier] == root[i] {
			several[n.Message] = true
		}
	}
	for i, m := range messages {
		if several[m] {
			messages[i] = 0
		}
	}
	return messages
}

// askedAbove returns for each record the prompt or message at or above it.
func (l *Links) askedAbove() []int32 {
	return nearest(l.raw, func(i int32) bool { return l.has(i, transcript.FlagAsks) })
}

// sameRequest reports whether two replies with one message id answer one request. An id of
// another service ("chatcmpl-0", 1.0.60) is not reliable: there the prompts must be equal.
func (b *builder) sameRequest(later, earlier int32) bool {
	if !b.has(later, transcript.FlagOtherID) {
		return true
	}
	if b.asked == nil {
		b.asked = b.askedAbove()
	}
	x, y := b.asked[later], b.asked[earlier]
	return x != None && y != None && b.Facts.Nodes[x].Content == b.Facts.Nodes[y].Content
}

// said is a block of an API response.
type said struct {
	message uint64
	content uint32
}

// roots returns for each record its root by parentUuid alone.
func (l *Links) roots() []int32 {
	return nearest(l.raw, func(i int32) bool { return l.raw[i] == None })
}

// repeatedAbove walks up from two equal replies: the messages they answer are equal too.
func (b *builder) repeatedAbove(later, earlier int32) {
	MatchCopies(b.Facts, b.Facts, b.raw, b.raw, b.turns, later, earlier, func(x, y int32) bool {
		if x <= y || b.Repeat(x) {
			return false
		}
		b.repeat(x, y)
		return true
	})
}

// RawParents returns the parents inside the file by parentUuid alone, or None. The caller
// must not change the slice.
func (l *Links) RawParents() []int32 { return l.raw }

// TurnsAbove returns for each record the user or assistant record at or above it by
// parentUuid alone, or None.
func (l *Links) TurnsAbove() []int32 {
	return nearest(l.raw, func(i int32) bool { return l.has(i, transcript.FlagTurn) })
}

// MatchCopies walks up in two files, or twice in one, from the messages that two copies of
// one reply answer. It calls same with each pair of records at the same place, copy first,
// as long as same returns true. The client splits a prompt with an image in two when it
// copies it (1.0.111–2.1.20): both parts match the one prompt. Hooks between them are not
// sent, and so are not copied. turnsOriginal is the result of [Links.TurnsAbove] for the
// original.
func MatchCopies(copied, original *transcript.Facts, upCopied, upOriginal, turnsOriginal []int32, x, y int32, same func(x, y int32) bool) {
	prompt := None // the original of the last matched prompt
	for limit := len(upCopied) + len(upOriginal); x != None && limit > 0; limit-- {
		a := &copied.Nodes[x]
		if a.Message != 0 {
			return
		}
		at := y
		if a.Flags.Has(transcript.FlagTurn) && y != None {
			at = turnsOriginal[y]
		}
		switch {
		case at != None && original.Nodes[at].Message == 0 && kindOf(a) == kindOf(&original.Nodes[at]):
			if !same(x, at) {
				return
			}
			if prompt = None; a.Flags.Has(transcript.FlagPrompt) {
				prompt = at
			}
			y = upOriginal[at]
		case prompt != None && a.Flags.Has(transcript.FlagPrompt) && same(x, prompt):
			prompt = None
		default:
			return
		}
		x = upCopied[x]
	}
}

// nearest returns for each record the nearest one of some kind at or above it, or None. It
// visits each record once, even if many share a parent.
func nearest(up []int32, is func(i int32) bool) []int32 {
	const unknown, open = None - 1, None - 2
	found := make([]int32, len(up))
	for i := range found {
		found[i] = unknown
	}
	var passed []int32
	for i := range up {
		at, result := int32(i), None
		for at != None && found[at] == unknown {
			if is(at) {
				found[at] = at
				break
			}
			found[at] = open // a cycle ends here
			passed = append(passed, at)
			at = up[at]
		}
		if at != None && found[at] != open {
			result = found[at]
		}
		for _, p := range passed {
			found[p] = result
		}
		passed = passed[:0]
	}
	return found
}

// kindOf returns the flags that distinguish kinds of records. A picture differs from a text
// about it.
func kindOf(n *transcript.Node) transcript.Flags {
	const kinds = transcript.FlagUser | transcript.FlagAssistant | transcript.FlagSystem | transcript.FlagAttachment |
		transcript.FlagProgress | transcript.FlagAsks | transcript.FlagText | transcript.FlagToolResult | transcript.FlagCommand | transcript.FlagBoundary
	return n.Flags & kinds
}

// maxSiblings bounds the search for a twin among thousands of children of one record.
const maxSiblings = 256

// repeatedBesideEachOther finds messages that hosts write again when they compact: with the
// same parent, time and content (cc#66947). The first copy counts.
func (b *builder) repeatedBesideEachOther() {
	nodes := b.Facts.Nodes
	var siblings map[int32][]int32 // of records with several children
	only := make([]int32, len(nodes))
	for i := range nodes {
		at := int32(i)
		if b.raw[i] == None || !nodes[i].Flags.Has(transcript.FlagTurn) || !b.Main(at) || b.Repeat(at) {
			continue
		}
		p := b.turns[b.raw[i]]
		if p == None {
			continue
		}
		p = b.Original(p)
		if only[p] == 0 {
			only[p] = at + 1
			continue
		}
		if siblings == nil {
			siblings = map[int32][]int32{}
		}
		list := siblings[p]
		if list == nil {
			list = []int32{only[p] - 1}
		}
		if k := slices.IndexFunc(list, func(o int32) bool { return twins(&nodes[o], &nodes[i]) }); k >= 0 {
			b.repeat(at, list[k])
		} else if len(list) < maxSiblings {
			list = append(list, at)
		}
		siblings[p] = list
	}
}

// twins reports whether two records with one parent have the same time and content.
func twins(a, b *transcript.Node) bool {
	return a.Time != 0 && a.Time == b.Time && a.Content == b.Content && a.Message == b.Message && kindOf(a) == kindOf(b)
}
