package library

import (
	"context"
	"errors"
	"io/fs"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"sync/atomic"

	"dendro/backend/archive"
	"dendro/backend/catalog"
	"dendro/backend/chattree"
	"dendro/backend/internal/disk"
)

// View is the list of chats at one moment, with the facts of its sessions then. It is for
// one goroutine.
type View struct {
	Len int // number of chats
	// FirstRoot is the path of the first root, "" if there is none.
	FirstRoot string
	Noted     *Noted

	snapshot  *catalog.Snapshot
	live      liveness
	archive   *archive.Archive
	partial   map[string]bool
	retention map[string]Retention
	unswept   map[string]bool // roots in which nothing is deleted; see unswept
}

// Lister returns the chats with their current facts.
type Lister struct {
	catalog *catalog.Catalog
	opt     *Options
	noter   *Noter
	// ownRetention is the shortest that settings of projects ask for; nil for none.
	ownRetention atomic.Pointer[Retention]
	unread       unread
}

// View returns the last known chats. One call serves a whole list: it checks each root once.
func (l *Lister) View() *View {
	s := l.catalog.Snapshot()
	v := &View{Len: s.Totals.Chats, snapshot: s, live: l.liveness(s.RootPaths()), partial: s.Partial, archive: l.opt.Archive, Noted: l.noter.noted(s)}
	if len(s.Roots) > 0 {
		v.FirstRoot = s.Roots[0].Path
	}
	v.retention, _ = l.retentions(s.RootPaths())
	v.unswept = l.unswept(v)
	return v
}

// unswept returns the roots of a view that no client cleans up: every session in them should
// have been deleted, and nothing says that Claude Code runs there. Such a root is a copy.
func (l *Lister) unswept(v *View) map[string]bool {
	due := map[string]bool{} // by root: all of its sessions so far should have been deleted
	swept := 0
	for r := range v.Rows() {
		for _, s := range r.Sessions {
			retention, deletes := v.retention[s.Root]
			if isDue, seen := due[s.Root]; !deletes || seen && !isDue {
				continue
			}
			due[s.Root] = s.ModTime.AddDate(0, 0, retention.Days).Before(v.live.now)
			if !due[s.Root] {
				swept++
			}
		}
		if swept == len(v.retention) {
			return nil // nearly always after a few rows: the newest come first
		}
	}
	maps.DeleteFunc(due, func(root string, isDue bool) bool { return !isDue || l.lived(root) })
	return due
}

// lived reports whether a root has files that Claude Code writes beside the transcripts. One
// that does not respond may have them.
func (l *Lister) lived(root string) bool {
	lived, err := disk.WithTimeout(context.Background(), l.opt.Disk, root, func() (bool, error) {
		for _, name := range []string{"settings.json", ".last-cleanup", "history.jsonl", "sessions", "statsig", ".claude.json"} {
			if _, err := os.Lstat(filepath.Join(root, name)); !errors.Is(err, fs.ErrNotExist) {
				return true, nil
			}
		}
		return false, nil
	})
	return err != nil || lived
}

// Rows returns the rows of the list, newest first.
func (v *View) Rows() iter.Seq[catalog.Row] { return v.snapshot.Rows() }

// Facts returns the facts of a session of the view.
func (v *View) Facts(s *chattree.Session) Facts {
	r := catalog.RowSessionOf(s)
	return v.FactsOf(&r)
}

// FactsOf is Facts for a session of a row.
func (v *View) FactsOf(s *catalog.RowSession) Facts {
	f := Facts{Live: v.live.of(s), Partial: v.partial[s.ID], Archived: v.archive.Has(s.Root)}
	days, soon := expiresIn(s.ModTime, v.retention[s.Root].Days, v.live.now)
	if soon && !v.live.demo && !f.Archived && !v.unswept[s.Root] { // else nothing deletes it
		f.ExpiresInDays = &days
	}
	return f
}
