package resume

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"dendro/backend/internal/disk"
	"dendro/backend/internal/plain"
	"dendro/backend/message"
)

// host answers questions about the system's variables, paths and directories.
type host struct {
	sys  System
	disk *disk.Prober
}

// configVariable is the variable that relocates Claude's config directory.
const configVariable = "CLAUDE_CONFIG_DIR"

// checkSession returns why the id cannot be resumed, or none. Claude accepts only UUIDs, and
// a canonical UUID holds nothing that a shell or an option parser could interpret.
func checkSession(id string) message.Message {
	if !plain.IsUUID(id) {
		return message.New("session_not_uuid")
	}
	return message.Message{}
}

// check returns why the request cannot be passed to the client, or none.
func (r Request) check() message.Message {
	if why := checkSession(r.Session); !why.IsZero() {
		return why
	}
	if r.New != "" && !plain.IsUUID(r.New) {
		return message.New("new_session_not_uuid")
	}
	if strings.ContainsRune(r.File, 0) || r.File != "" && !strings.HasSuffix(r.File, ".jsonl") {
		return message.New("not_a_transcript")
	}
	return CheckFlags(r.Flags)
}

// CheckFlags returns why the user's own options are not allowed, or none. Options that
// select a session are not allowed.
func CheckFlags(flags []string) message.Message {
	ours := []string{"-r", "--resume", "-c", "--continue", "--fork-session", "--session-id", "-p", "--print"}
	for i, flag := range flags {
		name, _, _ := strings.Cut(flag, "=")
		switch {
		case strings.ContainsRune(flag, 0):
			return message.New("option_zero_byte")
		case i == 0 && !strings.HasPrefix(flag, "-"):
			return message.New("option_expected", "word", printable(flag))
		case slices.Contains(ours, name):
			return message.New("option_reserved", "option", name)
		}
	}
	return message.Message{}
}

// checkDir returns why the directory cannot be the working directory, or none. The directory
// comes from a history, so it is only accessed on request.
func (h *host) checkDir(dir string) message.Message {
	if why := h.checkPath(dir); !why.IsZero() {
		return why
	}
	info, err := h.stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return message.New("dir_missing", "dir", printable(dir))
	case err != nil:
		return message.New("dir_unreachable", "dir", printable(dir), "cause", cause(err))
	case !info.IsDir():
		return message.New("not_a_directory", "path", printable(dir))
	}
	return message.Message{}
}

// stat is the system's stat with a timeout for dead mounts.
func (h *host) stat(path string) (fs.FileInfo, error) {
	return disk.WithTimeout(context.Background(), h.disk, path, func() (fs.FileInfo, error) { return h.sys.Stat(path) })
}

// checkPath is checkDir without access to the disk.
func (h *host) checkPath(dir string) message.Message {
	switch {
	case dir == "":
		return message.New("dir_not_recorded")
	case strings.ContainsRune(dir, 0):
		return message.New("dir_invalid")
	case !isAbs(h.sys.GOOS, dir):
		if h.isForeign(dir) {
			return message.New("dir_of_other_system", "dir", printable(dir))
		}
		return message.New("dir_relative", "dir", printable(dir))
	}
	return message.Message{}
}

// isForeign reports whether a directory is absolute on another operating system only.
func (h *host) isForeign(dir string) bool {
	return !isAbs(h.sys.GOOS, dir) && (isAbs("windows", dir) || isAbs("linux", dir))
}

// windowsPath matches the beginning of an absolute Windows path.
var windowsPath = regexp.MustCompile(`^(\\\\|[A-Za-z]:[\\/])`)

// isAbs is filepath.IsAbs for any system, to distinguish another system's path from a
// relative one.
func isAbs(goos, path string) bool {
	if goos == "windows" {
		return windowsPath.MatchString(path)
	}
	return strings.HasPrefix(path, "/")
}

// printable returns the path for a message, escaped if it holds unprintable characters.
func printable(path string) string {
	if strings.ContainsFunc(path, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return strconv.Quote(path)
	}
	return path
}

// cause returns the error without operation and path, which the message already names.
func cause(err error) error {
	if pathErr, ok := errors.AsType[*fs.PathError](err); ok {
		return pathErr.Err
	}
	return err
}

// config is the handling of CLAUDE_CONFIG_DIR.
type config struct {
	set string // the value to set, or empty
	// unset removes the variable. Setting it to the default directory would not be
	// equivalent: Claude then looks for its own settings inside that directory, and not
	// beside it.
	unset bool
	// inherited is set if the variable is set in this process.
	inherited bool
}

// config returns the handling for the session of a request.
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
