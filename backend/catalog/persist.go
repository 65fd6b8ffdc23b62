package catalog

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"dendro/backend/internal/disk"
	"dendro/backend/internal/own"
	"dendro/backend/message"
	"dendro/backend/scan"
	"dendro/backend/search"
	"dendro/backend/store"
)

// persister writes data for the next process to the cache.
type persister struct {
	cache    string
	now      func() time.Time
	logger   *slog.Logger
	store    *store.Store   // nil: nothing is cached
	opened   store.Manifest // an earlier process's commit; loaded by start
	problem  error          // why that is missing or incomplete
	refused  []scan.Problem // why nothing is cached
	silenced sync.Once      // logs the first failure only

	waiting atomic.Pointer[checkpoint] // the next checkpoint to write
	writing sync.WaitGroup
	busy    sync.Mutex // one commit after the other
	next    time.Time  // when a running scan may commit again
}

// A scan commits every commitEvery, so that a killed process need not read everything again;
// after a slow commit it waits commitPause times as long as that took.
const (
	commitEvery = 2 * time.Second
	commitPause = 20
)

// open opens the store of the roots in the cache directory. It refuses one below a Claude
// directory, where Dendro never writes.
func (k *persister) open(opt *Options, roots []string) {
	k.cache, k.now, k.logger = opt.Cache, opt.Now, opt.Logger
	if opt.Cache == "" {
		return
	}
	dir, err := filepath.Abs(opt.Cache)
	if err != nil {
		return
	}
	if claude := own.ClaudeDir(context.Background(), opt.Disk, roots, dir); claude != "" {
		k.refuse(dir, message.New("cache_in_claude_directory", "dir", dir, "claude", claude).Error(nil))
		return
	}
	type opening struct {
		store  *store.Store
		opened store.Manifest
		err    error
	}
	o, err := disk.WithTimeout(context.Background(), opt.Disk, dir, func() (o opening, _ error) {
		o.store, o.opened, o.err = store.Open(dir, roots)
		return o, nil
	})
	switch {
	case err != nil:
		k.refuse(dir, message.New("cache_unusable", "dir", dir, "cause", err).Error(err))
	case o.store == nil:
		k.refuse(dir, message.New("cache_unsafe", "cause", o.err).Error(o.err))
	default:
		k.store, k.opened, k.problem = o.store, o.opened, o.err
	}
}

// refuse runs without a cache, and says why.
func (k *persister) refuse(dir string, why error) {
	k.cache, k.refused = "", []scan.Problem{{Path: dir, Err: why}}
	k.logger.Warn("nothing is cached for the next start", "error", why)
}

// failed logs once that nothing more is cached. The state in memory stays valid.
func (k *persister) failed(err error) {
	if errors.Is(err, store.ErrReader) || errors.Is(err, store.ErrStopped) {
		return
	}
	k.silenced.Do(func() { k.logger.Warn("nothing is cached for the next start", "error", err) })
}

// file appends a file's state to the store and makes f refer to the stored copy. f must not
// be shared yet.
func (k *persister) file(f *File) {
	if k.store == nil {
		return
	}
	p, err := k.store.AppendFile(storedFile(f))
	var stored store.File
	if err == nil {
		stored, err = store.ReadFile(p)
	}
	if err != nil {
		k.failed(err)
		return
	}
	f.Summary = stored.Summary
	f.encoded = stored.Thread
	f.part.Store(p)
}

// rows returns the function that stores rows of the search index, nil without a store.
func (k *persister) rows() search.Keep {
	if k.store == nil {
		return nil
	}
	return func(rows []byte) (io.ReaderAt, error) {
		p, err := k.store.Append(rows)
		if err != nil {
			k.failed(err)
			return nil, err // not a typed nil
		}
		return p, nil
	}
}

// commit writes a checkpoint for the next process in the background. If several are waiting
// for the previous one, only the last is written.
func (k *persister) commit(m *checkpoint) {
	k.waiting.Store(m)
	k.writing.Go(func() {
		k.busy.Lock()
		defer k.busy.Unlock()
		m := k.waiting.Swap(nil)
		if m == nil {
			return
		}
		started := k.now()
		if err := k.write(m); err != nil {
			k.failed(err)
		}
		k.next = k.now().Add(max(commitEvery, commitPause*k.now().Sub(started)))
	})
}

// due reports whether a running scan should commit again.
func (k *persister) due() bool {
	if k.store == nil || !k.busy.TryLock() {
		return false
	}
	defer k.busy.Unlock()
	if k.next.IsZero() {
		k.next = k.now().Add(commitEvery)
	}
	return k.now().After(k.next)
}

// write appends everything that is missing from the store, and commits.
func (k *persister) write(m *checkpoint) error {
	to := store.Manifest{Rows: m.rows, Words: m.words, Index: m.index}
	for _, f := range m.files {
		p := f.part.Load()
		if p == nil {
			var err error
			if p, err = k.store.AppendFile(storedFile(f)); err != nil {
				return err
			}
			f.part.Store(p)
		}
		to.Files = append(to.Files, p)
	}
	if m.image != nil {
		var err error
		if to.Rows, err = partsOf(m.image.Rows()); err != nil {
			return err
		}
		if to.Words, err = partsOf(m.image.Words()); err != nil {
			return err
		}
		if to.Index, err = k.store.Append(m.image.Encode()); err != nil {
			return err
		}
	}
	if len(m.chats) > 0 {
		l := list{m.totals, make([]Row, len(m.chats))}
		for i, c := range m.chats {
			l.rows[i] = RowOf(c)
		}
		var err error
		if to.List, err = k.store.Append(l.encode()); err != nil {
			return err
		}
	}
	if m.linked != nil {
		var err error
		if to.Chats, err = k.store.Append(encodeLinked(m.linked, m.files)); err != nil {
			return err
		}
	}
	return k.store.Commit(to)
}

// partsOf returns the parts that keep.rows has made.
func partsOf(kept []io.ReaderAt) (parts []*store.Part, err error) {
	for _, k := range kept {
		p, ok := k.(*store.Part)
		if !ok {
			return nil, errors.New("a part of the search index is in memory only")
		}
		parts = append(parts, p)
	}
	return parts, nil
}

func storedFile(f *File) *store.File {
	return &store.File{File: f.File, Print: f.print, Unique: f.Unique, Summary: f.Summary, Thread: f.encodedIndex()}
}

// ClearCache removes the cache of this and all other histories. This catalog stops caching;
// its state stays as it is.
func (c *Catalog) ClearCache() error {
	k := &c.persister
	if k.cache == "" {
		return nil
	}
	if k.store != nil {
		k.busy.Lock() // until the running write has finished and can be removed
		defer k.busy.Unlock()
		k.store.Stop()
	}
	if err := store.Clear(k.cache); err != nil {
		return message.New("cache_not_cleared", "cause", err).Error(err)
	}
	return nil
}

// Flush waits for the running scan, the current change and for the cache to be written, and
// then lets another process write: call it before the process ends.
func (c *Catalog) Flush() {
	c.scanMu.Lock()
	defer c.scanMu.Unlock()
	_ = c.change(func(*writer) error { return nil })
	c.persister.writing.Wait()
	if c.persister.store != nil {
		_ = c.persister.store.Close() // it ends with the process
	}
}
