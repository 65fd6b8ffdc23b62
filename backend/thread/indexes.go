package thread

// Indexes returns the indexes of the session's files: its own first, then
// those of its agents.
func (s *Session) Indexes() []*Index {
	list := make([]*Index, len(s.files))
	for i, f := range s.files {
		list[i] = f.x
	}
	return list
}
