package chattree

import "dendro/backend/transcript"

// bitset is a set of records of one file.
type bitset []uint64

func newBitset(n int) bitset { return make(bitset, (n+63)/64) }

func (b bitset) add(i int32) { b[i/64] |= 1 << (i % 64) }

func (b bitset) has(i int32) bool { return b[i/64]&(1<<(i%64)) != 0 }

// activePath returns the records that lead to the active leaf, across
// compactions: what a resume loads or has a summary of.
func (s *session) activePath() bitset {
	path := newBitset(len(s.links.Up))
	at := s.links.Tail
	if at != none {
		at = s.links.Original(at)
	}
	for ; at != none && !path.has(at); at = s.links.Up[at] {
		path.add(at)
	}
	return path
}

// strand finds in each session the turns of its own that no resume of any
// session of the chat would load.
func strand(sessions []*linked) {
	loaded := make(map[*linked]bitset, len(sessions))
	for _, l := range sessions {
		loaded[l] = newBitset(len(l.links.Up))
	}
	for _, l := range sessions {
		l.path = l.activePath()
		for i := range l.links.Up {
			if k := int32(i); l.path.has(k) {
				r := l.at(k)
				loaded[r.in].add(r.node)
			}
		}
	}
	for _, l := range sessions {
		nodes := l.sum.Nodes
		for i := range nodes {
			k := int32(i)
			if nodes[i].Flags.Has(transcript.FlagPrompt) && l.own(k) && !l.links.Repeat(k) && !loaded[l].has(k) {
				l.out.StrandedTurns = append(l.out.StrandedTurns, l.text(k))
			}
		}
		l.out.Stranded = len(l.out.StrandedTurns)
	}
}
