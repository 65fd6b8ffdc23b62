//go:build !amd64 || purego

package jsonl

// add maps n blocks of the line, which are in part, starting with block number first.
func (m *Map) add(part, line []byte, first, n int) { m.addMasks(part, line, first, n) }
