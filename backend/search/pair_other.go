//go:build !amd64

package search

func hasPairs() bool { return false }

func (p *pair) find(*byte, int) int { panic("internal error: there is no search for pairs here") }
