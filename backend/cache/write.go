package cache

import (
	"bufio"
	"errors"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// partPrefix begins the name of every file that a manifest can name.
const partPrefix = "part-"

// write makes a part under a new name, so that nobody can be reading it.
func (s *Store) write(p *part, content func(io.Writer) error) (err error) {
	f, err := os.CreateTemp(s.dir, partPrefix+"*")
	if err != nil {
		return err
	}
	p.Name = filepath.Base(f.Name())
	defer func() { err = errors.Join(err, f.Close()) }()
	c := &counter{w: f, part: p}
	w := bufio.NewWriterSize(c, 64<<10)
	if err := content(w); err != nil {
		return err
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return f.Sync()
}

// counter sums what is written.
type counter struct {
	w    io.Writer
	part *part
}

func (c *counter) Write(b []byte) (int, error) {
	c.part.Sum = crc32.Update(c.part.Sum, castagnoli(), b)
	c.part.Size += int64(len(b))
	return c.w.Write(b)
}

// replace puts a small file in the place of another in one step.
func (s *Store) replace(name string, data []byte) error {
	f, err := os.CreateTemp(s.dir, partPrefix+"*")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), s.path(name))
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}

const (
	// abandoned is how old a file is that nobody is writing any more.
	abandoned = time.Hour
	// maxStores is how many histories, and builds of the program, are kept.
	maxStores = 4
)

// sweep removes what processes that died have left behind in this store, and
// the stores that were not used for longest.
func (s *Store) sweep(m *manifest) {
	entries, _ := os.ReadDir(s.dir)
	for _, e := range entries {
		used := slices.ContainsFunc(m.parts(), func(p part) bool { return p.Name == e.Name() })
		if info, err := e.Info(); err == nil && !used && strings.HasPrefix(e.Name(), partPrefix) && time.Since(info.ModTime()) > abandoned {
			_ = os.Remove(s.path(e.Name()))
		}
	}
	type store struct {
		dir  string
		used time.Time
	}
	var others []store
	stores, _ := os.ReadDir(filepath.Dir(s.dir))
	for _, e := range stores {
		dir := filepath.Join(filepath.Dir(s.dir), e.Name())
		if !e.IsDir() || dir == s.dir {
			continue
		}
		info, err := os.Stat(filepath.Join(dir, manifestName))
		if err != nil {
			// Its first state may be in the making.
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
