package scan

import (
	"io/fs"
	"slices"

	"dendro/backend/internal/disk"
)

// In a project on a dead mount, each path that does not respond costs a timeout. After
// mostAsked of them links are no longer followed, and after maxUnanswered, which then are
// not links, the project is abandoned.
const (
	mostAsked     = 4
	maxUnanswered = 8
)

// unanswered is the set of unresponsive paths of a project, relative to the root. It is
// immutable: several workers may share it.
type unanswered struct{ paths []string }

// and returns u with another path added, or nil if there are too many.
func (u *unanswered) and(path string) *unanswered {
	if u == nil {
		return &unanswered{[]string{path}}
	}
	if len(u.paths) >= maxUnanswered {
		return nil
	}
	return &unanswered{append(slices.Clone(u.paths), path)}
}

// asks announces an access to an entry and reports whether to make it. If not, the entry is
// left out and reported as a problem.
func (l *lister) asks(rel string, kind fs.FileMode) bool {
	if u := l.without; u != nil {
		link := kind&fs.ModeSymlink != 0
		if slices.Contains(u.paths, rel) || link && len(u.paths) >= mostAsked {
			l.problem(rel, disk.ErrNoAnswer)
			return false
		}
	}
	l.pulse.askAbout(&rel)
	return true
}
