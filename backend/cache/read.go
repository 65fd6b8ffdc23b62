package cache

import (
	"hash/crc32"
	"io"
	"os"
)

// open opens a part that is as large as it was.
func (s *Store) open(p *part) (*os.File, error) {
	f, err := os.Open(s.path(p.Name))
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err != nil || info.Size() != p.Size || int64(int(p.Size)) != p.Size {
		_ = f.Close()
		return nil, errDamaged
	}
	return f, nil
}

// readPart returns what stands in a part, if it is what was written.
func readPart(f io.Reader, p *part) ([]byte, error) {
	data := make([]byte, p.Size)
	if _, err := io.ReadFull(f, data); err != nil || sum(data) != p.Sum {
		return nil, errDamaged
	}
	return data, nil
}

// look returns what stands in a part, if it is what was written, where it can
// in a view that lasts as long as it is used. What is checked is read, not
// looked at in the view: nothing of that is in memory before it is asked for.
func look(f *os.File, p *part) (data []byte, err error) {
	if !replaceable || p.Size == 0 {
		return readPart(f, p)
	}
	check := crc32.New(castagnoli())
	if _, err := io.CopyBuffer(struct{ io.Writer }{check}, struct{ io.Reader }{f}, make([]byte, 1<<18)); err != nil || check.Sum32() != p.Sum {
		return nil, errDamaged
	}
	return viewOf(f)
}

// lookAt is look for a part that nobody has opened.
func (s *Store) lookAt(p *part) ([]byte, error) {
	f, err := s.open(p)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return look(f, p)
}

func castagnoli() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) }

func sum(b []byte) uint32 { return crc32.Checksum(b, castagnoli()) }
