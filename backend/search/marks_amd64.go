package search

import "golang.org/x/sys/cpu"

// ones returns how many rows are marked.
func (m *marks) ones() int {
	if cpu.X86.HasAVX2 {
		return onesAVX2(m)
	}
	return m.onesGeneric()
}

// pack makes a bit of every mark.
func (m *marks) pack(s *signature) {
	if cpu.X86.HasAVX2 {
		packAVX2(m, s)
		return
	}
	m.packGeneric(s)
}

//go:noescape
func onesAVX2(m *marks) int

//go:noescape
func packAVX2(m *marks, s *signature)
