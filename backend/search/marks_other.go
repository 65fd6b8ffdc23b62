//go:build !amd64

package search

// ones returns how many rows are marked.
func (m *marks) ones() int { return m.onesGeneric() }

// pack makes a bit of every mark.
func (m *marks) pack(s *signature) { m.packGeneric(s) }
