package scan

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"dendro/backend/internal/disk"
	"dendro/backend/internal/plain"
)

// Misplaced is a transcript in a place that Claude Code does not search: List does not
// return it, and no client loads it.
type Misplaced struct {
	Root string
	Path string // relative to Root, with slashes
}

// SessionID returns the session id that the file's name begins with.
func (m Misplaced) SessionID() string { return path.Base(m.Path)[:idLen] }

const idLen = len("00000000-0000-0000-0000-000000000000")

// misplacedDirs bounds the number of directories searched per root.
const misplacedDirs = 100_000

// FindMisplaced returns the misplaced transcripts of the roots by path: files whose name is
// or begins with a session id, below projects or a directory beside it that has one
// (.stversions). It follows no links, so that it terminates, and skips a
// directory that does not respond. It lists every directory of a history, so it is meant
// for a report and not for startup.
func FindMisplaced(ctx context.Context, prober *disk.Prober, roots []Root) []Misplaced {
	var found []Misplaced
	seen := map[string]bool{}
	for _, root := range roots {
		projects := disk.ResolvedWithin(ctx, prober, filepath.Join(root.Path, "projects"))
		if !seen[projects] {
			seen[projects] = true
			found = append(found, misplacedIn(ctx, prober, root.Path)...)
		}
	}
	return found
}

func misplacedIn(ctx context.Context, prober *disk.Prober, root string) []Misplaced {
	var found []Misplaced
	dirs := []string{"projects"}
	beside, _ := disk.WithTimeout(ctx, prober, root, func() ([]fs.DirEntry, error) { return entriesOf(root) })
	for _, e := range beside {
		if e.IsDir() && e.Name() != "projects" {
			dirs = append(dirs, path.Join(e.Name(), "projects"))
		}
	}
	for n := 0; n < len(dirs) && n < misplacedDirs && ctx.Err() == nil; n++ {
		rel := dirs[n]
		dir := filepath.Join(root, filepath.FromSlash(rel))
		entries, err := disk.WithTimeout(ctx, prober, dir, func() ([]fs.DirEntry, error) { return entriesOf(dir) })
		if err != nil {
			continue // List reports the problems of the directories it lists
		}
		for _, e := range entries {
			at := path.Join(rel, e.Name())
			switch {
			case e.IsDir():
				dirs = append(dirs, at)
			case e.Type().IsRegular() && utf8.ValidString(at) && misplaced(at):
				found = append(found, Misplaced{root, at})
			}
		}
	}
	slices.SortFunc(found, func(a, b Misplaced) int { return strings.Compare(a.Path, b.Path) })
	return found
}

// entriesOf lists a directory. It does not block on a pipe with the directory's name.
func entriesOf(dir string) ([]fs.DirEntry, error) {
	file, err := disk.OpenDirectory(dir)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	entries, err := file.ReadDir(-1)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return entries, err
}

// misplaced reports whether a path below a root has the name of a transcript but not its
// place.
func misplaced(rel string) bool {
	stem, ok := strings.CutSuffix(path.Base(rel), ".jsonl")
	if !ok || len(stem) < idLen || !plain.IsUUID(stem[:idLen]) {
		return false
	}
	_, _, _, listed := parsePath(rel)
	return !listed
}
