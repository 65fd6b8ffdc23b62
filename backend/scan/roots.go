package scan

import (
	"errors"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// Root is a Claude config directory.
type Root struct {
	Path    string // absolute
	Default bool   // the one that claude itself uses when nothing is set
}

// Env is what the choice of the default roots depends on.
type Env struct {
	Getenv func(string) string
	Home   string
}

// ErrNoHome is returned where no root is named and there is no home directory.
var ErrNoHome = errors.New("no home directory: name a root with --root")

// Roots returns the roots to read: the explicit ones, else $CLAUDE_CONFIG_DIR,
// else ~/.claude and, where it exists, ~/.config/claude (used by some versions
// around 1.0.30). A directory that two of them name by different paths is
// listed once. Explicit roots that do not exist are kept: their absence is
// reported when they are listed.
func Roots(explicit []string, env Env) ([]Root, error) {
	claude := ""
	if env.Home != "" {
		claude = filepath.Join(env.Home, ".claude")
	}
	paths := explicit
	if len(paths) == 0 {
		switch dir := env.Getenv("CLAUDE_CONFIG_DIR"); {
		case dir != "":
			paths = []string{norm.NFC.String(dir)} // as claude reads it
		case claude == "":
			return nil, ErrNoHome
		default:
			paths = []string{claude}
			if xdg := filepath.Join(env.Home, ".config", "claude"); isDir(xdg) {
				paths = append(paths, xdg)
			}
		}
	}
	var roots []Root
	seen := map[string]bool{}
	for _, p := range paths {
		if p == "" {
			continue
		}
		if strings.HasPrefix(p, "~/") && env.Home != "" {
			p = filepath.Join(env.Home, p[2:])
		}
		abs, err := filepath.Abs(p)
		if err != nil {
			return nil, err
		}
		if key := Resolved(abs); !seen[key] {
			seen[key] = true
			roots = append(roots, Root{Path: abs, Default: claude != "" && key == Resolved(claude)})
		}
	}
	return roots, nil
}

// Resolved returns path without symbolic links where it exists, else path: what
// two names of one directory have in common.
func Resolved(path string) string {
	if p, err := filepath.EvalSymlinks(path); err == nil {
		return p
	}
	return path
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
