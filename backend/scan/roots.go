package scan

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/text/unicode/norm"

	"dendro/backend/internal/disk"
	"dendro/backend/message"
)

// Root is a Claude config directory.
type Root struct {
	Path string // absolute
	// Kept is set for a directory of the archive, whose older versions of files have dates in
	// their names.
	Kept bool
}

// Paths returns the paths of roots.
func Paths(roots []Root) []string {
	paths := make([]string, len(roots))
	for i, r := range roots {
		paths[i] = r.Path
	}
	return paths
}

// AtPaths returns the roots at paths.
func AtPaths(paths []string) []Root {
	roots := make([]Root, len(paths))
	for i, p := range paths {
		roots[i] = Root{Path: p}
	}
	return roots
}

// Env is the environment that determines the default roots.
type Env struct {
	Getenv func(string) string
	Home   string
	Disk   *disk.Prober // checks the roots
	// Distributions returns the directories of the file systems of other systems that run on
	// this machine; nil if there can be none. See [RunningDistributions].
	Distributions func(context.Context) []string
}

// ErrNoHome is returned if no root is given and there is no home directory.
var ErrNoHome = message.New("scan_no_home").Error(nil)

// Roots returns the roots to read: the explicit ones, else $CLAUDE_CONFIG_DIR, else
// ~/.claude and, if it exists, ~/.config/claude (used by some versions around 1.0.30), and on
// Windows those of the users of running WSL distributions. A directory with two paths is
// listed once. Missing explicit roots are included: List
// reports them. A directory of the desktop app's Cowork is one root for each of its sessions.
//
// A path that does not respond is returned unresolved.
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
			paths = append(paths, distributionRoots(ctx, env)...)
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
		for _, dir := range configDirs(ctx, env.Disk, abs) {
			if key := disk.ResolvedWithin(ctx, env.Disk, dir); !seen[key] {
				seen[key] = true
				roots = append(roots, Root{Path: dir})
			}
		}
	}
	return roots, nil
}

// configDirs returns the Claude config directories that a path stands for: itself, or, where
// it has no projects, those of the desktop app's Cowork in it, which keeps one for each of its
// sessions (reported in 2026).
func configDirs(ctx context.Context, prober *disk.Prober, dir string) []string {
	found, err := disk.WithTimeout(ctx, prober, dir, func() ([]string, error) {
		if isDir(filepath.Join(dir, "projects")) {
			return nil, nil
		}
		return fs.Glob(os.DirFS(dir), "*/*/local_*/.claude")
	})
	if err != nil || len(found) == 0 {
		return []string{dir}
	}
	for i, sub := range found {
		found[i] = filepath.Join(dir, filepath.FromSlash(sub))
	}
	return found
}

// coworkDir returns Cowork's directory, if root is the config directory of one of its sessions,
// else "".
func coworkDir(root string) string {
	session := filepath.Dir(root)
	if filepath.Base(root) != ".claude" || !strings.HasPrefix(filepath.Base(session), "local_") {
		return ""
	}
	return filepath.Dir(filepath.Dir(filepath.Dir(session)))
}

// NotRead returns the Claude config directories in a home that hold projects and are not among
// the roots: people keep one for each account, such as ~/.claude-work.
func NotRead(home string, roots []string) []string {
	read := map[string]bool{}
	for _, r := range roots {
		read[disk.Resolved(r)] = true
	}
	entries, _ := disk.List(home) // a home that cannot be listed has none to name
	var found []string
	for _, e := range entries {
		dir := filepath.Join(home, e.Name())
		if !strings.HasPrefix(e.Name(), ".claude") || read[disk.Resolved(dir)] {
			continue
		}
		if projects, _ := disk.List(filepath.Join(dir, "projects")); len(projects) > 0 {
			found = append(found, dir)
		}
	}
	return found
}

// isDirWithin is to isDir as [disk.ResolvedWithin] is to [disk.Resolved].
func isDirWithin(ctx context.Context, a *disk.Prober, path string) bool {
	is, err := disk.WithTimeout(ctx, a, path, func() (bool, error) { return isDir(path), nil })
	return err == nil && is
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
