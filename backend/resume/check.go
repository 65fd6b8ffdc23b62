package resume

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"unicode"
)

// configVariable moves Claude's config directory away from the default.
const configVariable = "CLAUDE_CONFIG_DIR"

// checkSession says why the id cannot be resumed, or nothing. Claude takes only UUIDs,
// and a canonical UUID is free of everything that a shell or an option parser could read.
func checkSession(id string) string {
	if !isUUID(id) {
		return "the session's id is not a UUID, so Claude cannot resume it"
	}
	return ""
}

// isUUID reports whether id has the form 8-4-4-4-12 in hexadecimal digits.
func isUUID(id string) bool {
	if len(id) != 36 {
		return false
	}
	for i, c := range []byte(id) {
		switch i {
		case 8, 13, 18, 23:
			if c != '-' {
				return false
			}
		default:
			digit := '0' <= c && c <= '9'
			letter := 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
			if !digit && !letter {
				return false
			}
		}
	}
	return true
}

// checkDir says why the directory cannot be the working directory, or nothing.
func (l *Launcher) checkDir(dir string) string {
	switch {
	case dir == "":
		return "the session does not say which directory it was started in"
	case strings.ContainsRune(dir, 0):
		return "the session's directory is not a valid path"
	case !isAbs(l.sys.GOOS, dir):
		if isAbs("windows", dir) || isAbs("linux", dir) {
			return fmt.Sprintf("the directory %s belongs to another system", shown(dir))
		}
		return fmt.Sprintf("the directory %s is not absolute", shown(dir))
	}
	info, err := l.sys.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Sprintf("the directory %s no longer exists", shown(dir))
	case err != nil:
		return fmt.Sprintf("the directory %s cannot be entered: %s", shown(dir), cause(err))
	case !info.IsDir():
		return fmt.Sprintf("%s is not a directory any more", shown(dir))
	}
	return ""
}

func checkRoot(root string) string {
	if strings.ContainsRune(root, 0) {
		return "the Claude directory is not a valid path"
	}
	return ""
}

// isAbs is filepath.IsAbs for any system, so that a path of another one is told apart
// from a relative one.
func isAbs(goos, path string) bool {
	if goos != "windows" {
		return strings.HasPrefix(path, "/")
	}
	if strings.HasPrefix(path, `\\`) {
		return true
	}
	if len(path) < 3 || path[1] != ':' {
		return false
	}
	drive := path[0] | 0x20
	return 'a' <= drive && drive <= 'z' && (path[2] == '\\' || path[2] == '/')
}

// shown is the path for a sentence: spelled out where it holds something unprintable.
func shown(path string) string {
	for _, r := range path {
		if !unicode.IsPrint(r) {
			return strconv.Quote(path)
		}
	}
	return path
}

// cause is the error without the operation and the path that the sentence names already.
func cause(err error) string {
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) {
		return pathErr.Err.Error()
	}
	return err.Error()
}

// config says what becomes of CLAUDE_CONFIG_DIR.
type config struct {
	set string // the value to set, or empty
	// unset takes the variable away. Naming the default directory in it would not do:
	// Claude then looks for its own settings inside that directory, and not beside it.
	unset bool
	// inherited is true when the variable is set where this program runs.
	inherited bool
}

// config decides it for a session of the given root.
func (l *Launcher) config(root, defaultRoot string) config {
	inherited, ok := l.getenv(configVariable)
	c := config{inherited: ok && inherited != ""}
	if root != "" {
		root = l.sys.Abs(root)
	}
	switch {
	case root == "":
		if c.inherited {
			c.set = inherited
		}
	case l.samePath(root, defaultRoot) && !(c.inherited && l.samePath(root, inherited)):
		c.unset = true
	default:
		c.set = root
	}
	return c
}

func (l *Launcher) samePath(a, b string) bool {
	if a == "" || b == "" {
		return false
	}
	if filepath.Clean(a) == filepath.Clean(b) {
		return true
	}
	x, errX := l.sys.Stat(a)
	y, errY := l.sys.Stat(b)
	return errX == nil && errY == nil && l.sys.SameFile(x, y)
}
