package library

import (
	"cmp"
	"context"
	"os"
	"path/filepath"

	"dendro/backend/catalog"
	"dendro/backend/internal/disk"
	"dendro/backend/internal/plain"
	"dendro/backend/session"
)

// Running describes whether and where a client is running a session.
type Running struct {
	// Live is set if a process has it open, Recent if it was written to just now: by a
	// process that has ended since, or on another machine.
	Live, Recent bool
	// Background is set if it belongs to a background job (2.1.212+), running or stopped:
	// attach to it, do not resume it.
	Background bool
	// ContinuedIn is the session that took over from this one; "" for none.
	ContinuedIn string
	// Superseded is set if a later session contains and continues this one.
	Superseded bool
}

// Running reports whether a session runs.
func (l *Library) Running(id string) (Running, error) {
	known := l.Catalog.Snapshot()
	e, err := session.FileOf(known, id)
	if err != nil {
		return Running{}, err
	}
	_, s, err := session.In(known, id)
	if err != nil {
		return Running{}, err
	}
	v := l.Lister.liveness([]string{e.Root})
	row := catalog.RowSessionOf(s)
	open := v.opened(&row) && !v.demo
	return Running{Live: open, Recent: !open && v.of(&row), Background: !v.demo && !s.Renamed() && l.hasJob(e.Root, cmp.Or(s.CopyOf, id)), ContinuedIn: e.Summary.ContinuedIn, Superseded: s.Superseded}, nil
}

// hasJob reports whether a session of the background has its directory <root>/jobs/<the
// first eight of its id> (seen in 2.1.330). It has none where the file system does not respond.
func (l *Library) hasJob(root, id string) bool {
	const short = 8
	if !plain.IsUUID(id) {
		return false
	}
	path := filepath.Join(root, "jobs", id[:short])
	info, err := disk.WithTimeout(context.Background(), l.opt.Disk, path, func() (os.FileInfo, error) { return os.Stat(path) })
	return err == nil && info.IsDir()
}
