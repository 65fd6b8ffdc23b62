package cache

import (
	"bufio"
	"crypto/rand"
	"errors"
	"io"
	"os"
)

// Draft is a file of Scratch that becomes a part of a state as it is: what was
// put there need not be written again.
type Draft struct {
	File *os.File
	Size int64                 // of what stands there; nobody writes to it any more
	Rest func(io.Writer) error // writes what stands behind that
}

// adopt makes a part of a draft. It fails where a file that has no name cannot
// get one, as on another disk.
func (s *Store) adopt(p *part, d *Draft) (err error) {
	name := partPrefix + rand.Text()
	if err := giveName(d.File, s.path(name)); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(s.path(name))
		}
	}()
	at := io.NewOffsetWriter(d.File, d.Size)
	w := bufio.NewWriterSize(at, 64<<10)
	if err := errors.Join(d.Rest(w), w.Flush()); err != nil {
		return err
	}
	size, err := at.Seek(0, io.SeekCurrent)
	if err != nil {
		return err
	}
	size += d.Size // what was written there before it was a draft
	if err := errors.Join(d.File.Truncate(size), d.File.Sync()); err != nil {
		return err
	}
	*p = part{Name: name, Size: size}
	return nil
}
