package cache

import (
	"io"
	"sync"
	"sync/atomic"
	"unsafe"

	"dendro/backend/transcript"
)

// maxTexts is how large the buffer may be that is used again from summary to summary.
const maxTexts = 1 << 20

// maxLooked is how much of the nodes is in memory at most while one file's are
// looked at after the other's.
const maxLooked = 2 << 20

// leastLooked is what looking at a few nodes brings into memory: a system that
// brings one page brings those around it too.
const leastLooked = 32 << 10

// NodeShelf holds the nodes and the texts of the files that a long scan reads,
// most of what is kept of them, in files without a name, and lets them be used
// where they lie there: they take no memory that the system could not have
// back. Where that does not work they stay in memory. It is safe for concurrent
// use.
type NodeShelf struct {
	mu           sync.Mutex
	nodes, texts tray
	buf          []byte

	looked gauge
}

// NewNodeShelf makes a shelf whose files lie where Scratch makes them.
func NewNodeShelf(dirs ...string) *NodeShelf {
	s := new(NodeShelf)
	if alike() {
		s.nodes.file, _ = Scratch(dirs...) // nil: all stays in memory
		s.texts.file, _ = Scratch(dirs...)
	}
	return s
}

// Put returns nodes as they lie on the shelf, where nobody may write to them,
// or as they are where there is no place. The former stay as long as the process.
func (s *NodeShelf) Put(nodes []transcript.Node) []transcript.Node {
	if len(nodes) == 0 {
		return nodes
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if data := s.nodes.put(unsafe.Slice((*byte)(unsafe.Pointer(&nodes[0])), len(nodes)*nodeSize)); data != nil {
		return nodesOf(data)
	}
	return nodes
}

// Summary lets the nodes and the texts of sum, which nobody else has yet, lie on
// the shelf, as with Put. Where there is no place for the nodes, it gets a copy of
// its own.
func (s *NodeShelf) Summary(sum *transcript.Summary) {
	nodes := s.Put(sum.Nodes)
	if len(nodes) > 0 && &nodes[0] != &sum.Nodes[0] {
		sum.Nodes = nodes
	} else {
		sum.OwnNodes()
	}
	sum.Prompts = snug(sum.Prompts)
	sum.FilesTouched = snug(sum.FilesTouched)
	s.putTexts(sum)
}

// snug returns all without room for more, where that is much.
func snug[T any](all []T) []T {
	if cap(all)-len(all) <= len(all)/8 {
		return all
	}
	return append(make([]T, 0, len(all)), all...)
}

// putTexts puts the texts of sum on the shelf that nobody asks for as long as it
// is not looked at by itself. What every list of chats is made from stays: to look
// at it would bring most of the file into memory, time and again.
func (s *NodeShelf) putTexts(sum *transcript.Summary) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.buf = s.buf[:0]
	longTexts(sum, func(text *string) { s.buf = append(s.buf, *text...) })
	if data := s.texts.put(s.buf); data != nil {
		all := unsafe.String(unsafe.SliceData(data), len(data))
		longTexts(sum, func(text *string) {
			n := len(*text)
			*text, all = all[:n], all[n:]
		})
	}
	if cap(s.buf) > maxTexts {
		s.buf = nil
	}
}

func longTexts(s *transcript.Summary, each func(*string)) {
	each((*string)(&s.Types))
	each(&s.Task)
	for i := range s.Prompts {
		if i > 0 { // the first one may be the title
			each(&s.Prompts[i].Text)
		}
	}
	for i := range s.Titles {
		each(&s.Titles[i].Text)
	}
	for i := range s.FilesTouched {
		each(&s.FilesTouched[i])
	}
	for i := range s.Bad {
		each(&s.Bad[i].Error)
	}
}

// Close ends the putting in; what was put in stays.
func (s *NodeShelf) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.nodes.close()
	s.texts.close()
}

// Rest gives the memory back that looking at the nodes has taken. It comes
// again when they are looked at.
func (s *NodeShelf) Rest() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.nodes.rest()
	s.texts.rest()
}

// Looked tells that so many nodes have been looked at, most of them on the
// shelf. They do not all stay in memory.
func (s *NodeShelf) Looked(nodes int) {
	s.lookedAt(max(nodes*nodeSize, leastLooked))
}

// lookedAt is Looked for so many bytes of anything.
func (s *NodeShelf) lookedAt(n int) {
	if s.looked.full(n) {
		s.Rest()
	}
}

// gauge counts what is looked at where it lies.
type gauge struct{ bytes atomic.Int64 }

// full counts bytes, and reports whether there are too many to stay in memory.
// Then it begins anew.
func (g *gauge) full(n int) bool {
	if g.bytes.Add(int64(n)) <= maxLooked {
		return false
	}
	g.bytes.Store(0)
	return true
}

// Take ends the putting in of nodes and returns their file, which may become a
// part of a state; nil where there is none. It is for one Save.
func (s *NodeShelf) Take() *NodeFile {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.nodes.file == nil {
		return nil
	}
	f := &NodeFile{s.nodes}
	s.nodes.file = nil
	return f
}

// NodeFile is the file of a shelf's nodes.
type NodeFile struct{ tray }

// draft returns the file as the nodes of files, with those behind it that lie
// elsewhere, and the place of each file's nodes. It is nil where that were not
// mostly nodes that lie there.
func (f *NodeFile) draft(files []File) (d *Draft, places []uint32) {
	var others []File
	at, lies := f.end, int64(0)
	places = make([]uint32, len(files))
	for i := range files {
		nodes := files[i].Summary.Nodes
		if len(nodes) == 0 {
			continue
		}
		size := int64(len(nodes) * nodeSize)
		place, ok := f.at((*byte)(unsafe.Pointer(&nodes[0])))
		if ok {
			lies += size
		} else {
			place = at
			at += size
			others = append(others, files[i])
		}
		places[i] = uint32(place / nodeAlign)
	}
	if lies < at-at/4 || at/nodeAlign >= 1<<32 {
		return nil, nil
	}
	return &Draft{File: f.file, Size: f.end, sum: f.sum, Rest: func(w io.Writer) error { return encodeNodes(w, others) }}, places
}
