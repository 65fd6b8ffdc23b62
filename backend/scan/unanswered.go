package scan

import (
	"io/fs"
	"slices"

	"dendro/backend/internal/disk"
)

// Of a project that leads to a mount whose other end is gone, each path that does not
// answer costs patience. After mostAsked of them no link is followed any more, and after
// maxUnanswered, which then are no links, the project is given up.
const (
	mostAsked     = 4
	maxUnanswered = 8
)

// unanswered are the paths of a project, relative to the root, about which the file
// system does not answer. It is not changed: several workers may have one.
type unanswered struct{ paths []string }

// and returns the paths of u and another one, nil where those are too many.
func (u *unanswered) and(path string) *unanswered {
	if u == nil {
		return &unanswered{[]string{path}}
	}
	if len(u.paths) >= maxUnanswered {
		return nil
	}
	return &unanswered{append(slices.Clone(u.paths), path)}
}

// asks announces a question about an entry, and reports whether it is to be asked. Where
// it is not, the entry is left out, and a problem of its own.
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
