//go:build !amd64 || purego

package search

// find is findGeneric.
func (p *pair) find(buf []byte, at, n int) int { return p.findGeneric(buf, at, n) }
