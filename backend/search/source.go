package search

import (
	"io"
	"slices"

	"dendro/backend/internal/checksum"
)

// keepOpen is how many files a worker keeps open: the newest blocks are those
// of a few sessions, taking turns.
const keepOpen = 8

// opened is a file that is open, and how it compares with what is indexed.
type opened struct {
	entry *fileEntry
	src   Source
	size  int64
	stale bool // not the file that was indexed
}

// sources are the open files of one worker.
type sources struct {
	open func(string) (Source, error)
	list []*opened // the latest last
}

// get opens the file of e, nil where that is not possible: it is gone, and the
// next scan will notice.
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
		_ = src.Close() // nothing was written
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

// grownTo reports whether the file has only grown: what was indexed of it
// still begins and ends as it did. One of the same size and another time was
// written over.
func (e *fileEntry) grownTo(src io.ReaderAt, size int64) bool {
	return size > e.size && e.head.holds(src) && e.tail.holds(src)
}

func (p print) holds(src io.ReaderAt) bool {
	var buf [headPrint]byte
	b := buf[:p.length]
	n, _ := src.ReadAt(b, p.offset)
	return n == len(b) && checksum.Sum(b) == p.sum
}
