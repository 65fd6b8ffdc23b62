package chattree

import (
	"bytes"
	"slices"

	"dendro/backend/lineage"
	"dendro/backend/transcript"
)

// Identities maps copies under another uuid to the record that they copy, which may be a
// copy itself. It is read-only.
type Identities map[transcript.ID]transcript.ID

// Of follows a record to its first original. A cycle leaves the id unchanged.
func (m Identities) Of(id transcript.ID) transcript.ID {
	if len(m) == 0 {
		return id
	}
	at := id
	for range 64 {
		orig, ok := m[at]
		if !ok {
			return at
		}
		at = orig
	}
	return id
}

// add adds a copy. If a record has two originals, the smaller one wins, so that the order
// of the files makes no difference.
func (m *Identities) add(id, orig transcript.ID) {
	if id == orig {
		return
	}
	if *m == nil {
		*m = Identities{}
	}
	if old, known := (*m)[id]; !known || bytes.Compare(orig[:], old[:]) < 0 {
		(*m)[id] = orig
	}
}

// join adds all entries of another map.
func (m *Identities) join(others ...Identities) {
	for _, o := range others {
		for id, orig := range o {
			m.add(id, orig)
		}
	}
}

// Identities returns the records of the chat's files that are copies under another uuid:
// forks that mint new ones say so (F6), -p copies of 1.0.x and conversations that occur
// twice in a file do not.
func (c *Chat) Identities() Identities {
	var m Identities
	for _, s := range c.Sessions {
		if s.Source != nil && s.Source.Summary != nil {
			m.join(s.Source.Summary.Aliases)
		}
		m.join(s.copies)
	}
	return m
}

// Reminted reports whether records of the chat also occur under another uuid.
func (c *Chat) Reminted() bool {
	return slices.ContainsFunc(c.Sessions, func(s *Session) bool {
		return len(s.copies) > 0 || s.Source != nil && s.Source.Summary != nil && len(s.Source.Summary.Aliases) > 0
	})
}

// Repeats reports whether records of the session may occur twice in its file, under another
// uuid.
func (s *Session) Repeats() bool { return len(s.copies) > 0 }

// Copies returns the session's records that repeat another one, of its own file or of another
// session, under another uuid that no record names. The caller must not change them.
func (s *Session) Copies() Identities { return s.copies }

// identities combines the members' statements about minted uuids with the evidence of their
// replies.
func identities(members []*session) (all Identities, copies []Identities) {
	copies = make([]Identities, len(members))
	for m, s := range members {
		all.join(s.sum.Aliases)
		copies[m].join(s.repeats())
	}
	all.join(copies...)
	sameReplies(members, all, copies)
	all.join(copies...)
	return all, copies
}

// repeats returns the records that repeat an earlier one of the file.
func (s *session) repeats() Identities {
	var m Identities
	for later, earlier := range s.links.Repeats {
		m.add(s.sum.Nodes[later].ID, s.sum.Nodes[earlier].ID)
	}
	return m
}

// said identifies a part of a reply, by its message and content, or the result of one of
// its calls.
type said struct {
	message uint64
	content uint32
}

// responses returns the response of each record by the hash of its message id, or 0 if that
// does not identify one: other services repeat ids ("chatcmpl-0", 1.0.60), and several
// replies of one conversation may share an id.
func (s *session) responses() []uint64 {
	messages := s.links.Messages()
	for i := range messages {
		if s.sum.Nodes[i].Flags.Has(transcript.FlagOtherID) {
			messages[i] = 0
		}
	}
	return messages
}

// mostResults bounds the search for the call of a result.
const mostResults = 64

// saidBy returns the identity of node i, or false if it is neither a part nor a result of a
// reply. up holds each node's parent, messages its response.
func (s *session) saidBy(up []int32, messages []uint64, i int32) (said, bool) {
	n := &s.sum.Nodes[i]
	key := said{messages[i], n.Content}
	if n.Flags.Has(transcript.FlagToolResult) {
		// 1.0.x chains the results of one response.
		at := up[i]
		for limit := mostResults; limit > 0 && at != none && key.message == 0; limit-- {
			key.message, at = messages[at], up[at]
		}
	}
	return key, key.message != 0 && key.content != 0
}

// written is a record of a member.
type written struct{ member, node int32 }

// sameReplies finds records that members have in common under different uuids: -p of 1.0.x
// makes such copies, and so do other programs. They are the parts of one reply, the results of its calls, after which the original may end, and the
// records above both. The one written first is the original.
func sameReplies(members []*session, known Identities, copies []Identities) {
	first := map[said]written{}
	messages := make([][]uint64, len(members))
	turns := make([][]int32, len(members)) // computed for originals only
	for pass := range 2 {                  // the first pass finds the first author of each part
		for m, s := range members {
			nodes, up := s.sum.Nodes, s.links.RawParents()
			if messages[m] == nil {
				messages[m] = s.responses()
			}
			for i := range nodes {
				n := &nodes[i]
				key, told := s.saidBy(up, messages[m], int32(i))
				if !told || !s.links.Main(int32(i)) || s.links.Repeat(int32(i)) {
					continue
				}
				at, seen := first[key]
				if pass == 0 {
					if !seen || before(members, written{int32(m), int32(i)}, at) {
						first[key] = written{int32(m), int32(i)}
					}
					continue
				}
				if at.member != int32(m) && known.Of(members[at.member].sum.Nodes[at.node].ID) != known.Of(n.ID) {
					if turns[at.member] == nil {
						turns[at.member] = members[at.member].links.TurnsAbove()
					}
					sameAbove(members, known, copies, turns[at.member], written{int32(m), int32(i)}, at)
				}
			}
		}
	}
}

// before reports whether a was written before b.
func before(members []*session, a, b written) bool {
	x, y := &members[a.member].sum.Nodes[a.node], &members[b.member].sum.Nodes[b.node]
	if x.Time != y.Time {
		return x.Time < y.Time
	}
	return bytes.Compare(x.ID[:], y.ID[:]) < 0
}

// sameAbove records that two parts of one reply are equal, and so are the messages they
// answer.
func sameAbove(members []*session, known Identities, copies []Identities, turns []int32, copied, original written) {
	c, o := members[copied.member], members[original.member]
	m := &copies[copied.member]
	m.add(c.sum.Nodes[copied.node].ID, o.sum.Nodes[original.node].ID)
	up, upOriginal := c.links.RawParents(), o.links.RawParents()
	lineage.MatchCopies(&c.sum.Facts, &o.sum.Facts, up, upOriginal, turns, up[copied.node], upOriginal[original.node], func(x, y int32) bool {
		if id, orig := c.sum.Nodes[x].ID, o.sum.Nodes[y].ID; known.Of(id) != known.Of(orig) {
			m.add(id, orig)
		}
		return true
	})
}
