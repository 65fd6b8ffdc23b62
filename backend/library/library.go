package library

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"dendro/backend/cache"
	"dendro/backend/chattree"
	"dendro/backend/scan"
	"dendro/backend/search"
)

// Options are what a Library needs to know. Every field but AfterList and Logger is needed.
type Options struct {
	Roots []scan.Root
	Home  string // for showing paths as ~/…
	Demo  bool   // the roots are the demo history
	// LookedAt are the roots that hold nothing, which is why the demo is shown;
	// empty where it was asked for.
	LookedAt []string
	Index    bool // make full text searchable
	// Cache is the program's cache directory, where what was read is kept for
	// the next start; empty: nowhere.
	Cache string
	// AfterList, where it is set, is called once: when the list of chats that an
	// earlier process has kept is there, before anything else is read. Whoever
	// asks for more than the list waits until it returns: a window is painted in
	// that time, with the processors to itself.
	AfterList func()
	Now       func() time.Time
	Logger    *slog.Logger // nil: silent
}

// Library is the living whole of some roots. Make one with New.
type Library struct {
	opt      Options
	scanning sync.Mutex         // held by the one scan that runs
	idled    bool               // a scan was complete; guarded by scanning
	scratch  []string           // where files that are made for this process only may lie
	shelves  []*cache.NodeShelf // of all long scans; guarded by scanning
	left     map[string]bool    // paths of what a stopped scan has not read; guarded by scanning
	bound    *bound             // nil but while a window reads much; guarded by scanning

	mu       sync.RWMutex
	roots    []scan.Root
	entries  map[string]*entry // by absolute path; entries are replaced, not changed
	bytes    int64             // of all entries' files
	known                      // what entries are
	forest   *chattree.Forest
	chats    []*chattree.Chat // the forest's, newest first
	problems []scan.Problem
	progress Progress
	listed   int                     // files that there are
	pending  pending                 // what forest does not know yet
	added    func(root string)       // follows a root that is added; nil before Watch
	stop     context.CancelCauseFunc // ends the scan that runs; nil where none does

	made      uint64                  // counts what chats, sessions and agents were made of
	described atomic.Pointer[catalog] // the latest
	shown     atomic.Pointer[shown]   // the latest; nil before the first

	text    *search.Index    // nil without Options.Index; guarded by mu, and scanning
	shelf   *cache.NodeShelf // nil but during a long scan
	kept    keeper
	hub     hub
	leaving []func() // called before renew; guarded by mu
	threads threadCache
	recess  recess
	titles  titleCache
	tally   tally
	roster  roster
}

// New returns an empty library. Nothing is read before Scan.
func New(opt Options) *Library {
	if opt.Logger == nil {
		opt.Logger = slog.New(slog.DiscardHandler)
	}
	l := &Library{
		opt:      opt,
		entries:  map[string]*entry{},
		forest:   chattree.Build(nil, nil),
		progress: Progress{Phase: PhaseListing},
	}
	l.forest.Tell(l.looked)
	for _, root := range opt.Roots {
		l.roots = append(l.roots, absolute(root))
	}
	l.kept.open(l)
	if opt.Cache != "" {
		l.scratch = []string{os.TempDir()}
		if l.kept.store != nil { // else nothing is written there
			l.scratch = []string{opt.Cache, os.TempDir()}
		}
	}
	l.text = l.newText()
	return l
}

// absolute returns a root by the path that files are known by.
func absolute(root scan.Root) scan.Root {
	if abs, err := filepath.Abs(root.Path); err == nil {
		root.Path = abs
	}
	return root
}

func (l *Library) update(f func()) {
	l.mu.Lock()
	f()
	l.mu.Unlock()
	l.hub.publish(Change{Scan: true})
}

// publish takes what has changed into the chats and tells subscribers, if
// there is anything to tell. scan says that the scan's progress has changed.
func (l *Library) publish(scan bool) {
	l.mu.Lock()
	c := Change{Scan: scan}
	dirty := l.pending.dirty()
	if dirty {
		c.Sessions = l.pending.touched()
		var beside sync.WaitGroup // the forest knows nothing of it
		beside.Go(func() {
			if len(l.pending.change.Gone) > 0 || !l.reindex(l.pending.files) {
				l.index()
			}
		})
		c.Chats = l.forest.Apply(l.pending.change)
		// The forest makes its list when it is asked: here, where nobody reads.
		l.chats = l.forest.Chats()
		beside.Wait()
		l.pending = pending{}
		l.made++
		l.show(l.chats)
	}
	l.mu.Unlock()
	if scan || dirty {
		l.hub.publish(c)
	}
}

// Chats returns all chats as they are known now, newest first.
func (l *Library) Chats() []*chattree.Chat {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.chats
}

// Chat returns the chat with this id.
func (l *Library) Chat(id string) (*chattree.Chat, error) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	if c := l.forest.Chat(id); c != nil {
		return c, nil
	}
	return nil, fmt.Errorf("chat %q: %w", id, ErrNotFound)
}

// Session returns a session as it stands in its chat.
func (l *Library) Session(id string) (*chattree.Chat, *chattree.Session, error) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	if c, s := l.forest.Session(id); s != nil {
		return c, s, nil
	}
	return nil, nil, fmt.Errorf("session %q: %w", id, ErrNotFound)
}

// AddRoot adds a root for the life of the library and reads it. A root that is
// there already is only read again.
func (l *Library) AddRoot(ctx context.Context, root scan.Root) error {
	root = absolute(root)
	key := scan.Resolved(root.Path)
	l.mu.Lock()
	known := slices.ContainsFunc(l.roots, func(r scan.Root) bool {
		return r.Path == root.Path || scan.Resolved(r.Path) == key
	})
	var follow func(string)
	if !known {
		l.roots = append(l.roots, root)
		follow = l.added
	}
	l.mu.Unlock()
	if follow != nil {
		follow(root.Path)
	}
	return l.Scan(ctx, true)
}

// rootPaths returns the paths of all roots.
func (l *Library) rootPaths() []string {
	l.mu.RLock()
	defer l.mu.RUnlock()
	paths := make([]string, len(l.roots))
	for i, r := range l.roots {
		paths[i] = r.Path
	}
	return paths
}
