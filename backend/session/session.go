package session

import (
	"context"
	"log/slog"
	"time"

	"dendro/backend/archive"
	"dendro/backend/catalog"
	"dendro/backend/internal/disk"
	"dendro/backend/internal/own"
	"dendro/backend/internal/plain"
	"dendro/backend/message"
)

// Options are what the questions about sessions need.
type Options struct {
	Catalog *catalog.Catalog
	// Archive holds the kept sessions; nil: there is none.
	Archive *archive.Archive
	Home    string // for showing paths as ~/…
	// Chains is the directory of chain files; empty: there is none.
	Chains string
	// Window keeps the files of open sessions open, so that they can be read when they are
	// deleted.
	Window bool
	Disk   *disk.Prober
	Logger *slog.Logger
	Now    func() time.Time
}

// Sessions answers questions about single sessions. Its parts share the sessions that are
// open.
type Sessions struct {
	Names       *Names
	Threads     *Threads
	Records     *Records
	Checkpoints *Checkpoints
	Exporter    *Exporter
	Chains      *Chains
}

// New returns the parts of a catalog's sessions, none of which is open yet.
func New(opt Options) *Sessions {
	t := &Threads{opt: &opt}
	r := &Records{t}
	return &Sessions{
		Names: &Names{opt: &opt}, Threads: t, Records: r,
		Checkpoints: &Checkpoints{opt: &opt, threads: t},
		Exporter:    &Exporter{opt: &opt, threads: t, records: r},
		Chains:      &Chains{opt: &opt, threads: t},
	}
}

// show returns a path for display.
func (o *Options) show(path string) string { return plain.Path(path, o.Home) }

// outside returns an error if a directory is in a Claude directory, where Dendro never
// writes: see [own.ClaudeDir].
func (o *Options) outside(ctx context.Context, dir string) error {
	claude := own.ClaudeDir(ctx, o.Disk, o.Catalog.Snapshot().RootPaths(), dir)
	if claude == "" {
		return nil
	}
	return message.New("in_claude_directory", "path", o.show(dir), "claude", o.show(claude)).Error(nil)
}
