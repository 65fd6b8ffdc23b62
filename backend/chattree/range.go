package chattree

import (
	"slices"

	"dendro/backend/transcript"
)

// segmentRange assigns the records of a session from node on, up to the next range, to a
// segment. A segment of an ancestor, for records that it also has, is encoded as a number
// below none.
type segmentRange struct{ node, segment int32 }

// inherited converts the number of an ancestor's segment to its encoding and back.
func inherited(segment int32) int32 { return none - 1 - segment }

// startedIn is the segment that an agent's work belongs to.
type startedIn struct {
	agent   string
	segment int32
}

// turnRange assigns the records from node on, up to the next range, to the turn that a record
// opens.
type turnRange struct{ node, opener int32 }

func turnRanges(turns []int32) (ranges []turnRange) {
	for i, opener := range turns {
		if n := len(ranges); n == 0 || ranges[n-1].opener != opener {
			ranges = append(ranges, turnRange{int32(i), opener})
		}
	}
	return slices.Clip(ranges)
}

// Turns returns for every record of the session's file the one that opens its turn, as
// [lineage.Links.Turns] does.
func (s *Session) Turns() []int32 {
	turns := make([]int32, len(s.Source.Summary.Nodes))
	for i, r := range s.turns {
		end := len(turns)
		if i+1 < len(s.turns) {
			end = min(end, int(s.turns[i+1].node))
		}
		for k := int(r.node); k < end; k++ {
			turns[k] = r.opener
		}
	}
	return turns
}

// HasTurns reports whether a record of the session's file opens a turn.
func (s *Session) HasTurns() bool {
	return slices.ContainsFunc(s.turns, func(r turnRange) bool { return r.opener != none })
}

// SegmentOf returns the segment of a record of its chat, by the record's index among the
// nodes of the session's summary. It returns -1 if an ancestor has the record too: then it
// belongs to the ancestor's segments. A record of a sidechain belongs to the segment around
// it in the file.
func (s *Session) SegmentOf(node int) int { return int(max(s.stretchOf(node), none)) }

// SegmentAt returns the segment of a record of the session's file, even if it is an
// ancestor's, or -1 for hooks before a first prompt that was replaced.
func (s *Session) SegmentAt(node int) int {
	segment := s.stretchOf(node)
	if segment < none {
		segment = inherited(segment)
	}
	return int(segment)
}

func (s *Session) stretchOf(node int) int32 {
	at, found := slices.BinarySearchFunc(s.ranges, int32(node), func(m segmentRange, node int32) int { return int(m.node - node) })
	if !found {
		at--
	}
	if at < 0 {
		return none
	}
	return s.ranges[at].segment
}

// SegmentOfAgent returns the index of the segment in which an agent of the session worked,
// or -1 if the agent does not count as the session's.
func (s *Session) SegmentOfAgent(agent string) int {
	for _, in := range s.startedIn {
		if in.agent == agent {
			return int(in.segment)
		}
	}
	return -1
}

// locateRanges computes the sessions' segment ranges.
func locateRanges(sessions []*node) {
	for _, l := range sessions {
		for i := range l.links.Up {
			if !l.links.Main(int32(i)) {
				continue
			}
			k := l.links.Original(int32(i))
			r := l.at(k)
			segment := r.in.parts.of[r.node] - 1
			if !l.own(k) && segment != none {
				segment = inherited(segment)
			}
			if n := len(l.out.ranges); n == 0 || l.out.ranges[n-1].segment != segment {
				l.out.ranges = append(l.out.ranges, segmentRange{int32(i), segment})
			}
		}
		l.out.ranges = slices.Clip(l.out.ranges)
	}
}

// SegmentWith returns the id of the segment of a session's record, even if it is an
// ancestor's, or "" if no file of theirs has the record. The cost is linear in the records
// of these files.
func (c *Chat) SegmentWith(session *Session, uuid string) string {
	want, _ := transcript.ParseID(uuid)
	if want.IsZero() {
		return ""
	}
	for _, s := range append([]*Session{session}, c.Ancestors(session.ID)...) {
		if s.Source == nil || s.Source.Summary == nil {
			continue
		}
		at := slices.IndexFunc(s.Source.Summary.Nodes, func(n transcript.Node) bool { return n.ID == want })
		if at < 0 {
			continue
		}
		if segment := s.SegmentAt(at); segment >= 0 && segment < len(c.Segments) {
			return c.Segments[segment].ID
		}
	}
	return ""
}
