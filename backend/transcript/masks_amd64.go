package transcript

import "golang.org/x/sys/cpu"

// add maps n blocks of the line, which stand in part and begin with the one at
// first: with the instructions that processors have since 2013 in one go, which
// is twice as fast as by way of masks.
func (m *lineMap) add(part, line []byte, first, n int) {
	if !cpu.X86.HasAVX2 {
		m.addMasks(part, line, first, n)
		return
	}
	quotes := m.quotes[first:][:n]
	odd, carry, least, high := mapAVX2(&part[:n*blockSize][0], n, &quotes[0], &m.odd[:n][0], m.carry)
	m.carry = carry
	m.suspect = m.suspect || least < ' '
	m.ascii = m.ascii && high == 0
	for _, o := range m.odd[:odd] {
		m.escapes(line, (first+n-int(o.left))*blockSize, o.escaped)
	}
}

// masks is masksGeneric with the sixteen byte instructions that every amd64
// processor has: three times as fast.
func masks(b []byte, m []blockMasks) (least byte, high uint32) {
	if len(m) == 0 {
		return 0xff, 0
	}
	return masksSSE2(&b[:len(m)*blockSize][0], len(m), &m[0])
}

//go:noescape
func masksSSE2(b *byte, blocks int, m *blockMasks) (least uint8, high uint32)

// mapAVX2 is the loop of addMasks, and the innermost one of a scan. There has
// to be room for as many odd blocks as blocks.
//
//go:noescape
func mapAVX2(b *byte, blocks int, quotes *uint64, odd *oddBlock, carry uint64) (odds int, over uint64, least uint8, high uint32)
