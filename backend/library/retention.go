package library

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"dendro/backend/internal/disk"
)

// Claude Code deletes sessions at its start that were not changed for cleanupPeriodDays
// (default 30); 0 is rejected since 2.1.89 and counts as the default.
const defaultRetention = 30

// expiringDays is from how many days before its deletion on a session is marked.
const expiringDays = 7

// maxSettings bounds a settings.json; real ones have a few thousand bytes.
const maxSettings = 1 << 20

// The scopes of settings that may set the retention.
const (
	ScopeDefault = "default"
	ScopeUser    = "user"
	ScopeProject = "project"
	ScopeLocal   = "local"
	ScopeManaged = "managed"
)

// Retention is how long Claude Code keeps the sessions of a root, and which settings say
// so.
type Retention struct {
	Days  int    `json:"days"`
	Scope string `json:"scope"`
	File  string `json:"file,omitempty"` // as people write paths; none for the default
}

// ManagedSettings returns the path of an administrator's settings on this system.
func ManagedSettings() string {
	switch runtime.GOOS {
	case "darwin":
		return "/Library/Application Support/ClaudeCode/managed-settings.json"
	case "windows":
		return `C:\Program Files\ClaudeCode\managed-settings.json`
	}
	return "/etc/claude-code/managed-settings.json"
}

// period is [readPeriod] of a file that may lie on a mount that does not answer. A file
// that cannot be read is named in [Lister.NotUsed].
func (l *Lister) period(file, scope string) (Retention, bool) {
	r, err := disk.WithTimeout(context.Background(), l.opt.Disk, file, func() (Retention, error) { return readPeriod(file, scope) })
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	if errors.Is(err, disk.ErrNoAnswer) {
		err = &fs.PathError{Op: "read", Path: file, Err: err}
	}
	l.unread.set(file, err)
	return r, r.Days > 0
}

// readPeriod reads cleanupPeriodDays from a file of settings. The days are 0 where it
// does not say anything of it that counts; the error is why it could not be read.
func readPeriod(file, scope string) (Retention, error) {
	data, err := disk.ReadFile(file, maxSettings)
	if err != nil {
		return Retention{}, err
	}
	var s struct {
		Days json.Number `json:"cleanupPeriodDays"`
	}
	var days int64
	if json.Unmarshal(data, &s) == nil {
		days, _ = s.Days.Int64()
	}
	if days <= 0 || days >= 1<<20 {
		return Retention{}, nil
	}
	return Retention{int(days), scope, file}, nil
}

// retentionOf is what counts for the sessions of a root. What an administrator says
// counts. Else every start of Claude Code cleans up all projects of the root by the
// settings of the directory that it starts in, so that the shortest counts: of the
// user's, and of those projects that say something of their own.
func (l *Lister) retentionOf(root string) Retention {
	if l.opt.Managed != "" {
		if r, ok := l.period(l.opt.Managed, ScopeManaged); ok {
			return r
		}
	}
	r, ok := l.period(filepath.Join(root, "settings.json"), ScopeUser)
	if !ok {
		r = Retention{Days: defaultRetention, Scope: ScopeDefault}
	}
	if own := l.ownRetention.Load(); own != nil && own.Days < r.Days {
		r = *own
	}
	r.File = l.opt.show(r.File)
	return r
}

// noteProjects reads what the projects of the list say of their own, the shortest of
// it. Their directories come from the records: those of other machines are not asked.
func (l *Lister) noteProjects() {
	projects := map[string]bool{}
	for _, c := range l.catalog.Snapshot().Chats {
		projects[c.Project] = true
	}
	shortest, err := disk.WithTimeout(context.Background(), l.opt.Disk, "settings of projects", func() (*Retention, error) {
		var shortest *Retention
		for dir := range projects {
			if !filepath.IsAbs(dir) || strings.HasPrefix(filepath.ToSlash(dir), "//") {
				continue
			}
			r, _ := readPeriod(filepath.Join(dir, ".claude", "settings.local.json"), ScopeLocal)
			if r.Days == 0 {
				r, _ = readPeriod(filepath.Join(dir, ".claude", "settings.json"), ScopeProject)
			}
			if r.Days > 0 && (shortest == nil || cmp.Or(r.Days-shortest.Days, strings.Compare(r.File, shortest.File)) < 0) {
				shortest = &r
			}
		}
		return shortest, nil
	})
	if err == nil {
		l.ownRetention.Store(shortest)
	}
}

// retentions returns what counts for each root, and the shortest of it.
func (l *Lister) retentions(roots []string) (by map[string]Retention, shortest Retention) {
	by = make(map[string]Retention, len(roots))
	for _, root := range roots {
		if l.opt.Archive.Has(root) {
			continue
		}
		r := l.retentionOf(root)
		by[root] = r
		if shortest.Days == 0 || r.Days < shortest.Days {
			shortest = r
		}
	}
	return by, shortest
}

// expiresIn returns the full days until a file last changed at mod may be
// deleted, and whether that is soon.
func expiresIn(mod time.Time, retention int, now time.Time) (days int, expiring bool) {
	const day = 24 * time.Hour
	left := mod.AddDate(0, 0, retention).Sub(now)
	return max(0, int(left/day)), left < expiringDays*day
}
