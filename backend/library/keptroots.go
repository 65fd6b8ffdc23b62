package library

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"dendro/backend/archive"
	"dendro/backend/internal/disk"
	"dendro/backend/scan"
)

// KeptRoots returns the directories of an archive to read: those of the Claude config
// directories in from, or of all if it is nil. Those of directories that are not there, as on a
// disk that is not mounted, are left out unless away is set: nothing of them was deleted.
func KeptRoots(ctx context.Context, a *archive.Archive, prober *disk.Prober, from []string, away bool) (roots []scan.Root, err error) {
	all, err := a.Roots(ctx)
	for _, r := range all {
		if (from == nil || slices.Contains(from, r.From)) && (away || r.From == "" || isThere(ctx, prober, r.From)) {
			roots = append(roots, scan.Root{Path: r.Path, Kept: true})
		}
	}
	return roots, err
}

// isThere reports whether a Claude config directory is there. If its projects are on another
// disk, that has to be there, too.
func isThere(ctx context.Context, prober *disk.Prober, root string) bool {
	there, err := disk.WithTimeout(ctx, prober, root, func() (bool, error) {
		if info, err := os.Stat(root); err != nil || !info.IsDir() {
			return false, err
		}
		projects := filepath.Join(root, "projects")
		_, err := os.Stat(projects)
		if !errors.Is(err, fs.ErrNotExist) {
			return err == nil, err
		}
		_, err = os.Lstat(projects)
		return errors.Is(err, fs.ErrNotExist), nil
	})
	return err == nil && there
}
