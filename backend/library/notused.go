package library

import (
	"cmp"
	"maps"
	"slices"
	"sync"

	"dendro/backend/scan"
)

// unread collects the files beside the transcripts that could not be read when they were
// needed last.
type unread struct {
	mu  sync.Mutex
	why map[string]error // by path
}

// set records whether a file could be read: err is nil where it could, or where it does
// not exist.
func (u *unread) set(path string, err error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if err == nil {
		delete(u.why, path)
		return
	}
	if u.why == nil {
		u.why = map[string]error{}
	}
	u.why[path] = err
}

func (u *unread) problems() []scan.Problem {
	u.mu.Lock()
	defer u.mu.Unlock()
	var all []scan.Problem
	for _, path := range slices.SortedFunc(maps.Keys(u.why), cmp.Compare[string]) {
		all = append(all, scan.Problem{Path: path, Err: u.why[path]})
	}
	return all
}

// NotUsed returns the files and directories that could not be used, with the reasons:
// Dendro's own, and Claude Code's settings.
func (l *Lister) NotUsed() []scan.Problem {
	return slices.Concat(l.catalog.Snapshot().NotUsed, l.unread.problems())
}
