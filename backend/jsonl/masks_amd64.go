//go:build !purego

package jsonl

import "golang.org/x/sys/cpu"

// add maps n blocks of the line, which are in part, starting with block number first. It
// uses AVX2, available since 2013, for runs of blocks without a byte below 0x20: a cold
// scan with masks alone takes a third longer.
func (m *Map) add(part, line []byte, first, n int) {
	if !cpu.X86.HasAVX2 {
		m.addMasks(part, line, first, n)
		return
	}
	for n > 0 {
		mapped := m.addPlain(part, line, first, n)
		if mapped < n {
			m.addMasks(part[mapped*blockSize:], line, first+mapped, 1)
			mapped++
		}
		part, first, n = part[mapped*blockSize:], first+mapped, n-mapped
	}
}

// addPlain maps up to the first block with a byte below 0x20 and returns the number of
// blocks mapped.
func (m *Map) addPlain(part, line []byte, first, n int) int {
	quotes := m.quotes[first:][:n]
	mapped, odd, carry, high := mapAVX2(&part[:n*blockSize][0], n, &quotes[0], &m.odd[:n][0], m.carry)
	m.carry = carry
	m.ASCII = m.ASCII && high == 0
	for _, o := range m.odd[:odd] {
		m.escapes(line, (first+n-int(o.left))*blockSize, o.escaped)
	}
	return mapped
}

// mapAVX2 is the loop of addMasks, and the innermost one of a scan. It ends
// before the first block with a byte below 0x20. There has to be room for as
// many odd blocks as blocks.
//
//go:noescape
func mapAVX2(b *byte, blocks int, quotes *uint64, odd *oddBlock, carry uint64) (mapped, odds int, over uint64, high uint32)
