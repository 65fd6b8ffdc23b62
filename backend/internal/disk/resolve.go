package disk

import (
	"context"
	"path/filepath"
)

// Resolved returns path without symbolic links where it exists, else path: what
// two names of one directory have in common.
func Resolved(path string) string {
	if p, err := filepath.EvalSymlinks(path); err == nil {
		return p
	}
	return path
}

// ResolvedWithin is Resolved for a path that may lie on a mount whose other end is gone.
func ResolvedWithin(ctx context.Context, a *Prober, path string) string {
	if p, err := WithTimeout(ctx, a, path, func() (string, error) { return Resolved(path), nil }); err == nil {
		return p
	}
	return path
}
