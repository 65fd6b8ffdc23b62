package watch

import (
	"errors"
	"os"
	"path/filepath"
	"strings"

	"dendro/backend/internal/disk"
)

// A directory is watched once, under its first name, which its events carry. If links lead
// to it, they are events of all its names.

// link registers path as a followed link to a directory or a file, and watches the file.
// Its only error is [disk.ErrNoAnswer].
func (w *Watcher) link(path string) error {
	target, err := w.resolved(path)
	if errors.Is(err, disk.ErrNoAnswer) {
		return err
	}
	if err != nil { // the target does not exist yet
		var gone error
		if target, gone = os.Readlink(path); gone != nil {
			return nil //nolint:nilerr // there is no link any more to be followed
		}
		if !filepath.IsAbs(target) {
			target = filepath.Join(filepath.Dir(path), target)
		}
	}
	w.links[path] = target
	if w.interesting(path) {
		_ = w.events.Add(path) // otherwise the full check finds it
	}
	return nil
}

func isLink(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode()&os.ModeSymlink != 0
}

// others returns the other names of path.
func (w *Watcher) others(path string) []string {
	if len(w.links) == 0 {
		return nil
	}
	place, known := path, ""
	for _, names := range [...]map[string]string{w.places, w.links} {
		for name, target := range names {
			if rest, ok := below(path, name); ok && len(name) >= len(known) { // nested links
				place, known = target+rest, name
			}
		}
	}
	var others []string
	for _, names := range [...]map[string]string{w.places, w.links} {
		for name, target := range names {
			if rest, ok := below(place, target); ok && name+rest != path {
				others = append(others, name+rest)
			}
		}
	}
	return others
}

// below returns the part of path after dir, and whether path is dir or inside it.
func below(path, dir string) (rest string, ok bool) {
	rest, ok = strings.CutPrefix(path, dir)
	return rest, ok && (rest == "" || rest[0] == filepath.Separator)
}
