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
	// wasted is how much of the segments may be superseded, whatever counts.
	wasted = 16 << 20
	// unusedMaps is how many mapped bytes need not count, beside half of those that do.
	unusedMaps = 32 << 20
	// mostSegments is how many segments there may be that are not full: every process
	// that writes begins one.
	mostSegments = 16
)

// Commit makes m what counts. Where too much of the segments is superseded, its parts
// are written anew first; they can be read all the time. Of the segments nothing is forced
// to the disk: what is lost where the power fails its checksum tells, and it is read anew.
func (s *Store) Commit(m Manifest) error {
	s.mu.Lock()
	s.commits++
	err := s.failed
	if err == nil {
		err = s.write()
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

// limitMaps ends the mapping of new segments when much of what is mapped is superseded.
// Mappings stay for good, since nobody knows what still points into them. So a process maps
// what it finds at its start and what its first scan appends; from here on parts are copied
// when they are read, and the garbage collector frees them.
func (s *Store) limitMaps(m *Manifest) {
	live := m.bytes()
	s.copies = s.copies || s.mapped-live > live/2+unusedMaps
}

// due reports whether it is time to write everything anew that counts.
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

// compact moves all parts of m to new segments. Those are not mapped: who has read a part
// goes on to use it where it was.
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
			continue // it is damaged where it lies as well
		}
		at, err := s.put(b)
		if err != nil {
			s.last = old
			return err
		}
		p.place.Store(at)
	}
	return nil
}

// sweep removes the segments that hold nothing that counts. What was appended since the
// last commit but one may be of a manifest to come.
func (s *Store) sweep(m *Manifest) {
	named := map[uint32]bool{}
	for seg := range m.segments() {
		named[seg.number] = true
	}
	for number, seg := range s.segments {
		if !named[number] && seg != s.last && seg.commits < s.commits-1 {
			s.remove(number) // who has it mapped keeps it
			delete(s.segments, number)
		}
	}
}

const (
	// abandoned is how old a store without a manifest is that nobody is making any more.
	abandoned = time.Hour
	// maxStores is how many histories, and builds of the program, are kept.
	maxStores = 4
)

// sweepOthers removes the stores that were not used for longest.
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
		if err != nil { // its first state may be in the making
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

// Clear removes everything that is kept of all histories below a program's cache
// directory. What is in use stays readable to those who use it.
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
	_ = os.Remove(all.Path) // unless it holds something else
	return errors.Join(errs...)
}
