package plain

import (
	"os"
	"path/filepath"
	"strings"
)

// Path returns a path for display, with ~ for the home directory; home may be "".
func Path(path, home string) string {
	if home == "" || home == string(os.PathSeparator) {
		return path
	}
	if path == home {
		return "~"
	}
	if below, ok := strings.CutPrefix(path, home+string(os.PathSeparator)); ok {
		return "~/" + filepath.ToSlash(below)
	}
	return path
}
