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

// Why a store is not written to.
var (
	ErrReader  = errors.New("another process writes to the store")
	ErrStopped = errors.New("the store is not written to any more")
)

// Store is one history's place in the cache. It is safe for concurrent use, and for
// several processes.
type Store struct {
	dir  string
	lock *flock.Flock // held by the process that writes

	mu       sync.Mutex
	segments map[uint32]*segment
	last     *segment // what is appended to; nil before the first part
	highest  uint32   // of the numbers of all segments
	manifest []byte   // as it was read, or written, last
	commits  int
	mapped   int64  // bytes of the process's address space that segments take, for good
	copies   bool   // new segments are not mapped, see limitMaps
	failed   error  // why nothing is written any more; nil: all is well
	written  []byte // of the last file, for the next one to be written over
}

// dirName is the store's own directory in that of the program.
const dirName = "history"

const lockName = "lock"

// nameSize is how many bytes of a checksum name a store's directory, in hexadecimal.
const nameSize = 12

// isStoreName reports whether a directory's name is one that Open makes.
func isStoreName(name string) bool {
	sum, err := hex.DecodeString(name)
	return err == nil && len(sum) == nameSize
}

// maxManifest bounds what is read of a manifest: one of a million files takes a tenth.
const maxManifest = 256 << 20

// Open returns the store of the roots as this build of the program reads them, and what
// was committed to it last. dir is the program's cache directory. Where nothing was, it
// says fs.ErrNotExist; after another error some of it, or all, is of no use. The store is
// nil where its directory is not safe to use, or holds something else than files. Nothing is written before Append.
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
	for range 3 { // what it names may have been replaced since it was read
		s.segments = map[uint32]*segment{}
		if m, s.manifest, err = s.readManifest(); err != nil || !s.lost() {
			break
		}
	}
	if err == nil {
		now := time.Now()
		_ = os.Chtimes(filepath.Join(s.dir, manifestName), now, now) // in use: see sweepOthers
	}
	return s, m, err
}

// build names this build: what reads the histories may be different in any other, and so
// may be the form of what it keeps. The programs of one package, with and without the
// window, are built from one source and share a store; where the source is not known it is
// the size and the time of the program's file.
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

// regularOrMissing returns an error where something else than a file of its own stands at
// a path.
func regularOrMissing(path string) error {
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		return &fs.PathError{Op: "open", Path: path, Err: disk.ErrNotRegular}
	}
	return nil
}

// lost reports whether a segment cannot be opened.
func (s *Store) lost() bool {
	for _, seg := range s.segments {
		if seg.file == nil {
			return true
		}
	}
	return false
}

// segment returns the segment with a number; one that cannot be opened holds nothing.
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

// Append writes a part. It is there for other processes, and for the next one, when it
// was committed. After an error nothing more is written.
func (s *Store) Append(b []byte) (*Part, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.append(b)
}

// append is Append. s.mu is held, as in all that follows.
func (s *Store) append(b []byte) (*Part, error) {
	p := &Part{size: uint32(len(b)), sum: checksum.Sum(b)}
	if int(p.size) != len(b) {
		return nil, errors.New("a part is too large to be kept")
	}
	at, err := s.put(b)
	if err != nil {
		return nil, err
	}
	p.place.Store(at)
	p.state.Store(whole)
	return p, nil
}

// put writes bytes behind all that is there.
func (s *Store) put(b []byte) (*place, error) {
	if s.failed != nil {
		return nil, s.failed
	}
	if s.failed = s.begin(int64(len(b))); s.failed != nil {
		return nil, s.failed
	}
	at, err := s.last.append(b)
	if err != nil {
		s.failed = err // the disk may be full
		return nil, err
	}
	s.last.commits = s.commits
	return &place{s.last, at}, nil
}

// begin sees to it that there is a segment that so many bytes can be appended to.
func (s *Store) begin(size int64) error {
	if s.last != nil && s.last.fits(size) {
		return nil
	}
	if err := s.write(); err != nil {
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

// Begin makes this process the one that writes, if no other one is, and none has
// committed anything since this one was opened. Append does so as well.
func (s *Store) Begin() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.write()
}

func (s *Store) write() error {
	if s.lock.Locked() {
		return nil
	}
	if s.manifest != nil { // it may have been removed since
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
		if s.segments[number] == nil { // a process that was killed has left it
			s.remove(number)
		}
	}
	return nil
}

// found returns the numbers of the segments in the directory.
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

// Release lets everything go that was looked at where it lies: linking all files takes
// 30 MB a GB of a history, which a window need not hold. It comes again when it is
// looked at.
func (s *Store) Release() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, seg := range s.segments {
		if seg.data != nil {
			release(seg.data)
		}
	}
}

// Close lets another process write. What is appended then is appended by this one
// again, if no other has committed anything meanwhile.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last = nil
	return s.lock.Unlock()
}

// Stop ends the writing for good. What is there can still be read.
func (s *Store) Stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.failed = ErrStopped
	_ = s.lock.Unlock() // the process ends some time
}
