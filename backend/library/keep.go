package library

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"sync"

	"dendro/backend/cache"
	"dendro/backend/chattree"
	"dendro/backend/scan"
	"dendro/backend/search"
)

// keeper keeps what was read for the next process.
type keeper struct {
	store *cache.Store // nil: nothing is kept

	// l.scanning guards these.
	restored bool
	base     bool // there is a state that what is unsaved adds to

	cleared bool  // and nothing is kept any more; guarded by busy
	renews  bool  // the state that this process has kept last is of all files, with their chats; guarded by busy
	mapped  int64 // size of the kept index that is used in place of memory; guarded by busy

	unsaved int64 // bytes read, or gone, since the state that is kept; guarded by l.mu
	// later are the files that are not as they are kept; nil where nobody asks.
	later   map[string]bool // guarded by l.mu
	writing sync.WaitGroup
	busy    sync.Mutex // held while a state is written
}

// What has not been kept is read once more by the next process, from the old
// end where a file has only grown. So it is worth keeping when it is a share of
// the whole, not at every line that somebody's claude writes.
const (
	perFile  = 4 << 10 // what a file costs whatever its size
	keepPart = 32      // one part in so many
	// keepLeast is what is read in no time, whatever it is a share of. A window
	// does not write a small history at every line that it hears of.
	keepLeast = 256 << 10
)

// open finds the place of a library's history in the cache. Nothing is kept
// below a root: that is not ours to write to.
func (k *keeper) open(l *Library) {
	if l.opt.Cache == "" {
		return
	}
	dir, err := filepath.Abs(l.opt.Cache)
	if err != nil {
		return
	}
	var roots []string
	for _, r := range l.roots {
		rel, err := filepath.Rel(scan.Resolved(r.Path), scan.Resolved(dir))
		if err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
			l.opt.Logger.Warn("nothing is kept for the next start: the cache directory lies below a root", "directory", dir)
			return
		}
		roots = append(roots, r.Path)
	}
	k.store = cache.Open(dir, roots)
}

// read notes that a file was read, which was old before. l.mu is held.
func (k *keeper) read(path string, old, e *entry) {
	if k.later != nil {
		k.later[path] = true
	}
	if e.partial {
		return
	}
	k.unsaved += e.summary.Bytes + perFile
	if old.whole() && old.summary.Bytes <= e.summary.Bytes {
		k.unsaved -= old.summary.Bytes
	}
}

// gone notes that a file is no longer there. l.mu is held.
func (k *keeper) gone(path string, e *entry) {
	if k.later != nil {
		k.later[path] = true
	}
	k.unsaved += e.file.Size + perFile
}

// keep writes what is known for the next process, where enough has changed. It
// does so behind whoever waits: everything that it writes is a picture of now.
// The chats alone may still be in the making: they are written as they are when
// linked is called, which has to be. rest is called when it is done. l.scanning is
// held until then.
func (l *Library) keep(rest func()) (linked func()) {
	k := &l.kept
	nothing := func() { k.writing.Go(rest) }
	if k.store == nil || l.text == nil && k.store.HasIndex() || !k.busy.TryLock() {
		return nothing
	}
	if k.cleared {
		k.busy.Unlock()
		return nothing
	}
	l.mu.Lock()
	total := l.bytes + int64(len(l.entries))*perFile
	least := total / keepPart
	if l.hub.listening() {
		least = max(least, keepLeast)
	}
	if k.base && k.unsaved < least || !k.base && len(l.entries) == 0 {
		l.mu.Unlock()
		k.busy.Unlock()
		return nothing
	}
	files := make([]cache.File, 0, len(l.entries))
	for _, e := range l.entries {
		if e.whole() {
			files = append(files, toKeep(e))
		}
	}
	whole := len(files) == len(l.entries)
	var image *search.Image
	var index func(io.Writer) error
	var rows *cache.Draft
	text := l.text
	if text != nil {
		image = text.Image()
		index = image.Encode
		if f, size := image.Rows(); f != nil {
			rows = &cache.Draft{File: f, Size: size, Rest: image.EncodeRest}
		}
	}
	var nodes *cache.NodeFile
	shelf := l.shelf
	if shelf != nil {
		nodes = shelf.Take()
	}
	unsaved := k.unsaved
	k.unsaved, k.base = 0, true
	if l.shelf != nil && l.hub.listening() {
		k.later = map[string]bool{}
	}
	l.mu.Unlock()
	spared := func() {}
	switch {
	case nodes == nil || total < veryLong:
	case l.bound != nil:
		l.bound.begin()
	default:
		spared = sparing(total)
	}
	made := make(chan []*chattree.Chat, 1)
	k.writing.Go(func() {
		defer k.busy.Unlock()
		defer spared()
		// A command ends anyway: it would only have its index in memory twice. And
		// no index is used from its file again before it has doubled: the files of
		// all that were stay on the disk until the process ends.
		worth := func(size int64) bool {
			return l.hub.listening() && size >= 2*k.mapped && text != nil && text.RowsInMemory()
		}
		k.renews = false
		linked := false
		chats := func(w io.Writer) error {
			if list := <-made; len(list) > 0 {
				linked = true
				return chattree.Encode(w, list)
			}
			return nil
		}
		written, err := k.store.Save(cache.Content{Files: files, Nodes: nodes, Shelf: shelf, Chats: chats, Index: index, Rows: rows}, worth)
		if err != nil {
			l.opt.Logger.Warn("nothing is kept for the next start", "error", err)
			l.mu.Lock()
			k.unsaved += unsaved
			l.mu.Unlock()
			return
		}
		k.renews = linked
		if written != nil {
			image.Adopt(text, written)
			k.mapped = int64(len(written))
		}
		rest()
	})
	return func() {
		l.mu.RLock()
		defer l.mu.RUnlock()
		// What was read in part, or not at all, is read by the next process: chats
		// that were made of it are of no use there.
		if whole && !l.pending.dirty() {
			made <- l.chats
		}
		close(made)
	}
}

func toKeep(e *entry) cache.File {
	f := &e.file
	return cache.File{
		Root: f.Root, Path: f.Path, ID: f.ID, Agent: f.Agent, Owner: f.Owner, Run: f.Run, Size: f.Size, ModTime: f.ModTime,
		Inode: f.Place.Inode, Changed: f.Place.Changed, Meta: f.Meta, Print: e.print, Unique: e.unique, Summary: e.summary,
	}
}

// ClearCache removes what is kept of this and all other histories. This
// library keeps nothing more; what it knows stays as it is.
func (l *Library) ClearCache() error {
	k := &l.kept
	if l.opt.Cache == "" {
		return nil
	}
	k.busy.Lock() // until what is being written is there to be removed
	defer k.busy.Unlock()
	k.cleared = true
	if err := cache.Clear(l.opt.Cache); err != nil {
		return fmt.Errorf("clear the cache: %w", err)
	}
	return nil
}

// Flush waits until what is being kept for the next process is written: call
// it before the process ends.
func (l *Library) Flush() { l.kept.writing.Wait() }
