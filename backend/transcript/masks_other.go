//go:build !amd64 || purego

package transcript

// add maps n blocks of the line, which stand in part and begin with the one at
// first.
func (m *lineMap) add(part, line []byte, first, n int) { m.addMasks(part, line, first, n) }
