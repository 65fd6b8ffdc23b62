package search

import (
	"hash/maphash"
	"io"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"dendro/backend/search/turns"
)

// Index holds the signatures of all files. It is safe for concurrent use: a search uses the
// index's state at its start, and never blocks.
type Index struct {
	now atomic.Pointer[snapshot]

	mu    sync.Mutex // held while the index changes
	files map[string]*fileEntry
	keep  Keep // nil: rows stay in memory

	inVocabulary map[uint64]struct{} // hashes of the vocabulary's words; nil until needed
	seed         maphash.Seed        // of these hashes

	docs atomic.Pointer[documents] // the most recent ones
}

// Keep stores the rows of a sealed group and returns a reader for them. Rows are nearly all
// of an index's size, and few of them are ever read. The reader reports damage as an error.
type Keep func(rows []byte) (io.ReaderAt, error)

// snapshot is the index at one moment. The data it refers to is immutable.
type snapshot struct {
	groups []*group // the last one is open, the others are sealed
	ids    uint32   // the largest id of a file in it
	words  pieces
}

// fileEntry is an indexed file. It is immutable: a file that has grown gets a new entry with
// the same id.
type fileEntry struct {
	key        string
	id         uint32
	size       int64
	mtime      time.Time
	version    Version // see File.Identify
	head, tail print
	small      bool // its only block may share a slot with others
}

// NewIndex returns an empty index. keep may be nil.
func NewIndex(keep Keep) *Index {
	x := &Index{files: map[string]*fileEntry{}, keep: keep}
	x.now.Store(&snapshot{groups: []*group{{}}, words: pieces{vocab: []turns.Vocabulary{""}}})
	return x
}

// Put adds a file, replaces a known one, or continues it if its Builder has. If the state to
// continue is no longer the current one, or a block cannot be part of the file, Put changes
// nothing and reports false: the caller must read the file again from the start.
func (x *Index) Put(f *File) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	old := x.files[f.key]
	if f.grown != nil && f.grown != old || !f.valid() {
		return false
	}
	c := x.change()
	e := &fileEntry{key: f.key, size: f.size, mtime: f.mtime, version: f.version, head: f.head, tail: f.tail, small: f.small()}
	switch {
	case f.grown == nil:
		c.ids++
		e.id = c.ids
		if old != nil {
			c.replace(old, nil, 0)
			c.dropWords(old.id)
		}
	case len(f.blocks) == 0:
		e.id = old.id
		c.replace(old, e, f.size)
	default:
		e.id = old.id
		c.replace(old, e, f.blocks[0].offset) // the last block, if the Builder has extended it
	}
	for i, b := range f.blocks {
		c.add(f.sigs[i], placed{block: b, file: e})
	}
	c.addWords(e, f)
	x.files[f.key] = e
	x.now.Store(&c.snapshot)
	return true
}

// Remove removes files from the index.
func (x *Index) Remove(keys ...string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	c := x.change()
	for _, key := range keys {
		if e := x.files[key]; e != nil {
			c.replace(e, nil, 0)
			c.dropWords(e.id)
			delete(x.files, key)
		}
	}
	x.now.Store(&c.snapshot)
}

// Known returns the size and time of a file when it was read.
func (x *Index) Known(key string) (size int64, mtime time.Time, ok bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	e := x.files[key]
	if e == nil {
		return 0, time.Time{}, false
	}
	return e.size, e.mtime, true
}

// Holds reports whether the index is up to date for a file: same size and time, and made from
// the same version.
func (x *Index) Holds(key string, size int64, mtime time.Time, version Version) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	e := x.files[key]
	return e != nil && e.size == size && e.mtime.Equal(mtime) && e.version == version
}

// Tail is the end of an indexed file, where a Builder can continue.
type Tail struct {
	entry *fileEntry
	block block
	sig   *signature // nil if the last block is full
}

// Tail returns the end of a file whose index is of a version. It reports false if the index
// is of another version, the file is unknown, or so small that it shares a slot: then it has
// to be read again from the start.
func (x *Index) Tail(key string, version Version) (Tail, bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	e := x.files[key]
	if e == nil || e.version != version {
		return Tail{}, false
	}
	var last *placed
	var in *group
	for _, g := range x.now.Load().groups {
		for i := range g.blocks {
			if b := &g.blocks[i]; b.file == e && !b.moved && (last == nil || b.offset > last.offset) {
				last, in = b, g
			}
		}
	}
	t := Tail{entry: e}
	if last == nil {
		return t, true
	}
	if others := func(b placed) bool { return b.slot == last.slot && b.file != e }; slices.ContainsFunc(in.blocks, others) {
		return Tail{}, false
	}
	if last.text < fullText && last.length < fullRaw {
		if sig := in.signature(last.slot); sig.ones() < fullBits {
			t.block, t.sig = last.block, sig
		}
	}
	return t, true
}

// Keys returns the keys of all files, in no particular order.
func (x *Index) Keys() []string {
	x.mu.Lock()
	defer x.mu.Unlock()
	return slices.Collect(maps.Keys(x.files))
}
