package chattree

import "dendro/backend/transcript"

// activePath returns the records on the way to the active leaf, across compactions: those
// that a resume loads or has a summary of.
func (s *session) activePath() []bool {
	path := make([]bool, len(s.links.Up))
	at := s.links.Tail
	if at != none {
		at = s.links.Original(at)
	}
	for ; at != none && !path[at]; at = s.links.Up[at] {
		path[at] = true
	}
	return path
}

// strand finds each session's own turns that no resume of any session of the chat would
// load.
func strand(sessions []*node) {
	loaded := make(map[*node][]bool, len(sessions))
	for _, l := range sessions {
		loaded[l] = make([]bool, len(l.links.Up))
	}
	for _, l := range sessions {
		l.path = l.activePath()
		for i, on := range l.path {
			if on {
				r := l.at(int32(i))
				loaded[r.in][r.node] = true
			}
		}
	}
	for _, l := range sessions {
		nodes := l.sum.Nodes
		for i := range nodes {
			k := int32(i)
			if nodes[i].Flags.Has(transcript.FlagPrompt) && l.own(k) && !l.links.Repeat(k) && !loaded[l][k] {
				l.out.StrandedTurns = append(l.out.StrandedTurns, l.text(k))
			}
		}
		l.out.Stranded = len(l.out.StrandedTurns)
	}
}
