package scan

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"dendro/backend/internal/disk"
	"dendro/backend/transcript"
)

// Root is a Claude config directory.
type Root struct {
	Path string // absolute
}

// Env is what the choice of the default roots depends on.
type Env struct {
	Getenv func(string) string
	Home   string
	Disk   *disk.Asker // is asked about the roots
}

// ErrNoHome is returned where no root is named and there is no home directory.
var ErrNoHome = errors.New("no home directory: name a root with --root")

// Roots returns the roots to read: the explicit ones, else $CLAUDE_CONFIG_DIR,
// else ~/.claude and, where it exists, ~/.config/claude (used by some versions
// around 1.0.30). A directory that two of them name by different paths is
// listed once. Explicit roots that do not exist are kept: their absence is
// reported when they are listed.
//
// What does not answer is kept as it is named.
func Roots(ctx context.Context, explicit []string, env Env) ([]Root, error) {
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
			if xdg := filepath.Join(env.Home, ".config", "claude"); isDirWithin(ctx, env.Disk, xdg) {
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
		if key := ResolvedWithin(ctx, env.Disk, abs); !seen[key] {
			seen[key] = true
			roots = append(roots, Root{Path: abs})
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

// ResolvedWithin is Resolved for a path that may lie on a mount whose other end is gone.
func ResolvedWithin(ctx context.Context, a *disk.Asker, path string) string {
	if p, err := disk.Ask(ctx, a, path, func() (string, error) { return Resolved(path), nil }); err == nil {
		return p
	}
	return path
}

// isDirWithin is isDir as ResolvedWithin is Resolved.
func isDirWithin(ctx context.Context, a *disk.Asker, path string) bool {
	is, err := disk.Ask(ctx, a, path, func() (bool, error) { return isDir(path), nil })
	return err == nil && is
}

// HasTranscripts reports whether a directory is a Claude config directory in use:
// whether its projects hold a session's file.
func HasTranscripts(dir string) bool {
	projects := filepath.Join(dir, "projects")
	entries, err := os.ReadDir(projects)
	if err != nil {
		return false
	}
	for _, e := range entries {
		files, err := os.ReadDir(filepath.Join(projects, e.Name()))
		if err == nil && slices.ContainsFunc(files, func(f fs.DirEntry) bool {
			stem, ok := strings.CutSuffix(f.Name(), ".jsonl")
			return ok && transcript.IsUUID(stem)
		}) {
			return true
		}
	}
	return false
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
