package library

import (
	"encoding/binary"
	"testing"

	"dendro/backend/search"
	"dendro/backend/transcript"
)

// TestCopiesAreFoundInParts: so many records that they are looked at in parts fill each part
// evenly, random ids and made-up ones; two groups that share one find it.
func TestCopiesAreFoundInParts(t *testing.T) {
	const n = 2 * tableIDs
	for name, mixed := range map[string]func(uint64) uint64{
		"random":  func(i uint64) uint64 { return (i + 1) * 0x9e3779b97f4a7c15 },
		"made up": func(i uint64) uint64 { return (i + 1) << 40 },
	} {
		files := make([]holder, 2)
		for k := range files {
			nodes := make([]transcript.Node, n/2)
			for i := range nodes {
				at := uint64(k*n/2 + i)
				if k == 1 && i == 0 {
					at = 0 // the one that both have
				}
				binary.LittleEndian.PutUint64(nodes[i].ID[:], mixed(at))
				binary.LittleEndian.PutUint64(nodes[i].ID[8:], at^0xbf58476d1ce4e5b9)
			}
			files[k] = holder{&search.FileInfo{Key: string(rune('a' + k))}, &transcript.Facts{Nodes: nodes}, uint32(k + 1)}
		}
		if got := copiesOf(files, nil); len(got.holders) != 1 {
			t.Errorf("%s: %d records in both", name, len(got.holders))
		}
	}
}
