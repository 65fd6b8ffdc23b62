package window

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"dendro/backend/archive"
	"dendro/backend/catalog"
	"dendro/backend/demo"
	"dendro/backend/internal/disk"
	"dendro/backend/library"
	"dendro/backend/resume/plan"
	"dendro/backend/scan"
	"dendro/backend/session"
	"dendro/backend/settings"
)

// History is the library of a window: it is read in the background, and every change is
// reported.
type History struct {
	Library *library.Library
	Disk    *disk.Prober // shared by all of the window's file accesses

	ctx         context.Context
	home        string
	log         *slog.Logger
	unsubscribe func()
	reading     sync.WaitGroup

	settings *settings.Store  // nil: none
	named    bool             // the roots were named on the command line
	archive  *archive.Archive // nil: there is none
	kept     *keeping         // nil: nothing is archived
}

// newHistory creates the library for o and starts to read it. Without explicit roots, and
// if the default ones hold no history, it is the demo. changed is called with every change
// until close.
func newHistory(ctx context.Context, o Options, log *slog.Logger, changed func(catalog.Change)) (*History, error) {
	home, _ := os.UserHomeDir() // if it is missing, scan.Roots reports it
	lib, err := windowRoots(ctx, o, home)
	if err != nil {
		return nil, err
	}
	lib.Home, lib.Now, lib.Logger, lib.Index, lib.Window, lib.StartedFrom = home, time.Now, log, true, true, plan.OwnLog(time.Now, lib.Disk).Parents
	lib.Notes = o.Notes
	lib.NotUsed = append(lib.NotUsed, notesProblem(o.Notes)...)
	lib.Chains, lib.Here = session.ChainDir(o.CacheDir), o.Here
	if !lib.Demo {
		lib.Archive = o.Archive
		kept, err := keptRoots(ctx, o, lib.Disk, lib.Roots)
		if err != nil {
			log.Warn("archive", "error", err)
		}
		lib.Roots = append(lib.Roots, kept...)
		lib.Cache, lib.Cards, lib.Managed = o.CacheDir, scan.CardsDir(), library.ManagedSettings()
	}
	h := &History{settings: o.settings, Disk: lib.Disk, ctx: ctx, home: home, log: log, named: len(o.Roots) > 0, archive: lib.Archive}
	h.Library = library.New(lib)
	if lib.Archive != nil && o.settings != nil {
		h.kept = &keeping{keeper: library.NewKeeper(h.Library), own: o.settings.Get, soon: make(chan struct{}, 1)}
	}
	h.unsubscribe = h.Library.Catalog.Subscribe(func(change catalog.Change) {
		changed(change)
		if len(change.Chats) > 0 {
			h.KeepSoon()
		}
		if !change.Scan && len(change.Sessions) > 0 {
			h.background("remove used chain files", func(context.Context) error { return h.Library.Chains.SweepServed(change.Sessions) })
		}
	})
	h.background("read the history", func(ctx context.Context) error {
		h.Library.Catalog.Watch(ctx) // before reading, so that no change is missed
		err := h.Library.Catalog.Scan(ctx, true)
		if err == nil { // remove chain files that clients have loaded
			err = h.Library.Chains.Sweep()
		}
		o.Read()
		if (err == nil || errors.Is(err, catalog.ErrStopped)) && h.kept != nil {
			return h.keep(ctx)
		}
		return err
	})
	return h, nil
}

// windowRoots returns the roots to show: those of the demo if the default ones hold
// nothing.
func windowRoots(ctx context.Context, o Options, home string) (lib library.Options, err error) {
	lib.Disk, lib.NotUsed = o.disk, o.notUsed
	if lib.Disk == nil {
		lib.Disk = &disk.Prober{}
	}
	if !o.Demo {
		lib.Roots, err = scan.Roots(ctx, o.Roots, scan.Env{Getenv: os.Getenv, Home: home, Disk: lib.Disk, Distributions: scan.RunningDistributions})
		if err == nil && len(o.Roots) == 0 && o.settings != nil {
			lib.Roots = scan.AtPaths(settings.Remembered(scan.Paths(lib.Roots), o.settings.Get().Roots))
		}
		if err != nil || len(o.Roots) > 0 || anyHistory(ctx, lib.Disk, lib.Roots) || hasKept(ctx, o, lib.Disk) {
			return lib, err
		}
	}
	for _, root := range lib.Roots {
		lib.LookedAt = append(lib.LookedAt, root.Path)
	}
	root, err := demo.Extract(o.CacheDir)
	if err != nil && !o.Demo {
		lib.NotUsed = append(lib.NotUsed, scan.Problem{Path: o.CacheDir, Err: err})
		return lib, nil // a window without the demo
	}
	lib.Roots, lib.Demo = []scan.Root{{Path: root}}, true
	return lib, err
}

// anyHistory reports whether any of the roots holds a transcript, or may hold one but does
// not respond.
func anyHistory(ctx context.Context, prober *disk.Prober, roots []scan.Root) bool {
	return slices.ContainsFunc(roots, func(root scan.Root) bool {
		has, err := disk.WithTimeout(ctx, prober, root.Path, func() (bool, error) { return hasHistory(root.Path), nil })
		return has || err != nil
	})
}

// hasHistory reports whether a root holds a transcript. It stops at the first one.
func hasHistory(root string) bool {
	dir := filepath.Join(root, "projects")
	projects, _ := disk.List(dir) // an unreadable directory holds none
	return slices.ContainsFunc(projects, func(project fs.DirEntry) bool {
		files, _ := disk.List(filepath.Join(dir, project.Name()))
		return slices.ContainsFunc(files, func(file fs.DirEntry) bool { return filepath.Ext(file.Name()) == ".jsonl" })
	})
}

// background runs work that ends with the window. Its only errors are those of a closed
// window, so they are ignored.
func (h *History) background(what string, work func(context.Context) error) {
	h.reading.Go(func() {
		if err := work(h.ctx); err != nil && h.ctx.Err() == nil {
			h.log.Warn(what, "error", err)
		}
	})
}

// close stops the reports and waits for running reads. The context of newHistory must be
// cancelled before.
func (h *History) close() {
	h.unsubscribe()
	h.reading.Wait()
	h.Library.Catalog.Flush()
}

// Rescan checks every file again, in the background.
func (h *History) Rescan() {
	h.background("read the history again", func(ctx context.Context) error { return h.Library.Catalog.Scan(ctx, false) })
}
