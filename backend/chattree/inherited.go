package chattree

import (
	"slices"

	"dendro/backend/transcript"
)

// Session returns a session of the chat, or nil if it is in another one.
func (c *Chat) Session(id string) *Session {
	for _, s := range c.Sessions {
		if s.ID == id {
			return s
		}
	}
	return nil
}

// Renamed reports whether a sync program named the session's file: it is a copy that no
// client loads.
func (s *Session) Renamed() bool { return s.CopyOf != "" && s.Source.ID != s.CopyOf }

// Ancestors returns the session's ancestors, its parent first.
func (c *Chat) Ancestors(id string) []*Session {
	var list []*Session
	at := slices.IndexFunc(c.Sessions, func(s *Session) bool { return s.ID == id })
	for at >= 0 && c.Sessions[at].Parent != nil {
		parent := *c.Sessions[at].Parent
		for at--; at >= 0 && c.Sessions[at].ID != parent; at-- { // parents come first
		}
		if at >= 0 {
			list = append(list, c.Sessions[at])
		}
	}
	return list
}

// Inherited returns a function that reports whether an ancestor also has a record, given
// its uuid in the session's own file. The cost is linear in the ancestors' records.
func (c *Chat) Inherited(session string) func(transcript.ID) bool {
	has, copies := map[transcript.ID]bool{}, c.Identities()
	for _, a := range c.Ancestors(session) {
		for i := range a.Source.Summary.Nodes {
			has[copies.Of(a.Source.Summary.Nodes[i].ID)] = true
		}
	}
	return func(id transcript.ID) bool { return has[copies.Of(id)] }
}
