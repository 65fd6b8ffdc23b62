package library

import (
	"cmp"
	"context"
	"io/fs"
	"path/filepath"
	"slices"
	"time"

	"dendro/backend/archive"
	"dendro/backend/internal/disk"
	"dendro/backend/message"
)

// Restoring is a restore that was planned.
type Restoring struct {
	archive.Restored
	Session string `json:"session"`
	// Expires is when Claude Code may delete it again.
	Expires time.Time `json:"expires"`

	request archive.RestoreRequest
}

// PlanRestore returns what Restore would do. version is the path of the version of the
// transcript in the archive, "" for the newest. root is the Claude config directory to restore
// to; "" is the one that the session was in, which must be one of the library's.
func (k *Keeper) PlanRestore(ctx context.Context, s *archive.Session, version, root string) (Restoring, error) {
	if err := k.mayRestore(ctx, s, root); err != nil {
		return Restoring{}, err
	}
	request := archive.RestoreRequest{Session: s, Root: cmp.Or(root, s.Root), Transcript: version}
	request.Aside = k.isStub(request.Root, s.Base+".jsonl")
	plan, err := k.archive.PlanRestore(ctx, request)
	days := k.lib.Lister.retentionOf(request.Root).Days
	return Restoring{plan, s.ID, k.lib.opt.Now().AddDate(0, 0, days).UTC().Truncate(time.Second), request}, err
}

// Restore puts a kept session back as it was planned: see [archive.Archive.Restore].
func (k *Keeper) Restore(ctx context.Context, plan Restoring) (Restoring, error) {
	if err := k.mayRestore(ctx, plan.request.Session, plan.request.Root); err != nil {
		return plan, err
	}
	plan.request.Aside = plan.Aside != "" && k.isStub(plan.request.Root, plan.request.Session.Base+".jsonl")
	done, err := k.archive.Restore(ctx, plan.request)
	plan.Restored = done
	return plan, err
}

// isStub reports whether a transcript on the disk holds no record of a conversation.
func (k *Keeper) isStub(root, path string) bool {
	for _, f := range k.lib.Catalog.Snapshot().Files {
		if f.Root == root && f.Path == path {
			return f.Err == nil && len(f.Summary.Nodes) == 0
		}
	}
	return false
}

// mayRestore returns why a session must not be restored to a root: nothing is written but to
// the library's own roots, and to a named directory that looks like a Claude config directory
// or is empty. Nothing is written that a process is about to write.
func (k *Keeper) mayRestore(ctx context.Context, s *archive.Session, to string) error {
	root := cmp.Or(to, s.Root)
	known := slices.Contains(k.lib.Catalog.Snapshot().RootPaths(), root) && !k.archive.Has(root)
	switch {
	case known:
	case to == "":
		return message.New("keep_unknown_root", "path", k.lib.Display(root)).Error(nil)
	case !k.mayHoldSessions(ctx, root):
		return message.New("keep_no_claude_directory", "path", k.lib.Display(root)).Error(nil)
	}
	live, err := disk.WithTimeout(ctx, k.lib.opt.Disk, filepath.Join(root, "sessions"), func() (map[string]bool, error) { return registered(root, k.lib.opt.Now()), nil })
	if err != nil {
		return err
	}
	if live[s.ID] {
		return message.New("keep_runs", "session", s.ID).Error(nil)
	}
	return nil
}

// mayHoldSessions reports whether a directory has projects, or is empty.
func (k *Keeper) mayHoldSessions(ctx context.Context, root string) bool {
	if k.archive.Has(root) || root == k.archive.Dir() {
		return false
	}
	entries, err := disk.WithTimeout(ctx, k.lib.opt.Disk, root, func() ([]fs.DirEntry, error) { return disk.List(root) })
	return err == nil && (len(entries) == 0 || slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == "projects" && e.IsDir() }))
}
