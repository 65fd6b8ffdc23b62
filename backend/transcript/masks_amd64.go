package transcript

// masks is masksGeneric with the sixteen byte instructions that every amd64
// processor has: three times as fast, and the innermost loop of a scan.
func masks(b []byte, m []blockMasks) (least byte) {
	if len(m) == 0 {
		return 0xff
	}
	return masksSSE2(&b[:len(m)*blockSize][0], len(m), &m[0])
}

//go:noescape
func masksSSE2(b *byte, blocks int, m *blockMasks) (least uint8)
