//go:build !amd64 || purego

package search

// hasPairs reports whether find is faster than a look for one byte.
func hasPairs() bool { return false }

// find is findGeneric.
func (p *pair) find(buf []byte, at, n int) int { return p.findGeneric(buf, at, n) }
