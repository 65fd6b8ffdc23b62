package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/gofrs/flock"

	"dendro/backend/internal/checksum"
	"dendro/backend/internal/disk"
	"dendro/backend/internal/own"
	"dendro/backend/version"
)

// Reasons why a store cannot be written to.
var (
	ErrReader  = errors.New("another process writes to the store")
	ErrStopped = errors.New("the store was stopped")
)

// Store is the cache of one history. It is safe for concurrent use by goroutines and
// processes.
type Store struct {
	dir  string
	lock *flock.Flock // held by the writing process

	mu       sync.Mutex
	segments map[uint32]*segment
	last     *segment // receives appends; nil before the first part
	highest  uint32   // the largest segment number
	manifest []byte   // content as last read or written
	commits  int
	mapped   int64  // bytes of address space mapped by segments; never shrinks
	copies   bool   // new segments are not mapped, see limitMaps
	failed   error  // the first write error, which disables writing; nil: none
	written  []byte // buffer for the next file
}

// dirName is the store's directory within the program's cache directory.
const dirName = "history"

const lockName = "lock"

// nameSize is how many bytes of a checksum, in hexadecimal, name a store's directory.
const nameSize = 12

// isStoreName reports whether Open may have created a directory of this name.
func isStoreName(name string) bool {
	sum, err := hex.DecodeString(name)
	return err == nil && len(sum) == nameSize
}

// maxManifest limits how much of a manifest is read. A manifest of a million files needs a
// tenth of it.
const maxManifest = 256 << 20

// Open returns the store of the roots for this build of the program, and its last committed
// manifest. dir is the program's cache directory. The error is fs.ErrNotExist for a new
// store; after other errors the manifest is empty or incomplete. The store is nil if its
// directory is unsafe to use or contains anything but files. Open writes nothing; Append
// does.
func Open(dir string, roots []string) (*Store, Manifest, error) {
	h := sha256.New()
	fmt.Fprintf(h, "%d %s", formatVersion, build(version.Source()))
	for _, r := range roots {
		fmt.Fprintf(h, "\x00%s", r)
	}
	s := &Store{dir: filepath.Join(dir, dirName, hex.EncodeToString(h.Sum(nil)[:nameSize]))}
	for _, path := range []string{dir, filepath.Dir(s.dir), s.dir} {
		if err := (own.Dir{Path: path}).Check(); err != nil {
			return nil, Manifest{}, err
		}
	}
	for _, name := range []string{manifestName, lockName} {
		if err := regularOrMissing(filepath.Join(s.dir, name)); err != nil {
			return nil, Manifest{}, err
		}
	}
	s.lock = flock.New(filepath.Join(s.dir, lockName), flock.SetPermissions(0o600))
	var m Manifest
	var err error
	for range 3 { // the segments it names may have been replaced since it was read
		s.segments = map[uint32]*segment{}
		if m, s.manifest, err = s.readManifest(); err != nil || !s.lost() {
			break
		}
	}
	if err == nil {
		now := time.Now()
		_ = os.Chtimes(filepath.Join(s.dir, manifestName), now, now) // mark as in use: see sweepOthers
	}
	return s, m, err
}

// build identifies this build: another build may parse histories, or encode the results,
// differently. The programs with and without the window are built from the same source and
// share a store. If the source is unknown, the size and time of the executable identify the
// build.
func build(source string) string {
	if source != "" {
		return source
	}
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	info, err := os.Stat(path)
	if err != nil {
		return ""
	}
	return fmt.Sprintf("%d %d", info.Size(), info.ModTime().UnixNano())
}

// regularOrMissing returns an error if a path exists and is not a regular file.
func regularOrMissing(path string) error {
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		return &fs.PathError{Op: "open", Path: path, Err: disk.ErrNotRegular}
	}
	return nil
}

// lost reports whether any segment could not be opened.
func (s *Store) lost() bool {
	for _, seg := range s.segments {
		if seg.file == nil {
			return true
		}
	}
	return false
}

// segment returns the segment with a number. It is empty if it cannot be opened.
func (s *Store) segment(number uint32) *segment {
	s.highest = max(s.highest, number)
	if opened := s.segments[number]; opened != nil {
		return opened
	}
	opened, err := openSegment(s.dir, number, os.O_RDONLY, 0, canMap)
	if err != nil {
		opened = &segment{number: number, commits: never}
	}
	s.mapped += int64(len(opened.data))
	s.segments[number] = opened
	return opened
}

// Append writes a part. Other processes see it after Commit. The first error disables all
// further writes.
func (s *Store) Append(b []byte) (*Part, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.append(b)
}

// append implements Append. s.mu must be held here and in the methods below that do not lock
// it.
func (s *Store) append(b []byte) (*Part, error) {
	p := &Part{size: uint32(len(b)), sum: checksum.Sum(b)}
	if int(p.size) != len(b) {
		return nil, errors.New("the part is too large to store")
	}
	at, err := s.appendBytes(b)
	if err != nil {
		return nil, err
	}
	p.location.Store(at)
	p.state.Store(whole)
	return p, nil
}

// appendBytes appends bytes to the last segment.
func (s *Store) appendBytes(b []byte) (*location, error) {
	if s.failed != nil {
		return nil, s.failed
	}
	if s.failed = s.ensureSegment(int64(len(b))); s.failed != nil {
		return nil, s.failed
	}
	at, err := s.last.append(b)
	if err != nil {
		s.failed = err // the disk may be full
		return nil, err
	}
	s.last.commits = s.commits
	return &location{s.last, at}, nil
}

// ensureSegment ensures that size bytes can be appended to the last segment.
func (s *Store) ensureSegment(size int64) error {
	if s.last != nil && s.last.fits(size) {
		return nil
	}
	if err := s.acquire(); err != nil {
		return err
	}
	next, err := openSegment(s.dir, s.highest+1, os.O_RDWR|os.O_CREATE|os.O_EXCL, size, canMap && !s.copies)
	if err != nil {
		return err
	}
	s.mapped += int64(len(next.data))
	s.highest++
	s.segments[s.highest], s.last = next, next
	return nil
}

// Begin makes this process the writer, unless another process is, or has committed since this
// store was opened. Append calls it implicitly.
func (s *Store) Begin() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.acquire()
}

// acquire makes this process the writer. s.mu is held.
func (s *Store) acquire() error {
	if s.lock.Locked() {
		return nil
	}
	if s.manifest != nil { // it may have been removed meanwhile
		if _, err := os.Stat(filepath.Join(s.dir, manifestName)); err != nil {
			return err
		}
	}
	if err := (own.Dir{Path: s.dir}).Make(); err != nil {
		return err
	}
	// Opening a pipe for the lock would block.
	if err := regularOrMissing(s.lock.Path()); err != nil {
		return err
	}
	if locked, err := s.lock.TryLock(); err != nil || !locked {
		return errors.Join(err, ErrReader)
	}
	now, err := disk.ReadFile(filepath.Join(s.dir, manifestName), maxManifest)
	if err != nil && !errors.Is(err, fs.ErrNotExist) || !bytes.Equal(now, s.manifest) {
		return errors.Join(s.lock.Unlock(), ErrReader)
	}
	for _, number := range s.found() {
		if s.segments[number] == nil { // left behind by a killed process
			s.remove(number)
		}
	}
	return nil
}

// found returns the numbers of all segment files in the directory.
func (s *Store) found() (numbers []uint32) {
	entries, _ := os.ReadDir(s.dir)
	for _, e := range entries {
		if number, ok := segmentNumber(e.Name()); ok {
			numbers = append(numbers, number)
		}
	}
	return numbers
}

func (s *Store) remove(number uint32) { _ = os.Remove(filepath.Join(s.dir, segmentName(number))) }

// Close lets another process write. A later Append makes this process the writer again,
// unless another one has committed meanwhile.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last = nil
	return s.lock.Unlock()
}

// Stop disables writing for good. Parts stay readable.
func (s *Store) Stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.failed = ErrStopped
	_ = s.lock.Unlock() // best effort: exiting releases the lock too
}
