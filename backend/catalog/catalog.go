package catalog

import (
	"context"
	"log/slog"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"dendro/backend/chattree"
	"dendro/backend/internal/disk"
	"dendro/backend/scan"
	"dendro/backend/search"
	"dendro/backend/transcript"
)

// Options are the parameters of a Catalog. Roots and Now are required.
type Options struct {
	Roots []scan.Root
	Index bool   // make full text searchable
	Cards string // where the desktop app keeps the cards of its chats; empty: nowhere
	// Window is set for a long-running process with a user: the list is shown as it grows,
	// open files stay readable after their deletion, and a start prepares for changes. A
	// command answers once and ends.
	Window bool
	// Cache is the program's cache directory, for a faster next start; empty: no cache.
	Cache string
	// BeforeRead, if set, is called when a scan has found files that have to be read.
	BeforeRead func()
	// AfterRead, if set, is called when a scan has read everything, before it reports that
	// it is done.
	AfterRead func()
	// StartedFrom, if set, returns the parent of each session that Dendro started. An error
	// means that the result may be incomplete.
	StartedFrom func() (map[string]transcript.Origin, error)
	// NotUsed are Dendro's own files that could not be used, found before the catalog was
	// created.
	NotUsed []scan.Problem
	Now     func() time.Time
	Logger  *slog.Logger // nil: silent
	// Disk accesses the roots with timeouts and remembers those that did not respond; nil:
	// a new one.
	Disk *disk.Prober
}

// Catalog holds the current state of the given roots and applies changes to it. Its methods
// may be called at any time from any goroutine.
type Catalog struct {
	hub
	opt       Options
	now       atomic.Pointer[Snapshot]
	linked    chan struct{}                           // closed when the cache is loaded and linked
	stop      atomic.Pointer[context.CancelCauseFunc] // ends the scan that runs; nil where none does
	persister persister

	scanMu  sync.Mutex // one scan at a time; locked before writeMu
	writeMu sync.Mutex // serializes changes
	writer  *writer
}

// writer applies changes and publishes the result. There is one, and [Catalog.change]
// passes it from one change to the next.
type writer struct {
	c     *Catalog
	opt   *Options
	keep  *persister
	draft Snapshot // the next one, while it is made: what others have of it is replaced, not changed

	files        map[string]*File // by absolute path, as they were read last
	bytes        int64            // of all files, without those of the archive
	left         map[string]bool  // paths of what a stopped scan has not read
	origins      origins
	forest       *chattree.Forest
	doubled      map[string]bool // sessions with several files of one agent
	spellings    spellings
	repositories *repositories
	pending      pending // what neither the forest nor the draft knows yet
	unsaved      unsaved
	started      bool              // the cache of an earlier process was loaded
	startWatch   func(root string) // watches a root; nil before Watch
	stopWatch    map[string]func() // stops watching, by root
}

// New returns an empty catalog. Nothing is read before Scan.
func New(opt Options) *Catalog {
	if opt.Logger == nil {
		opt.Logger = slog.New(slog.DiscardHandler)
	}
	if opt.Disk == nil {
		opt.Disk = &disk.Prober{}
	}
	c := &Catalog{opt: opt, linked: make(chan struct{})}
	w := &writer{c: c, opt: &c.opt, keep: &c.persister, files: map[string]*File{}, forest: chattree.Build(nil, nil), repositories: newRepositories()}
	w.draft.Progress.Phase = PhaseListing
	for _, root := range opt.Roots {
		w.draft.Roots = append(w.draft.Roots, absolute(root))
	}
	c.persister.open(&c.opt, w.draft.RootPaths())
	if c.persister.store == nil {
		close(c.linked)
	}
	if opt.Index {
		w.draft.Text = search.NewIndex(c.persister.rows())
	}
	c.writer = w
	w.show()
	return c
}

// change calls f with the writer. Changes are serialized. Subscribers are told afterwards.
func (c *Catalog) change(f func(*writer) error) error {
	defer c.deliver()
	c.writeMu.Lock()
	defer c.writeMu.Unlock()
	return f(c.writer)
}

// Snapshot returns the current snapshot. It does not block: after a start that may be the
// list of chats of an earlier process alone, see [Snapshot.Rows] and [Catalog.Linked].
func (c *Catalog) Snapshot() *Snapshot { return c.now.Load() }

// Linked returns when the snapshot holds all that the cache knows, linked, or with ctx's
// error: questions about chats and sessions that only an earlier process may have read wait
// for it. A catalog that nobody scans is never linked.
func (c *Catalog) Linked(ctx context.Context) error {
	select {
	case <-c.linked:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// absolute returns a root by the path that files are known by.
func absolute(root scan.Root) scan.Root {
	if abs, err := filepath.Abs(root.Path); err == nil {
		root.Path = abs
	}
	return root
}

// AddRoot adds a root for the life of the catalog and reads it. An existing root is only
// read again.
func (c *Catalog) AddRoot(ctx context.Context, root scan.Root) error {
	root = absolute(root)
	_ = c.change(func(w *writer) error {
		if !known(root.Path, w.draft.Roots, w.opt.Disk) {
			w.draft.Roots = append(slices.Clone(w.draft.Roots), root)
			if w.startWatch != nil {
				w.startWatch(root.Path)
			}
		}
		return nil
	})
	return c.Scan(ctx, true)
}

// RemoveRoot removes a root and everything that was read from it. A running scan is stopped,
// since it may be reading the root, and continued without it.
func (c *Catalog) RemoveRoot(ctx context.Context, root string) error {
	root = absolute(scan.Root{Path: root}).Path
	c.Stop()
	c.scanMu.Lock()
	_ = c.change(func(w *writer) error {
		w.draft.Roots = slices.DeleteFunc(slices.Clone(w.draft.Roots), func(r scan.Root) bool { return r.Path == root })
		if stop := w.stopWatch[root]; stop != nil {
			stop()
			delete(w.stopWatch, root)
		}
		for path, f := range w.files {
			if f.Root == root {
				w.drop(path)
			}
		}
		w.publish(true)
		return nil
	})
	c.scanMu.Unlock()
	return c.Scan(ctx, false)
}

// known reports whether a root is one of several, by whatever path.
func known(root string, roots []scan.Root, prober *disk.Prober) bool {
	resolved := func(path string) string { return disk.ResolvedWithin(context.Background(), prober, path) }
	key := resolved(root)
	return slices.ContainsFunc(roots, func(r scan.Root) bool { return r.Path == root || resolved(r.Path) == key })
}

// show publishes the draft as the snapshot of now.
func (w *writer) show() {
	w.draft.Totals.Bytes = w.bytes
	s := w.draft
	w.c.now.Store(&s)
}

// progressed shows how far a scan has come.
func (w *writer) progressed(f func(*Progress)) {
	f(&w.draft.Progress)
	w.show()
	w.c.publish(Change{Scan: true})
}

// publish publishes the pending change and notifies subscribers, unless nothing has
// changed. scanned is set if the scan's progress has changed.
func (w *writer) publish(scanned bool) {
	scanned = scanned || w.listed()
	change := Change{Scan: scanned}
	dirty := w.pending.dirty()
	if dirty {
		change.Sessions = w.pending.touched()
		change.Chats = w.forest.ApplyLinked(w.pending.change, w.pending.linked)
		change.Sessions = sorted(change.Sessions, w.forest.Reclaimed())
		before := w.spellings
		w.apply(change.Chats)
		change.Chats = sorted(change.Chats, w.spellings.respelled(before, w.draft.Chats))
	}
	if scanned || dirty {
		w.show()
		w.c.publish(change)
	}
}

// sorted returns what several lists hold, each once.
func sorted(lists ...[]string) []string {
	all := slices.Concat(lists...)
	slices.Sort(all)
	return slices.Compact(all)
}

// listed reports whether files were listed that are others, or could not be, since
// something was shown.
func (w *writer) listed() bool {
	published := w.c.now.Load()
	return published.Listed != w.draft.Listed || !slices.EqualFunc(published.Problems, w.draft.Problems, func(a, b scan.Problem) bool {
		return a.Error() == b.Error()
	})
}

// apply adds the pending change, which the forest has, to the draft; changed as in listChats.
func (w *writer) apply(changed []string) {
	w.listFiles()
	w.listChats(w.forest.Chats(), changed)
	w.draft.Version++
	w.pending = pending{}
}
