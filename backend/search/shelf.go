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
// to stay as long as the index. Where it fails the rows stay in memory, as all
// do without it.
func (x *Index) KeepRows(open func() (*os.File, error)) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.shelf = shelf{open: open}
}

// put lets g have rows, which are used again for the next group.
func (s *shelf) put(g *group, rows []byte) {
	g.crc = castagnoli(rows)
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

// load returns all rows of a sealed group, which are read to buf where they lie
// in a file, and false where they are not what they were.
func (g *group) load(buf []byte) (rows []byte, ok bool) {
	switch {
	case g.unseen != nil:
		return g.rows, g.unseen.whole(g.rows)
	case g.file == nil:
		return g.rows, true
	case buf == nil:
		buf = make([]byte, rowsSize)
	}
	_, err := io.ReadFull(io.NewSectionReader(g.file, g.at, rowsSize), buf)
	return buf, err == nil && castagnoli(buf) == g.crc
}
