package search

// Stats are the sizes of an index.
type Stats struct {
	Files     int
	Blocks    int
	TextBytes int64 // indexed
	Bytes     int64 // of signatures
}

// Stats returns the index's size.
func (x *Index) Stats() Stats {
	x.mu.Lock()
	defer x.mu.Unlock()
	s := Stats{Files: len(x.files)}
	for _, g := range x.now.Load().groups {
		s.Bytes += int64(len(g.sigs) * sigWords * 8)
		if g.sealed() {
			s.Bytes += rowsSize
		}
		for j := range g.blocks {
			if g.blocks[j].file != nil {
				s.Blocks++
				s.TextBytes += int64(g.blocks[j].text)
			}
		}
	}
	return s
}
