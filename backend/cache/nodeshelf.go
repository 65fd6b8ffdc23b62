package cache

import (
	"os"
	"sync"
	"unsafe"

	"dendro/backend/transcript"
)

// windowSize is how much of a shelf's file comes into view at once.
const windowSize = 8 << 20

// maxTexts is how large what is used again from summary to summary may be.
const maxTexts = 1 << 20

// NodeShelf holds the nodes and the texts of the files that a long scan reads,
// most of what is kept of them, in a file without a name, and lets them be used
// where they lie there: they take no memory that the system could not have
// back. Where that does not work they stay in memory. It is safe for concurrent
// use.
type NodeShelf struct {
	mu      sync.Mutex
	file    *os.File // nil: nothing more is put in
	end     int64    // of the windows in the file
	windows [][]byte
	used    int // of the last one
	texts   writer
}

// NewNodeShelf makes a shelf whose file lies where Scratch makes one.
func NewNodeShelf(dirs ...string) *NodeShelf {
	s := new(NodeShelf)
	if alike() {
		s.file, _ = Scratch(dirs...) // nil: all stays in memory
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
	if data := s.put(unsafe.Slice((*byte)(unsafe.Pointer(&nodes[0])), len(nodes)*nodeSize)); data != nil {
		return nodesOf(data)
	}
	return nodes
}

// Summary returns what s says, with its nodes and its texts as they lie on the
// shelf: as with Put.
func (s *NodeShelf) Summary(sum *transcript.Summary) *transcript.Summary {
	nodes := s.Put(sum.Nodes)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.texts.b = s.texts.b[:0]
	s.texts.summary(sum)
	moved := sum
	if data := s.put(s.texts.b); data != nil {
		r := &reader{s: unsafe.String(unsafe.SliceData(data), len(data))}
		if read := r.summary(); !r.bad && r.s == "" {
			moved = read
		}
	}
	if cap(s.texts.b) > maxTexts {
		s.texts.b = nil
	}
	moved.Nodes = nodes
	return moved
}

// put writes data to the file and returns it as it lies there; nil where there
// is no place. s.mu is held.
func (s *NodeShelf) put(data []byte) []byte {
	if s.file == nil {
		return nil
	}
	size := (len(data) + 7) &^ 7 // nodes lie at multiples of eight
	if len(s.windows) == 0 || s.used+size > len(s.windows[len(s.windows)-1]) {
		if err := s.extend(size); err != nil {
			s.close()
			return nil
		}
	}
	last := s.windows[len(s.windows)-1]
	if _, err := s.file.WriteAt(data, s.end-int64(len(last)-s.used)); err != nil {
		s.close() // the disk may be full
		return nil
	}
	from := s.used
	s.used += size
	return last[from : from+len(data) : from+len(data)]
}

// extend takes another window into view, with room for size bytes.
func (s *NodeShelf) extend(size int) error {
	length := (size + windowSize - 1) / windowSize * windowSize
	if err := s.file.Truncate(s.end + int64(length)); err != nil {
		return err
	}
	window, err := viewAt(s.file, s.end, length)
	if err != nil {
		return err
	}
	if len(s.windows) > 0 { // it is not looked at before all are read
		unload(s.windows[len(s.windows)-1])
	}
	s.windows, s.used = append(s.windows, window), 0
	s.end += int64(length)
	return nil
}

// Close ends the putting in; what was put in stays.
func (s *NodeShelf) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.close()
}

func (s *NodeShelf) close() {
	if s.file != nil {
		_ = s.file.Close() // nobody reads it but through the views
		s.file = nil
	}
}

// Rest gives the memory back that looking at the nodes has taken. It comes
// again when they are looked at.
func (s *NodeShelf) Rest() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, window := range s.windows {
		unload(window)
	}
}
