package watch

import (
	"errors"
	"os"
	"path/filepath"
	"strings"

	"dendro/backend/internal/disk"
)

// A directory is watched once, whatever it is called: its events bear the name
// that it was watched under first. Where links lead to it they are events of
// all its names.

// link notes that path is a link that is followed, to a directory or a file,
// and watches the file. It fails with [disk.ErrNoAnswer] and nothing else.
func (w *Watcher) link(path string) error {
	target, err := w.resolved(path)
	if errors.Is(err, disk.ErrNoAnswer) {
		return err
	}
	if err != nil { // nothing is there yet
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
		_ = w.events.Add(path) // else it is seen when everything is looked at
	}
	return nil
}

func isLink(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode()&os.ModeSymlink != 0
}

// others returns the other names of what lies at path.
func (w *Watcher) others(path string) []string {
	if len(w.links) == 0 {
		return nil
	}
	place, known := path, ""
	for _, names := range [...]map[string]string{w.places, w.links} {
		for name, target := range names {
			if rest, ok := below(path, name); ok && len(name) >= len(known) { // links lie below links
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

// below returns what comes behind dir in path, and whether path is dir or lies
// in it.
func below(path, dir string) (rest string, ok bool) {
	rest, ok = strings.CutPrefix(path, dir)
	return rest, ok && (rest == "" || rest[0] == filepath.Separator)
}
