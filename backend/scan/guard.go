package scan

import (
	"context"
	"path/filepath"

	"dendro/backend/internal/disk"
)

// ClaudeDir returns the Claude config directory that a directory lies in, "" where it
// lies in none and may be written to: one of the roots, or another one, which is called
// as they are or holds transcripts. The directory need not be there.
//
// The worktrees that Claude Code makes below a project's own .claude are working
// directories like others.
func ClaudeDir(ctx context.Context, a *disk.Asker, roots []string, dir string) string {
	dir = settled(ctx, a, dir)
	for _, root := range roots {
		if below, err := filepath.Rel(ResolvedWithin(ctx, a, root), dir); err == nil && filepath.IsLocal(below) {
			return root
		}
	}
	for at, below := dir, ""; ; at, below = filepath.Dir(at), filepath.Base(at) {
		if filepath.Base(at) == ".claude" && below != "worktrees" || HasTranscripts(at) {
			return at
		}
		if filepath.Dir(at) == at {
			return ""
		}
	}
}

// settled returns a path without symbolic links, as far as it is there.
func settled(ctx context.Context, a *disk.Asker, path string) string {
	for at, missing := path, ""; ; at, missing = filepath.Dir(at), filepath.Join(filepath.Base(at), missing) {
		if is := ResolvedWithin(ctx, a, at); is != at || filepath.Dir(at) == at {
			return filepath.Join(is, missing)
		}
	}
}
