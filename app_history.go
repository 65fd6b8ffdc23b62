//go:build !headless

package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"dendro/backend/cli"
	"dendro/backend/library"
	"dendro/backend/resume"
	"dendro/backend/scan"
)

// liveHistory is the library behind a window: it is read in the background,
// and every change of it is reported.
type liveHistory struct {
	*library.Library

	ctx         context.Context
	home        string
	log         *slog.Logger
	unsubscribe func()
	reading     sync.WaitGroup

	waiting atomic.Bool   // the list is there, and nothing else is read yet
	asked   chan struct{} // closed when something else is asked for
	asking  sync.Once
}

// paintPatience is how long reading waits for the page to show its first list
// and to ask for more.
const paintPatience = time.Second

// newHistory makes the library that opts asks for and starts to read it. Where
// no root is named and the default ones hold no history it is the demo. changed
// is called with every change until close.
func newHistory(ctx context.Context, opts cli.WindowOptions, log *slog.Logger, changed func(changeEvent)) (*liveHistory, error) {
	home, err := os.UserHomeDir()
	if err != nil {
		home = "" // scan.Roots says so where it matters
	}
	lib, err := windowRoots(opts, home)
	if err != nil {
		return nil, err
	}
	lib.Home, lib.Now, lib.Logger, lib.Index = home, time.Now, log, true
	if !lib.Demo {
		lib.Cache = cli.CacheDir(os.Getenv)
	}
	h := &liveHistory{ctx: ctx, home: home, log: log, asked: make(chan struct{})}
	lib.AfterList = h.letPaint
	h.Library = library.New(lib)
	h.unsubscribe = h.Subscribe(func(c library.Change) {
		changed(changeEvent{Seq: c.Seq, Sessions: c.Sessions, Chats: c.Chats, Scan: c.Scan})
	})
	h.background("read the history", func(ctx context.Context) error {
		h.Watch(ctx) // before reading, so that nothing falls between the two
		return h.Scan(ctx, true)
	})
	return h, nil
}

// letPaint returns when the page has shown its first list, or when that takes
// long: until then whatever is read takes the processors from the web view.
func (h *liveHistory) letPaint() {
	h.waiting.Store(true)
	defer h.waiting.Store(false)
	patience := time.NewTimer(paintPatience)
	defer patience.Stop()
	select {
	case <-h.asked:
	case <-patience.C:
	case <-h.ctx.Done():
	}
}

// waits reports whether more than the list would have to be waited for.
func (h *liveHistory) waits() bool { return h.waiting.Load() }

// ask says that the page wants more than it was served with: its first list stands.
func (h *liveHistory) ask() { h.asking.Do(func() { close(h.asked) }) }

// windowRoots returns the roots to show, those of the demo history where the
// default ones hold nothing.
func windowRoots(opts cli.WindowOptions, home string) (lib library.Options, err error) {
	if !opts.Demo {
		lib.Roots, err = scan.Roots(opts.Roots, scan.Env{Getenv: os.Getenv, Home: home})
		if err != nil || len(opts.Roots) > 0 || hasHistory(lib.Roots) {
			return lib, err
		}
	}
	for _, root := range lib.Roots {
		lib.LookedAt = append(lib.LookedAt, root.Path)
	}
	root, err := library.ExtractDemo(demo(), cli.CacheDir(os.Getenv))
	lib.Roots, lib.Demo = []scan.Root{{Path: root}}, true
	return lib, err
}

// hasHistory tells whether any of the roots holds a transcript. It stops at the
// first one that it finds.
func hasHistory(roots []scan.Root) bool {
	for _, root := range roots {
		projects, err := os.ReadDir(filepath.Join(root.Path, "projects"))
		if err != nil {
			continue
		}
		for _, project := range projects {
			files, err := os.ReadDir(filepath.Join(root.Path, "projects", project.Name()))
			if err != nil {
				continue
			}
			for _, file := range files {
				if filepath.Ext(file.Name()) == ".jsonl" {
					return true
				}
			}
		}
	}
	return false
}

// background runs a piece of work that ends with the window. Its only errors
// are those of a window that was closed, so they are not worth a dialog.
func (h *liveHistory) background(what string, work func(context.Context) error) {
	h.reading.Go(func() {
		if err := work(h.ctx); err != nil && h.ctx.Err() == nil {
			h.log.Warn(what, "error", err)
		}
	})
}

// close ends the reports and waits for what still reads. The context that was
// given to newHistory has to be cancelled before.
func (h *liveHistory) close() {
	h.unsubscribe()
	h.reading.Wait()
	h.Flush()
}

// ResumeRequest returns what a resume needs to know of a session.
func (h *liveHistory) ResumeRequest(ctx context.Context, session string) (resume.Request, error) {
	target, err := h.ResumeTarget(ctx, session)
	if err != nil {
		return resume.Request{}, err
	}
	return resumeRequest(target), nil
}

func resumeRequest(target library.Target) resume.Request {
	return resume.Request{
		Session: target.Session, Dir: target.Dir, Root: target.Root, DefaultRoot: target.DefaultRoot,
	}
}

// ShowRoot adds a Claude config directory for this run. It is read in the
// background; what is wrong with it stands in the state's list of roots.
func (h *liveHistory) ShowRoot(dir string) error {
	if info, err := os.Stat(dir); err != nil {
		return err
	} else if !info.IsDir() {
		return fmt.Errorf("%s is not a directory", dir)
	}
	h.background("read a root", func(ctx context.Context) error {
		return h.AddRoot(ctx, scan.Root{Path: dir})
	})
	return nil
}

// Rescan looks at every file again, in the background.
func (h *liveHistory) Rescan() {
	h.background("read the history again", func(ctx context.Context) error { return h.Scan(ctx, false) })
}
