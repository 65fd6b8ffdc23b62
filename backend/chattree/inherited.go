package chattree

import "dendro/backend/transcript"

// Session returns a session of the chat, nil where it is in another one.
func (c *Chat) Session(id string) *Session {
	for _, s := range c.Sessions {
		if s.ID == id {
			return s
		}
	}
	return nil
}

// Ancestors returns the sessions that a session comes from, its parent first.
func (c *Chat) Ancestors(id string) []*Session {
	byID := make(map[string]*Session, len(c.Sessions))
	for _, s := range c.Sessions {
		byID[s.ID] = s
	}
	var list []*Session
	for s := byID[id]; s != nil && s.Parent != nil && len(list) < len(byID); {
		if s = byID[*s.Parent]; s != nil {
			list = append(list, s)
		}
	}
	return list
}

// Inherited returns the records of a session that an ancestor has too, by
// their uuids in the session's own file. It takes time with the records of the
// session and its ancestors.
func (c *Chat) Inherited(id string) map[transcript.ID]bool {
	s := c.Session(id)
	inherited := map[transcript.ID]bool{}
	if s == nil || s.Parent == nil {
		return inherited
	}
	ancestors, copies := c.Ancestors(id), c.Identities()
	has := map[transcript.ID]bool{}
	for _, a := range ancestors {
		for i := range a.Source.Summary.Nodes {
			has[copies.Of(a.Source.Summary.Nodes[i].ID)] = true
		}
	}
	for i := range s.Source.Summary.Nodes {
		own := s.Source.Summary.Nodes[i].ID
		if has[copies.Of(own)] {
			inherited[own] = true
		}
	}
	return inherited
}
