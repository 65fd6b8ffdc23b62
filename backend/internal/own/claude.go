package own

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"dendro/backend/internal/disk"
	"dendro/backend/internal/plain"
)

// ClaudeDir returns the Claude config directory that contains dir, or "" if it is in none
// and may be written to: one of the roots, or one found by [InClaudeDir]. dir need not
// exist.
func ClaudeDir(ctx context.Context, a *disk.Prober, roots []string, dir string) string {
	// After a timeout the function still runs: it must not share variables with the code
	// below.
	settledDir, err := disk.WithTimeout(ctx, a, dir, func() (string, error) { return settled(dir), nil })
	if err != nil {
		return "" // writing there would block too
	}
	for _, root := range roots {
		if leadsTo(disk.ResolvedWithin(ctx, a, root), settledDir) {
			return root
		}
	}
	claude, _ := disk.WithTimeout(ctx, a, settledDir, func() (string, error) { return InClaudeDir(settledDir), nil })
	return claude
}

// InClaudeDir returns the directory above path that looks like a Claude config directory,
// by its name or by transcripts in it, or "".
//
// The worktrees that Claude Code creates below a project's own .claude are ordinary working
// directories.
//
// The home directory and those above it are recognised by name only: a user may have any
// files in a directory of their own called "projects".
func InClaudeDir(path string) string {
	home, _ := os.UserHomeDir()
	home = settled(home)
	for at, below := settled(path), ""; ; at, below = filepath.Dir(at), filepath.Base(at) {
		if filepath.Base(at) == ".claude" && below != "worktrees" || !leadsTo(at, home) && HasTranscripts(at) {
			return at
		}
		if filepath.Dir(at) == at {
			return ""
		}
	}
}

// Leads reports whether a directory equals another one or contains it, through links too.
func Leads(dir, other string) bool { return leadsTo(settled(dir), settled(other)) }

// leadsTo reports whether a directory equals another one or contains it.
func leadsTo(dir, other string) bool {
	below, err := filepath.Rel(dir, other)
	return err == nil && filepath.IsLocal(below)
}

// settled returns a path with symbolic links resolved, as far as it exists.
func settled(path string) string {
	for at, missing := path, ""; ; at, missing = filepath.Dir(at), filepath.Join(filepath.Base(at), missing) {
		if is := disk.Resolved(at); is != at || filepath.Dir(at) == at {
			return filepath.Join(is, missing)
		}
	}
}

// HasTranscripts reports whether a directory is a Claude config directory in use: its
// projects hold a session's file.
func HasTranscripts(dir string) bool {
	projects := filepath.Join(dir, "projects")
	entries, err := disk.List(projects)
	if err != nil {
		return false
	}
	for _, e := range entries {
		files, err := disk.List(filepath.Join(projects, e.Name()))
		if err == nil && slices.ContainsFunc(files, func(f fs.DirEntry) bool {
			stem, ok := strings.CutSuffix(f.Name(), ".jsonl")
			return ok && plain.IsUUID(stem)
		}) {
			return true
		}
	}
	return false
}
