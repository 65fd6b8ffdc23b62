package search

import (
	"io"
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
	dead  int  // blocks in sealed groups that count no more
	keep  Keep // nil: rows stay in memory
}

// Keep puts the rows of a sealed group where they stay, and returns them as they can be
// read there: they are nearly all that an index takes, and little of it is ever looked
// at. Who reads them is told of damage by an error.
type Keep func(rows []byte) (io.ReaderAt, error)

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

// place is where a block lies: its group and where it stands among the blocks there.
type place struct {
	group int32
	at    uint16
}

// NewIndex returns an empty index. keep may be nil.
func NewIndex(keep Keep) *Index {
	x := &Index{files: map[string]*fileEntry{}, keep: keep}
	x.now.Store(&snapshot{})
	return x
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

// Tail returns the end of a file, and false where it is not known, or so small that it
// is read anew.
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
	if !g.alone(p.at) {
		return Tail{}, false
	}
	if b := g.blocks[p.at]; b.text < fullText && b.length < fullRaw {
		if sig := g.signature(b.slot); sig != nil && sig.ones() < fullOnes {
			t.block, t.sig = b.block, sig
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

// group returns the group at i; the one behind the sealed ones is the open one.
func (s *snapshot) group(i int32) *group {
	if int(i) == len(s.groups) {
		return &s.open
	}
	return s.groups[i]
}

func (s *snapshot) block(p place) *placed { return &s.group(p.group).blocks[p.at] }
