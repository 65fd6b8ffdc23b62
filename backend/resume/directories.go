package resume

import (
	"errors"
	"path/filepath"
	"regexp"
	"strings"

	"dendro/backend/internal/disk"
)

// Place is a directory to go on in where a session's own is gone.
type Directory struct {
	// Kind is parent, the nearest directory above that is there; main, the main worktree of
	// the repository that it belonged to; or make, the directory itself, made anew.
	Kind string `json:"kind"`
	Dir  string `json:"dir"`
}

// The kinds of places.
const (
	DirectoryParent   = "parent"
	DirectoryMain     = "main"
	DirectoryRecreate = "make"
)

// DirProblem says why a request cannot be carried out in its directory, or nothing.
func (h *host) DirProblem(req Request) string { return h.checkDir(h.seen(req)) }

// Places are where one can go on instead of a directory that is gone, the likeliest
// first. Nothing is chosen: a client that starts elsewhere works on other files. main is the
// directory of which the session says that dir is a worktree, "" where it does not.
func (h *host) Directories(dir, main string) []Directory {
	places := []Directory{}
	if dir == "" || strings.ContainsRune(dir, 0) || !isAbs(h.sys.GOOS, dir) || h.checkDir(dir) == "" {
		return places
	}
	if main == dir || main == "" || h.checkDir(main) != "" {
		main = ""
	} else {
		places = append(places, Directory{DirectoryMain, main})
	}
	if above := h.above(dir); above != "" {
		if found := h.mainWorktree(above); found != "" && main == "" {
			places = append(places, Directory{DirectoryMain, found})
		}
		if len(places) == 0 || places[0].Dir != above {
			places = append(places, Directory{DirectoryParent, above})
		}
	}
	if _, err := h.stat(dir); err != nil && !errors.Is(err, disk.ErrNoAnswer) {
		places = append(places, Directory{DirectoryRecreate, dir})
	}
	return places
}

// above is the nearest directory above one that is there, the root of the file system
// apart: nobody works there.
func (h *host) above(dir string) string {
	for up := filepath.Dir(dir); up != filepath.Dir(up); up = filepath.Dir(up) {
		if info, err := h.stat(up); err == nil && info.IsDir() {
			return up
		}
	}
	return ""
}

// worktree is what .git holds in a worktree: where the repository keeps what it knows of it.
var worktree = regexp.MustCompile(`^gitdir: (.*)[/\\]\.git[/\\]worktrees[/\\][^/\\]+$`)

// mainWorktree is the main worktree of the repository around a directory, "" where there
// is none.
func (h *host) mainWorktree(dir string) string {
	for {
		git := filepath.Join(dir, ".git")
		info, err := h.stat(git)
		switch {
		case err == nil && info.IsDir():
			return dir
		case err == nil && info.Mode().IsRegular() && info.Size() < 1<<16:
			text, _ := h.sys.ReadFile(git) // what cannot be read names none
			found := worktree.FindStringSubmatch(strings.TrimSpace(string(text)))
			switch {
			case found == nil:
				return ""
			case filepath.IsAbs(found[1]):
				return filepath.Clean(found[1])
			}
			return filepath.Join(dir, found[1])
		}
		up := filepath.Dir(dir)
		if up == dir {
			return ""
		}
		dir = up
	}
}
