//go:build !amd64 || purego

package fold

// find has no accelerated version on this platform.
func (p *pair) find(buf []byte, at, n int) int { return p.findGeneric(buf, at, n) }
