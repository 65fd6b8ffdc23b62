package library

import (
	"dendro/backend/catalog"
	"dendro/backend/transcript"
)

// eachTouch calls visit with the entries of a file's ledger whose path fits.
func eachTouch(s *transcript.Summary, fits func(path string) bool, visit func(*transcript.Entry)) {
	var at []bool
	found := false
	for _, path := range s.FilesTouched {
		at = append(at, fits(path))
		found = found || at[len(at)-1]
	}
	if !found {
		return
	}
	s.Ledger.Entries(func(e *transcript.Entry) bool {
		if e.File >= 0 && e.File < len(at) && at[e.File] && e.Node < len(s.Nodes) {
			visit(e)
		}
		return true
	})
}

// touchingOf returns search.FileInfo.Touching, nil if the file touches nothing.
func touchingOf(f *catalog.File) func(fits func(path string) bool) []transcript.ID {
	s := f.Summary
	if len(s.FilesTouched) == 0 {
		return nil
	}
	return func(fits func(path string) bool) (records []transcript.ID) {
		eachTouch(s, fits, func(e *transcript.Entry) { records = append(records, s.Nodes[e.Node].ID) })
		return records
	}
}
