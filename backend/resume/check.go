package resume

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/google/uuid"

	"dendro/backend/internal/disk"
)

// host is the system, and what is asked of it about variables, paths and directories.
type host struct {
	sys  System
	disk *disk.Prober
}

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

// check says why the request names what cannot be given to the client, or nothing.
func (r Request) check() string {
	if why := checkSession(r.Session); why != "" {
		return why
	}
	if r.New != "" && !isUUID(r.New) {
		return "the id of the new session is not a UUID"
	}
	if strings.ContainsRune(r.File, 0) || r.File != "" && !strings.HasSuffix(r.File, ".jsonl") {
		return "the file to load is no transcript"
	}
	return CheckFlags(r.Flags)
}

// CheckFlags says what is wrong with a person's own options, or nothing. What says which
// session is meant is not theirs to say here.
func CheckFlags(flags []string) string {
	ours := []string{"-r", "--resume", "-c", "--continue", "--fork-session", "--session-id", "-p", "--print"}
	for i, flag := range flags {
		name, _, _ := strings.Cut(flag, "=")
		switch {
		case strings.ContainsRune(flag, 0):
			return "an extra option holds a zero byte"
		case i == 0 && !strings.HasPrefix(flag, "-"):
			return fmt.Sprintf("the extra options begin with %s, which is no option", shown(flag))
		case slices.Contains(ours, name):
			return fmt.Sprintf("the extra option %s is one that Dendro sets itself", name)
		}
	}
	return ""
}

// isUUID reports whether id has the form 8-4-4-4-12 in hexadecimal digits.
func isUUID(id string) bool { return len(id) == 36 && uuid.Validate(id) == nil }

// checkDir says why the directory cannot be the working directory, or nothing. The
// history names it: only where a person asks is it looked at.
func (h *host) checkDir(dir string) string {
	if why := h.checkPath(dir); why != "" {
		return why
	}
	info, err := h.stat(dir)
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

// stat is the system's, and does not wait for a mount whose other end is gone.
func (h *host) stat(path string) (fs.FileInfo, error) {
	return disk.WithTimeout(context.Background(), h.disk, path, func() (fs.FileInfo, error) { return h.sys.Stat(path) })
}

// checkPath is checkDir without a look at the disk.
func (h *host) checkPath(dir string) string {
	switch {
	case dir == "":
		return "the session does not say which directory it was started in"
	case strings.ContainsRune(dir, 0):
		return "the session's directory is not a valid path"
	case !isAbs(h.sys.GOOS, dir):
		if isAbs("windows", dir) || isAbs("linux", dir) {
			return fmt.Sprintf("the directory %s belongs to another system", shown(dir))
		}
		return fmt.Sprintf("the directory %s is not absolute", shown(dir))
	}
	return ""
}

// windowsPath is what an absolute path of Windows begins with.
var windowsPath = regexp.MustCompile(`^(\\\\|[A-Za-z]:[\\/])`)

// isAbs is filepath.IsAbs for any system, so that a path of another one is told apart
// from a relative one.
func isAbs(goos, path string) bool {
	if goos == "windows" {
		return windowsPath.MatchString(path)
	}
	return strings.HasPrefix(path, "/")
}

// shown is the path for a sentence: spelled out where it holds something unprintable.
func shown(path string) string {
	if strings.ContainsFunc(path, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return strconv.Quote(path)
	}
	return path
}

// cause is the error without the operation and the path that the sentence names already.
func cause(err error) string {
	if pathErr, ok := errors.AsType[*fs.PathError](err); ok {
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

// config decides it for the session of a request.
func (h *host) config(req Request) config {
	inherited, _ := h.getenv(configVariable)
	c := config{inherited: inherited != ""}
	root := req.Root
	if root != "" {
		root = h.sys.Abs(root)
	}
	switch {
	case root == "":
		c.set = inherited
	case h.samePath(root, req.DefaultRoot) && !h.samePath(root, inherited):
		c.unset = true
	default:
		c.set = root
	}
	return c
}

func (h *host) samePath(a, b string) bool {
	if a == "" || b == "" {
		return false
	}
	if filepath.Clean(a) == filepath.Clean(b) {
		return true
	}
	x, errX := h.stat(a)
	y, errY := h.stat(b)
	return errX == nil && errY == nil && h.sys.SameFile(x, y)
}
