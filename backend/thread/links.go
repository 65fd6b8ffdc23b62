package thread

import (
	"dendro/backend/lineage"
	"dendro/backend/transcript"
)

// Links returns how the records of the session's own file follow each other.
func (s *Session) Links() *lineage.Links { return s.links }

// End returns the last record of the branch that a client would continue: the active leaf,
// or the record after it that the client drops, such as a call without a result; the last
// record of a file without anything to continue. It is zero for an empty file.
func (s *Session) End() transcript.ID {
	end := s.links.Tail
	if end == lineage.None {
		end = int32(s.main.Len()) - 1
	}
	if end < 0 {
		return transcript.ID{}
	}
	return s.main.node(end).ID
}

// Loads returns the uuids of the records, in order, that a client from 2.1.120 on sends
// when it resumes the session.
func (t *Thread) Loads() []string { return t.s.Names(t.s.links.LoadsBy("")...) }

// Differs compares the branch to a record with the messages that a resuming client sends,
// by its version.
func (s *Session) Differs(tip transcript.ID, client string) lineage.Difference {
	return s.links.Differs(s.main.find(tip), client)
}

// Names returns the uuids of records of the session's own file, which Links identify by
// index.
func (s *Session) Names(records ...int32) []string {
	uuids := []string{}
	for _, i := range records {
		if i != lineage.None {
			uuids = append(uuids, s.main.Text(s.main.node(i).ID))
		}
	}
	return uuids
}

// Before returns the predecessor of a record of the session's own file, above the
// compaction that it belongs to, or zero.
func (s *Session) Before(id transcript.ID) transcript.ID {
	const compaction = transcript.FlagBoundary | transcript.FlagCompactSummary
	at := s.main.find(id)
	for at >= 0 {
		if at = s.links.Up[at]; at < 0 || !s.main.has(at, compaction) {
			break
		}
	}
	if at < 0 {
		return transcript.ID{}
	}
	return s.main.node(at).ID
}
