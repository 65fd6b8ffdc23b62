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

	sum uint32 // of what stands there
}

// adopt gives a draft the name of a part, and finish makes it one. It fails
// where a file that has no name cannot get one, as on another disk.
func (s *Store) adopt(p *part, d *Draft) error {
	name := partPrefix + rand.Text()
	if err := giveName(d.File, s.path(name)); err != nil {
		return err
	}
	*p = part{Name: name, Size: d.Size, Sum: d.sum}
	return nil
}

func (d *Draft) finish(p *part) error {
	w := bufio.NewWriterSize(&counter{w: io.NewOffsetWriter(d.File, d.Size), part: p}, 64<<10)
	return errors.Join(d.Rest(w), w.Flush(), d.File.Truncate(p.Size), d.File.Sync())
}
