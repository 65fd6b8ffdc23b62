//go:build !purego

package search

import "golang.org/x/sys/cpu"

// hasPairs reports whether find is faster than a look for one byte.
func hasPairs() bool { return cpu.X86.HasAVX2 }

// find is findGeneric, for an n that is a multiple of pairStep.
func (p *pair) find(buf []byte, at, n int) int {
	if !hasPairs() {
		return p.findGeneric(buf, at, n)
	}
	return findPairAVX2(&buf[at], n, p)
}

//go:noescape
func findPairAVX2(buf *byte, n int, p *pair) int
