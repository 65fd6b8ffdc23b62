package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"dendro/backend/demo"
	"dendro/backend/internal/disk"
	"dendro/backend/internal/plain"
	"dendro/backend/scan"
	"dendro/backend/settings"
)

// configDir names the environment variable that names Claude Code's config directory.
const configDir = "CLAUDE_CONFIG_DIR"

// scanRoots returns the roots to read: the named ones, else the default ones and those that
// were added in the window. A missing root is an error if the command line or the
// environment names it; a missing default root is an empty history.
func (o *options) scanRoots(ctx context.Context, prober *disk.Prober) ([]scan.Root, error) {
	if o.demo {
		root, err := demo.Extract(CacheDir())
		if err != nil {
			return nil, err
		}
		return []scan.Root{{Path: root}}, nil
	}
	roots, err := scan.Roots(ctx, o.roots, scan.Env{Getenv: os.Getenv, Home: o.env.Home, Disk: prober, Distributions: scan.RunningDistributions})
	if err != nil {
		return nil, err
	}
	fromEnv := len(o.roots) == 0 && os.Getenv(configDir) != ""
	if len(o.roots) > 0 || fromEnv {
		for _, r := range roots {
			if err := o.checkRoot(ctx, prober, r.Path, fromEnv); err != nil {
				return nil, err
			}
		}
	}
	if len(o.roots) == 0 {
		roots = scan.AtPaths(settings.Remembered(scan.Paths(roots), settings.OpenOwn(prober).Get().Roots))
	}
	return roots, nil
}

// checkRoot returns why a named root cannot be one. A directory without projects is a
// history that has not begun, which is said, unless another one has them.
func (o *options) checkRoot(ctx context.Context, prober *disk.Prober, root string, fromEnv bool) error {
	what := "the root"
	if fromEnv {
		what = configDir
	}
	hint, err := disk.WithTimeout(ctx, prober, root, func() (string, error) {
		err := readable(root)
		if errors.Is(err, errNoProjects) {
			return rootBeside(root), err
		}
		return "", err
	})
	switch {
	case err == nil, errors.Is(err, disk.ErrNoAnswer): // the others may respond
		return nil
	case hint != "":
		return fmt.Errorf("%s %s has no projects directory, but %s has", what, root, hint)
	case errors.Is(err, errNoProjects):
		fmt.Fprintf(o.env.Stderr, "dendro: %s has no projects directory\n", plain.Line(root))
		return nil
	case fromEnv:
		if value := os.Getenv(configDir); strings.ContainsAny(value, `,;"'`) || strings.Contains(value, string(os.PathListSeparator)) {
			return fmt.Errorf("cannot read %s: %w; it must name one directory, without quotes", configDir, err)
		}
	}
	return fmt.Errorf("cannot read %s: %w", what, err)
}

// errNoProjects is the error of a directory without a projects directory.
var errNoProjects = errors.New("no projects directory")

// readable returns why a directory, or the projects in it, cannot be listed.
func readable(root string) error {
	if _, err := disk.List(root); err != nil {
		return err
	}
	_, err := disk.List(filepath.Join(root, "projects"))
	if errors.Is(err, fs.ErrNotExist) {
		return errNoProjects
	}
	return err
}

// rootBeside returns a directory with projects where a root has none, or "": the one that
// contains it as projects or as a project, or the one in it.
func rootBeside(root string) string {
	for dir, at := root, filepath.Dir(root); at != dir; dir, at = at, filepath.Dir(at) {
		if filepath.Base(dir) == "projects" {
			return at
		}
	}
	inside := filepath.Join(root, ".claude")
	if info, err := os.Stat(filepath.Join(inside, "projects")); err == nil && info.IsDir() {
		return inside
	}
	return ""
}
