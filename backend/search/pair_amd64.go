package search

import "golang.org/x/sys/cpu"

// hasPairs reports whether find is there.
func hasPairs() bool { return cpu.X86.HasAVX2 }

// find returns the first of n places in buf at which the pair stands, -1 where
// there is none. n is a multiple of pairStep, and at all n places both bytes lie
// in what buf is a part of.
func (p *pair) find(buf *byte, n int) int { return findPairAVX2(buf, n, p) }

//go:noescape
func findPairAVX2(buf *byte, n int, p *pair) int
