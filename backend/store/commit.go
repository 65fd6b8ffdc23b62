package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"dendro/backend/internal/disk"
	"dendro/backend/internal/own"
)

const (
	// wasted is how many superseded bytes the segments may always hold.
	wasted = 16 << 20
	// unusedMaps is how many superseded bytes may stay mapped, in addition to half of the
	// live bytes.
	unusedMaps = 32 << 20
	// mostSegments limits the segments that are not full. Every process that writes starts a
	// new one.
	mostSegments = 16
)

// Commit makes m the current manifest. If too much of the segments is superseded, it first
// copies the parts of m to new segments; parts stay readable meanwhile. It does not sync
// segments to disk: after a power failure the checksums detect lost parts, and their files
// are read again.
func (s *Store) Commit(m Manifest) error {
	s.mu.Lock()
	s.commits++
	err := s.failed
	if err == nil {
		err = s.acquire()
	}
	s.limitMaps(&m)
	if err == nil && s.due(&m) {
		err = s.compact(&m)
	}
	s.mu.Unlock()
	for seg := range m.segments() {
		if err == nil {
			err = seg.there(s.dir)
		}
	}
	var data []byte
	if err == nil {
		data, err = m.write(s.dir)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err != nil {
		s.failed = err
		return err
	}
	s.manifest = data
	s.sweep(&m)
	sweepOthers(s.dir)
	return nil
}

// limitMaps stops mapping new segments when much of the mapped memory is superseded. Mappings
// are never removed, because any string in the program may point into them. So a process maps
// the segments it finds at its start and those its first scan appends. Later parts are copied
// when read, and the garbage collector frees them.
func (s *Store) limitMaps(m *Manifest) {
	live := m.bytes()
	s.copies = s.copies || s.mapped-live > live/2+unusedMaps
}

// due reports whether the live parts should be copied to new segments.
func (s *Store) due(m *Manifest) bool {
	all, small := int64(0), 0
	for seg := range m.segments() {
		all += seg.end
		if seg.end < segmentSize/2 {
			small++
		}
	}
	live := m.bytes()
	return all-live > live+wasted || small > mostSegments
}

// compact copies all parts of m to new segments. Those are not mapped: callers that have read
// a part keep using its old location.
func (s *Store) compact(m *Manifest) error {
	s.copies = true
	old := s.last
	s.last = &segment{end: 1 << 62} // full
	for _, p := range m.parts() {
		if p.state.Load() == damaged {
			continue
		}
		b := make([]byte, p.size)
		if _, err := p.ReadAt(b, 0); err != nil {
			continue // also damaged at its old location
		}
		at, err := s.appendBytes(b)
		if err != nil {
			s.last = old
			return err
		}
		p.location.Store(at)
	}
	return nil
}

// sweep removes the segments without live parts. Segments that were appended to since the
// last commit but one are kept: their parts may belong to a future manifest.
func (s *Store) sweep(m *Manifest) {
	named := map[uint32]bool{}
	for seg := range m.segments() {
		named[seg.number] = true
	}
	for number, seg := range s.segments {
		if !named[number] && seg != s.last && seg.commits < s.commits-1 {
			s.remove(number) // existing mappings stay valid
			delete(s.segments, number)
		}
	}
}

const (
	// abandoned is the age at which a store without a manifest counts as left behind.
	abandoned = time.Hour
	// maxStores limits the stores, one per set of roots and build of the program.
	maxStores = 4
)

// sweepOthers removes the least recently used stores.
func sweepOthers(mine string) {
	type store struct {
		dir  string
		used time.Time
	}
	var others []store
	stores, _ := os.ReadDir(filepath.Dir(mine))
	for _, e := range stores {
		dir := filepath.Join(filepath.Dir(mine), e.Name())
		if !e.IsDir() || !isStoreName(e.Name()) || dir == mine {
			continue
		}
		info, err := os.Stat(filepath.Join(dir, manifestName))
		if err != nil { // it may be waiting for its first commit
			if info, err = e.Info(); err != nil || time.Since(info.ModTime()) < abandoned {
				continue
			}
		}
		others = append(others, store{dir, info.ModTime()})
	}
	slices.SortFunc(others, func(a, b store) int { return b.used.Compare(a.used) })
	for _, o := range others[min(len(others), maxStores-1):] {
		_ = os.RemoveAll(o.dir)
	}
}

// Clear removes all stores below the program's cache directory. Processes that have parts
// open can still read them.
func Clear(dir string) error {
	all := own.Dir{Path: filepath.Join(dir, dirName)}
	root, err := all.Open()
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	entries, err := disk.ListIn(root, ".")
	errs := []error{err}
	for _, e := range entries {
		if isStoreName(e.Name()) {
			errs = append(errs, root.RemoveAll(e.Name()))
		}
	}
	errs = append(errs, root.Close())
	_ = os.Remove(all.Path) // fails if it holds other files
	return errors.Join(errs...)
}
