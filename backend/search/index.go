package search

import (
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Index holds the signatures of all files. It is safe for concurrent use: a
// search sees the index as it was when the search began, and waits for nobody.
type Index struct {
	now atomic.Pointer[snapshot]

	mu    sync.Mutex // held while the index changes
	files map[string]*fileEntry
	dead  int    // blocks in sealed groups that count no more
	rows  []byte // of the group that is being sealed
	shelf shelf
}

// snapshot is the index at one moment. What it refers to is not changed.
type snapshot struct {
	groups []*group // sealed; nil where all blocks of one are gone
	open   group    // being filled
	ids    uint32   // the largest id of a file in it
}

// fileEntry is an indexed file. Its stat is the only part that changes: what
// is indexed of a growing file stays as it is.
type fileEntry struct {
	key        string
	id         uint32
	size       int64
	mtime      time.Time
	head, tail print
	places     []place // of its blocks, in file order; guarded by Index.mu
}

// place is where a block lies: its group and the bit it has there.
type place struct {
	group int32
	bit   uint8
}

// NewIndex returns an empty index.
func NewIndex() *Index {
	x := &Index{files: map[string]*fileEntry{}}
	x.now.Store(&snapshot{})
	return x
}

// Replace makes x what other is, which must not be used afterwards.
func (x *Index) Replace(other *Index) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.files, x.dead = other.files, other.dead
	x.now.Store(other.now.Load())
}

// Put takes files in, in one step. A file that is known is replaced, or
// continued where its Builder has continued it; a continuation of what is no
// longer known is dropped, and Put reports false: read the file anew.
func (x *Index) Put(files ...*File) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	c := x.change()
	all := true
	for _, f := range files {
		all = c.put(f) && all
	}
	c.publish()
	return all
}

// Remove forgets files.
func (x *Index) Remove(keys ...string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	c := x.change()
	for _, key := range keys {
		if e := x.files[key]; e != nil {
			c.drop(e.places)
			delete(x.files, key)
		}
	}
	c.publish()
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

// Tail is the end of an indexed file, from where a Builder can go on.
type Tail struct {
	entry *fileEntry
	block block
	sig   *signature // nil where the last block is full
}

// Tail returns the end of a file, and false where it is not known.
func (x *Index) Tail(key string) (Tail, bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	e := x.files[key]
	if e == nil {
		return Tail{}, false
	}
	t := Tail{entry: e}
	if len(e.places) == 0 {
		return t, true
	}
	p := e.places[len(e.places)-1]
	g := x.now.Load().group(p.group)
	if b := g.blocks[p.bit].block; b.text < fullText && b.length < fullRaw {
		if sig := g.signature(p.bit); sig != nil && sig.ones() < fullOnes {
			t.block, t.sig = b, sig
		}
	}
	return t, true
}

// Has reports whether a file is indexed.
func (x *Index) Has(key string) bool {
	_, _, ok := x.Known(key)
	return ok
}

// Keys returns the keys of all files, in no order.
func (x *Index) Keys() []string {
	x.mu.Lock()
	defer x.mu.Unlock()
	return slices.Collect(maps.Keys(x.files))
}

// Stats say how large an index is.
type Stats struct {
	Files     int
	Blocks    int
	TextBytes int64 // indexed
	Bytes     int64 // of signatures
}

// Stats returns the index's size.
func (x *Index) Stats() Stats {
	x.mu.Lock()
	defer x.mu.Unlock()
	s := Stats{Files: len(x.files)}
	snap := x.now.Load()
	for i := range len(snap.groups) + 1 {
		g := snap.group(int32(i))
		if g == nil {
			continue
		}
		s.Bytes += int64(len(g.sigs) * sigSize)
		if g.sealed() {
			s.Bytes += rowsSize
		}
		for j := range g.blocks {
			if g.live>>j&1 == 1 {
				s.Blocks++
				s.TextBytes += int64(g.blocks[j].text)
			}
		}
	}
	return s
}

// group returns the group at i; the one behind the sealed ones is the open one.
func (s *snapshot) group(i int32) *group {
	if int(i) == len(s.groups) {
		return &s.open
	}
	return s.groups[i]
}

func (s *snapshot) block(p place) *placed { return &s.group(p.group).blocks[p.bit] }
