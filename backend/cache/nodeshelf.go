package cache

import (
	"os"
	"sync"
	"unsafe"

	"dendro/backend/transcript"
)

// windowSize is how much of a shelf's file comes into view at once.
const windowSize = 8 << 20

// NodeShelf holds the nodes of the files that a long scan reads, most of what
// is kept of them, in a file without a name, and lets them be used where they
// lie there: they take no memory that the system could not have back. Where
// that does not work, nodes stay in memory. It is safe for concurrent use.
type NodeShelf struct {
	mu      sync.Mutex
	file    *os.File // nil: nothing more is put in
	end     int64    // of the windows in the file
	windows [][]byte
	used    int // of the last one
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
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.file == nil || len(nodes) == 0 {
		return nodes
	}
	size := len(nodes) * nodeSize
	if len(s.windows) == 0 || s.used+size > len(s.windows[len(s.windows)-1]) {
		if err := s.extend(size); err != nil {
			s.close()
			return nodes
		}
	}
	last := s.windows[len(s.windows)-1]
	data := unsafe.Slice((*byte)(unsafe.Pointer(&nodes[0])), size)
	if _, err := s.file.WriteAt(data, s.end-int64(len(last)-s.used)); err != nil {
		s.close() // the disk may be full
		return nodes
	}
	s.used += size
	return nodesOf(last[s.used-size : s.used])
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
