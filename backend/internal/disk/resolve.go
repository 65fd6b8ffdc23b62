package disk

import (
	"context"
	"path/filepath"
)

// Resolved returns path with symbolic links resolved, or path itself if it does not exist.
// Two names of one directory have the same result.
func Resolved(path string) string {
	if p, err := filepath.EvalSymlinks(path); err == nil {
		return p
	}
	return path
}

// ResolvedWithin is Resolved with a timeout, for a path that may be on a dead mount.
func ResolvedWithin(ctx context.Context, a *Prober, path string) string {
	if p, err := WithTimeout(ctx, a, path, func() (string, error) { return Resolved(path), nil }); err == nil {
		return p
	}
	return path
}
