//go:build !purego

package fold

import "golang.org/x/sys/cpu"

// pairStep is how many positions findPairAVX2 checks together.
const pairStep = 64

// find is findGeneric with AVX2 if the processor has it.
func (p *pair) find(buf []byte, at, n int) int {
	whole := n &^ (pairStep - 1)
	if !cpu.X86.HasAVX2 || whole == 0 {
		return p.findGeneric(buf, at, n)
	}
	if k := findPairAVX2(&buf[at], whole, p); k >= 0 {
		return k
	}
	if k := p.findGeneric(buf, at+whole, n-whole); k >= 0 {
		return whole + k
	}
	return -1
}

// findPairAVX2 is findGeneric for n positions, a multiple of pairStep.
//
//go:noescape
func findPairAVX2(buf *byte, n int, p *pair) int
