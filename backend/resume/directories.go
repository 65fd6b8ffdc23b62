package resume

import (
	"errors"
	"path/filepath"
	"regexp"
	"strings"

	"dendro/backend/internal/disk"
	"dendro/backend/message"
)

// Directory is an alternative to a session's missing directory.
type Directory struct {
	// Kind is parent, the nearest existing directory above; main, the main worktree of its
	// repository; make, the directory itself, to be created; or home, the user's, instead of
	// a directory of another operating system.
	Kind string `json:"kind"`
	Dir  string `json:"dir"`
}

// The kinds of directories.
const (
	DirectoryParent   = "parent"
	DirectoryMain     = "main"
	DirectoryRecreate = "make"
	DirectoryHome     = "home"
)

// DirProblem returns why a request cannot run in its directory, or none.
func (h *host) DirProblem(req Request) message.Message { return h.checkDir(h.seen(req)) }

// Directories returns the alternatives to a missing directory, the likeliest first. None is
// preselected: in another directory the client works on other files. main is the repository
// that the session names for the worktree dir, or "".
func (h *host) Directories(dir, main string) []Directory {
	places := []Directory{}
	if h.isForeign(dir) && h.checkDir(h.sys.Home).IsZero() {
		return append(places, Directory{DirectoryHome, h.sys.Home})
	}
	if dir == "" || strings.ContainsRune(dir, 0) || !isAbs(h.sys.GOOS, dir) || h.checkDir(dir).IsZero() {
		return places
	}
	if main == dir || main == "" || !h.checkDir(main).IsZero() {
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

// above returns the nearest existing directory above another one, or "" for the root of the
// file system.
func (h *host) above(dir string) string {
	for up := filepath.Dir(dir); up != filepath.Dir(up); up = filepath.Dir(up) {
		if info, err := h.stat(up); err == nil && info.IsDir() {
			return up
		}
	}
	return ""
}

// worktree matches the content of .git in a worktree: the path of its data in the
// repository.
var worktree = regexp.MustCompile(`^gitdir: (.*)[/\\]\.git[/\\]worktrees[/\\][^/\\]+$`)

// mainWorktree returns the main worktree of the repository around a directory, or "".
func (h *host) mainWorktree(dir string) string {
	for {
		git := filepath.Join(dir, ".git")
		info, err := h.stat(git)
		switch {
		case err == nil && info.IsDir():
			return dir
		case err == nil && info.Mode().IsRegular() && info.Size() < 1<<16:
			text, _ := h.sys.ReadFile(git) // an unreadable file names none
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
