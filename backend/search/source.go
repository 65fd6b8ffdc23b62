package search

import (
	"io"
	"slices"

	"dendro/backend/internal/checksum"
)

// keepOpen is how many files a worker keeps open: the newest blocks alternate between a few
// sessions.
const keepOpen = 8

// opened is an open file and the result of comparing it with the index.
type opened struct {
	entry *fileEntry
	src   Source
	size  int64
	stale bool // differs from the file that was indexed
}

// sources are the open files of one worker.
type sources struct {
	open func(string) (Source, error)
	list []*opened // the most recently used last
}

// get opens the file of e. It is nil if that fails: then the file was removed, which the next
// scan will notice.
func (s *sources) get(e *fileEntry) *opened {
	if i := slices.IndexFunc(s.list, func(o *opened) bool { return o.entry == e }); i >= 0 {
		o := s.list[i]
		s.list = append(slices.Delete(s.list, i, i+1), o)
		return o
	}
	src, err := s.open(e.key)
	if err != nil {
		return nil
	}
	info, err := src.Stat()
	if err != nil {
		_ = src.Close() // opened for reading only
		return nil
	}
	o := &opened{entry: e, src: src, size: info.Size()}
	if o.size != e.size || !info.ModTime().Equal(e.mtime) {
		o.stale = !e.grownTo(src, o.size)
	}
	if len(s.list) == keepOpen {
		_ = s.list[0].src.Close()
		s.list = slices.Delete(s.list, 0, 1)
	}
	s.list = append(s.list, o)
	return o
}

func (s *sources) close() {
	for _, o := range s.list {
		_ = o.src.Close()
	}
	s.list = nil
}

// grownTo reports whether the file has only grown since it was indexed: the indexed part
// still has the same beginning and end. A file of the same size with another time was
// overwritten.
func (e *fileEntry) grownTo(src io.ReaderAt, size int64) bool {
	return size > e.size && e.head.holds(src) && e.tail.holds(src)
}

func (p print) holds(src io.ReaderAt) bool {
	var buf [headPrint]byte
	b := buf[:p.length]
	n, _ := src.ReadAt(b, p.offset)
	return n == len(b) && checksum.Sum(b) == p.sum
}
