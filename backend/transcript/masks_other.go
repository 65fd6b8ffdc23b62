//go:build !amd64 || purego

package transcript

// add maps n blocks of the line, which stand in part and begin with the one at
// first.
func (m *lineMap) add(part, line []byte, first, n int) { m.addMasks(part, line, first, n) }

// addPlain would map the blocks up to the first with a byte below 0x20.
func (m *lineMap) addPlain([]byte, []byte, int, int) int { return 0 }

func masks(b []byte, m []blockMasks) (least byte, high uint32) { return masksGeneric(b, m) }
