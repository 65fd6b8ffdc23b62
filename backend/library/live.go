package library

import (
	"context"
	"path/filepath"
	"time"

	"dendro/backend/archive"
	"dendro/backend/catalog"
	"dendro/backend/internal/disk"
	"dendro/backend/internal/own"
	"dendro/backend/transcript"
)

// maxRegistry bounds an entry of sessions/; real ones have a few hundred bytes.
const maxRegistry = 64 << 10

// liveness tells which sessions somebody's claude may be writing to.
type liveness struct {
	now        time.Time
	registered map[string]map[string]bool // by root
	demo       bool                       // nothing runs in a demo
	archive    *archive.Archive           // nor there
}

func (l *Lister) liveness(roots []string) liveness {
	v := liveness{now: l.opt.Now(), registered: map[string]map[string]bool{}, demo: l.opt.Demo, archive: l.opt.Archive}
	for _, root := range roots {
		live, err := disk.WithTimeout(context.Background(), l.opt.Disk, filepath.Join(root, "sessions"), func() (map[string]bool, error) { return registered(root, l.opt.Now()), nil })
		if err == nil {
			v.registered[root] = live
		}
	}
	return v
}

func (v *liveness) of(s *catalog.RowSession) bool {
	return !v.demo && (v.opened(s) || v.writes(s))
}

// opened reports whether a process has registered the session's id, which copies share: it
// may write to any of the files with it that it loads.
func (v *liveness) opened(s *catalog.RowSession) bool {
	return s.Registered != "" && !v.archive.Has(s.Root) && v.registered[s.Root][s.Registered]
}

// writes reports whether a session was written to just now. A file that was copied,
// synchronised or touched is fresh, and its last record is as old as it was.
func (v *liveness) writes(s *catalog.RowSession) bool {
	if age := v.now.Sub(s.ModTime); v.archive.Has(s.Root) || age < 0 || age >= catalog.RecentFor || s.Dated != "" {
		return false
	}
	end, err := time.Parse(time.RFC3339, string(s.End))
	return err == nil && v.now.Sub(end) < catalog.RecentFor
}

// alive returns the sessions that are live now: what a search asks for at every
// letter.
func (l *Lister) alive() map[string]bool {
	s := l.catalog.Snapshot()
	v, alive := l.liveness(s.RootPaths()), map[string]bool{}
	check := func(r catalog.RowSession) {
		if v.of(&r) {
			alive[r.ID] = true
		}
	}
	if s.OnlyRows() {
		for row := range s.Rows() {
			for _, r := range row.Sessions {
				check(r)
			}
		}
		return alive
	}
	for _, m := range s.Recent {
		check(catalog.RowSessionOf(m.Session))
	}
	for _, ids := range v.registered {
		for id := range ids {
			chat, session := s.Session(id)
			if session == nil {
				continue
			}
			for _, one := range chat.Sessions {
				if one == session || one.CopyOf == id {
					check(catalog.RowSessionOf(one))
				}
			}
		}
	}
	return alive
}

// registered returns the sessions that a running claude has registered in
// <root>/sessions/<pid>.json. Entries of processes that are gone are left
// behind by crashes and do not count.
func registered(root string, now time.Time) map[string]bool {
	dir := filepath.Join(root, "sessions")
	entries, err := disk.List(dir)
	if err != nil {
		return nil
	}
	live := map[string]bool{}
	for _, e := range entries {
		if filepath.Ext(e.Name()) != ".json" || !e.Type().IsRegular() {
			continue
		}
		data, err := disk.ReadFile(filepath.Join(dir, e.Name()), maxRegistry)
		if err != nil {
			continue
		}
		if s, ok := transcript.ParseRunningSession(data); ok && own.Running(s.PID) && isRegistrant(s, lookUp(s.PID), now) {
			live[s.SessionID] = true
		}
	}
	return live
}
