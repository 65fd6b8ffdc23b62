package store

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"github.com/edsrzf/mmap-go"

	"dendro/backend/internal/codec"
	"dendro/backend/internal/disk"
)

// segmentSize is the size at which the next segment is begun. A mapping covers all of it,
// written or not.
const segmentSize = 16 << 20

// canMap is false on Windows, which does not remove a mapped file and does not promise that
// a mapping shows what was written: there all parts are read into memory.
const canMap = runtime.GOOS != "windows"

const segmentPrefix = "segment-"

// segment is a file of parts. It is only ever appended to.
type segment struct {
	number uint32
	file   *os.File
	data   mmap.MMap // of the file, and of what may be appended to it; nil: not mapped
	end    int64
	// commits is how often the store had been committed when it was appended to last.
	commits int
}

// never is segment.commits of one that this process has not appended to.
const never = -1

func segmentName(number uint32) string { return segmentPrefix + strconv.FormatUint(uint64(number), 10) }

// segmentNumber returns the number of the segment with this name.
func segmentNumber(name string) (number uint32, ok bool) {
	text, ok := strings.CutPrefix(name, segmentPrefix)
	n, err := strconv.ParseUint(text, 10, 32)
	return uint32(n), ok && err == nil && segmentName(uint32(n)) == name
}

// openSegment opens the segment with this number, or creates it. room is how much will
// be appended at least. A mapping is never removed: texts that point into it may be
// anywhere in the program.
func openSegment(dir string, number uint32, flags int, room int64, mapped bool) (*segment, error) {
	f, err := os.OpenFile(filepath.Join(dir, segmentName(number)), flags|disk.AtOnce, 0o600)
	if err != nil {
		return nil, err
	}
	s := &segment{number: number, file: f, commits: never}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = disk.ErrNotRegular
	}
	if err == nil {
		s.end = (info.Size() + align - 1) / align * align
		if length := max(segmentSize, s.end+room); mapped && int64(int(length)) == length {
			s.data, err = mmap.MapRegion(f, int(length), mmap.RDONLY, 0, 0)
		}
	}
	if err != nil {
		_ = f.Close() // nothing was written
		return nil, err
	}
	return s, nil
}

// fits reports whether n more bytes can be seen where they lie.
func (s *segment) fits(n int64) bool {
	return s.end+n <= max(segmentSize, int64(len(s.data)))
}

// append writes bytes at the end.
func (s *segment) append(b []byte) (at int64, err error) {
	at = s.end
	if _, err := s.file.WriteAt(b, at); err != nil {
		return 0, err
	}
	s.end = (at + int64(len(b)) + align - 1) / align * align
	return at, nil
}

// bytes returns what lies somewhere.
func (s *segment) bytes(at int64, size int) ([]byte, error) {
	if s.data != nil {
		return s.data[at : at+int64(size) : at+int64(size)], nil
	}
	b := make([]byte, size)
	if _, err := s.file.ReadAt(b, at); err != nil {
		return nil, fmt.Errorf("%w: %w", codec.ErrDamaged, err)
	}
	return b, nil
}

// there reports whether the file is still where it was made: somebody may have removed
// it, or all of the directory.
func (s *segment) there(dir string) error {
	named, err := os.Stat(filepath.Join(dir, segmentName(s.number)))
	if err != nil {
		return err
	}
	if opened, err := s.file.Stat(); err != nil || !os.SameFile(named, opened) {
		return fmt.Errorf("%s: %w", s.file.Name(), fs.ErrNotExist)
	}
	return nil
}
