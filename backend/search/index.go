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

// Index holds the signatures of all files. It is safe for concurrent use: a
// search sees the index as it was when the search began, and waits for nobody.
type Index struct {
	now atomic.Pointer[snapshot]

	mu    sync.Mutex // held while the index changes
	files map[string]*fileEntry
	keep  Keep // nil: rows stay in memory

	told map[uint64]struct{} // hashes of the vocabulary's words; nil until it is needed
	seed maphash.Seed        // of told

	docs atomic.Pointer[documents] // those that were made last
}

// Keep puts the rows of a sealed group where they stay, and returns them as they can be
// read there: they are nearly all that an index takes, and little of it is ever looked
// at. Who reads them is told of damage by an error.
type Keep func(rows []byte) (io.ReaderAt, error)

// snapshot is the index at one moment. What it refers to is not changed.
type snapshot struct {
	groups []*group // the last one is being filled, those before are sealed
	ids    uint32   // the largest id of a file in it
	words  pieces
}

// fileEntry is an indexed file. It is not changed: a file that has grown gets another
// one, of the same id.
type fileEntry struct {
	key        string
	id         uint32
	size       int64
	mtime      time.Time
	bytes      uint64 // see File.Identify
	head, tail print
	small      bool // its only block may share a slot with others
}

// NewIndex returns an empty index. keep may be nil.
func NewIndex(keep Keep) *Index {
	x := &Index{files: map[string]*fileEntry{}, keep: keep}
	x.now.Store(&snapshot{groups: []*group{{}}, words: pieces{vocab: []turns.Vocabulary{""}}})
	return x
}

// Put takes a file in. One that is known is replaced, or continued where its
// Builder has continued it; a continuation of what is no longer known is
// dropped, and Put reports false: read the file anew.
func (x *Index) Put(f *File) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	old := x.files[f.key]
	if f.grown != nil && f.grown != old {
		return false
	}
	c := x.change()
	e := &fileEntry{key: f.key, size: f.size, mtime: f.mtime, bytes: f.bytes, head: f.head, tail: f.tail, small: f.small()}
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
		c.replace(old, e, f.blocks[0].offset) // the last one, where the Builder has gone on with it
	}
	for i, b := range f.blocks {
		c.add(f.sigs[i], placed{block: b, file: e})
	}
	c.addWords(e, f)
	x.files[f.key] = e
	x.now.Store(&c.snapshot)
	return true
}

// Remove forgets files.
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

// Known returns a file's size and time as they were when it was read.
func (x *Index) Known(key string) (size int64, mtime time.Time, ok bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	e := x.files[key]
	if e == nil {
		return 0, time.Time{}, false
	}
	return e.size, e.mtime, true
}

// Holds reports whether a file is known as it is now: of this size and time, and made from
// the same bytes, see [File.Identify].
func (x *Index) Holds(key string, size int64, mtime time.Time, bytes uint64) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	e := x.files[key]
	return e != nil && e.size == size && e.mtime.Equal(mtime) && e.bytes == bytes
}

// Tail is the end of an indexed file, from where a Builder can go on.
type Tail struct {
	entry *fileEntry
	block block
	sig   *signature // nil where the last block is full
}

// Tail returns the end of a file, and false where it is not known, or so small that it
// shares a slot and is read anew.
func (x *Index) Tail(key string) (Tail, bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	e := x.files[key]
	if e == nil {
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
		if sig := in.signature(last.slot); sig.ones() < fullOnes {
			t.block, t.sig = last.block, sig
		}
	}
	return t, true
}

// Keys returns the keys of all files, in no order.
func (x *Index) Keys() []string {
	x.mu.Lock()
	defer x.mu.Unlock()
	return slices.Collect(maps.Keys(x.files))
}
