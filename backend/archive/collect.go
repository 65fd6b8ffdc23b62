package archive

import (
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"dendro/backend/message"
)

// Source is a session on the disk.
type Source struct {
	Session
	// Beside are more files of the session, relative to the root: agents beside it, plans.
	Beside []string
	// Held are files of the session that are open although they may be gone from the disk, by
	// their paths relative to the root.
	Held map[string]*os.File
}

// maxFiles bounds the files of a session; real ones have some hundred.
const maxFiles = 20000

// paths returns the paths of the session's files, the transcript first. transcript is
// relative to the root, as everything is.
func paths(root *os.Root, transcript string, src Source) ([]string, error) {
	all := []string{transcript}
	side := strings.TrimSuffix(transcript, ".jsonl")
	for _, dir := range []string{side, "file-history/" + src.ID, TaskDir(src.ID)} {
		below, err := filesBelow(root, dir)
		if err != nil {
			return nil, err
		}
		all = append(all, below...)
	}
	todos, err := fs.Glob(root.FS(), TodoPattern(src.ID))
	if err != nil {
		return nil, err
	}
	all = append(all, todos...)
	for _, p := range src.Beside {
		if sessionPath(p) && isFile(root, p) {
			all = append(all, p)
		}
	}
	all = append(all, slices.Sorted(maps.Keys(src.Held))...)
	seen := map[string]bool{}
	return slices.DeleteFunc(all, func(p string) bool {
		was := seen[p]
		seen[p] = true
		return was
	}), nil
}

// filesBelow returns the regular files in a directory and below it. Links are left out:
// they may lead anywhere. A missing directory has none.
func filesBelow(root *os.Root, dir string) ([]string, error) {
	var files []string
	err := fs.WalkDir(root.FS(), dir, func(p string, e fs.DirEntry, err error) error {
		switch {
		case err != nil && p == dir:
			return fs.SkipAll // there is no such directory
		case len(files) >= maxFiles:
			return message.New("archive_too_many_files", "session", path.Base(dir)).Error(nil)
		case err == nil && e.Type().IsRegular(): // an unreadable one costs itself
			files = append(files, p)
		}
		return nil
	})
	return files, err
}

func isFile(root *os.Root, p string) bool {
	info, err := root.Lstat(filepath.FromSlash(p))
	return err == nil && info.Mode().IsRegular()
}

// TaskDir returns the directory of a session's tasks (2.0.7x+), one JSON file each, relative
// to the root.
func TaskDir(id string) string { return path.Join("tasks", id) }

// TodoPattern returns the pattern of the lists of todos of a session and its agents (up to
// 2.0.7x), relative to the root.
func TodoPattern(id string) string { return "todos/" + id + "-agent-*.json" }

// PlanPath returns the path of a session's plan by its name, relative to the root.
func PlanPath(slug string) string { return path.Join("plans", slug+".md") }
