package library

import (
	"dendro/backend/catalog"
	"dendro/backend/transcript"
)

// touchingOf returns search.FileInfo.Touching, nil if the file touches nothing.
func touchingOf(f *catalog.File) func(fits func(path string) bool) []transcript.ID {
	s := f.Summary
	if len(s.FilesTouched) == 0 {
		return nil
	}
	return func(fits func(path string) bool) (records []transcript.ID) {
		fit := make([]bool, len(s.FilesTouched))
		for i, path := range s.FilesTouched {
			fit[i] = fits(path)
		}
		for _, t := range s.Touches {
			// A damaged cache may hold other numbers.
			if int(t.File) < len(fit) && fit[t.File] && int(t.Node) < len(s.Nodes) {
				records = append(records, s.Nodes[t.Node].ID)
			}
		}
		return records
	}
}
