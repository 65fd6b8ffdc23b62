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

// segmentSize is the size at which the next segment is started. A mapping covers all of it,
// including space not yet written.
const segmentSize = 16 << 20

// canMap is false on Windows, which cannot remove a mapped file and does not guarantee that a
// mapping reflects writes to the file. There, all parts are read into memory.
const canMap = runtime.GOOS != "windows"

const segmentPrefix = "segment-"

// segment is an append-only file of parts.
type segment struct {
	number uint32
	file   *os.File
	data   mmap.MMap // covers the file and room for appends; nil: not mapped
	end    int64
	// commits is the store's commit count at the time of the last append.
	commits int
}

// never is the value of segment.commits if this process has not appended to it.
const never = -1

func segmentName(number uint32) string { return segmentPrefix + strconv.FormatUint(uint64(number), 10) }

// segmentNumber parses the file name of a segment.
func segmentNumber(name string) (number uint32, ok bool) {
	text, ok := strings.CutPrefix(name, segmentPrefix)
	n, err := strconv.ParseUint(text, 10, 32)
	return uint32(n), ok && err == nil && segmentName(uint32(n)) == name
}

// openSegment opens or creates the segment with this number. room is the minimum space for
// appends. A mapping is never removed, because any string in the program may point into it.
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

// fits reports whether n more bytes fit into the mapping.
func (s *segment) fits(n int64) bool {
	return s.end+n <= max(segmentSize, int64(len(s.data)))
}

func (s *segment) append(b []byte) (at int64, err error) {
	at = s.end
	if _, err := s.file.WriteAt(b, at); err != nil {
		return 0, err
	}
	s.end = (at + int64(len(b)) + align - 1) / align * align
	return at, nil
}

// bytes returns size bytes at an offset, in place if the segment is mapped.
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

// there returns an error if the segment's file was removed or replaced.
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
