package search

import (
	"bytes"
	"io"
	"os"
)

// shelf is where the rows of sealed groups lie that this process has made:
// nearly all that an index takes, and little of it is ever looked at. A file
// costs no memory, and a row of it is read as fast as a search needs it.
type shelf struct {
	open func() (*os.File, error) // nil: all stays in memory
	file *os.File
	end  int64
}

// KeepRows lets the rows of the groups that are sealed from now on lie in the
// file that open makes when the first one is: 256 KB for some 64 blocks. It has
// to stay as long as the index; another is made when an Image has taken it.
// Where it fails the rows stay in memory, as all do without it.
func (x *Index) KeepRows(open func() (*os.File, error)) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.shelf = shelf{open: open}
}

// put lets g have rows, which are used again for the next group.
func (s *shelf) put(g *group, rows []byte) {
	g.sum = castagnoli(rows)
	if s.file == nil && s.open != nil {
		file, err := s.open()
		if err != nil {
			s.open = nil
		} else {
			s.file = file
		}
	}
	if s.file != nil {
		if _, err := s.file.WriteAt(rows, s.end); err == nil {
			g.file, g.at = s.file, s.end
			s.end += int64(len(rows))
			return
		}
	}
	g.rows = bytes.Clone(rows)
}

// give hands the file out where it holds the rows of all groups, and little
// else, and nil where it does not. Another is opened for the groups to come.
func (s *shelf) give(groups []*group) (file *os.File, end int64) {
	live := int64(0)
	for _, g := range groups {
		if g == nil {
			continue
		}
		if g.file == nil || g.file != s.file {
			return nil, 0
		}
		live++
	}
	if live == 0 || s.end/rowsSize > live+live/4 {
		return nil, 0
	}
	file, end = s.file, s.end
	s.file, s.end = nil, 0
	return file, end
}

// load returns all rows of a sealed group, which are read to buf where they lie
// in a file; nil where they cannot be read. whole says that they are what they
// were.
func (g *group) load(buf []byte) (rows []byte, whole bool) {
	if g.file == nil {
		return g.rows, g.whole()
	}
	if buf == nil {
		buf = make([]byte, rowsSize)
	}
	if _, err := io.ReadFull(io.NewSectionReader(g.file, g.at, rowsSize), buf); err != nil {
		return nil, false
	}
	return buf, castagnoli(buf) == g.sum
}

// RowsInMemory reports whether any rows lie neither in the file of KeepRows nor
// where they were decoded from.
func (x *Index) RowsInMemory() bool {
	for _, g := range x.now.Load().groups {
		if g != nil && g.rows != nil && g.unseen == nil {
			return true
		}
	}
	return false
}
