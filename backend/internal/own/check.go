package own

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"dendro/backend/internal/disk"
	"dendro/backend/message"
)

// check is [Dir.Check] without a timeout.
func check(path string) error {
	if !filepath.IsAbs(path) {
		return unsafe(path, message.New("own_relative"))
	}
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return err
	case info.Mode()&(fs.ModeSymlink|fs.ModeIrregular) != 0: // a junction of Windows is irregular
		return unsafe(path, message.New("own_link"))
	case !info.IsDir():
		return unsafe(path, message.New("own_not_a_directory"))
	default:
		if why := control(path, info, true); !why.IsZero() {
			return unsafe(path, why)
		}
	}
	parent := filepath.Dir(path)
	for _, from := range []string{parent, disk.Resolved(parent)} {
		if err := checkAncestors(path, from); err != nil {
			return err
		}
	}
	if claude := InClaudeDir(path); claude != "" {
		return unsafe(path, message.New("own_in_claude_directory", "claude", claude))
	}
	return nil
}

// checkAncestors returns an error if another user could replace a directory on the way to
// path.
func checkAncestors(path, from string) error {
	for at := from; ; at = filepath.Dir(at) {
		info, err := os.Lstat(at)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if err == nil {
			if why := control(at, info, false); !why.IsZero() {
				return unsafe(path, why)
			}
		}
		if filepath.Dir(at) == at {
			return nil
		}
	}
}
