package cache_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"unsafe"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"dendro/backend/cache"
	"dendro/backend/transcript"
)

// drafted is content whose nodes and index lie in files already.
func drafted(dir string, files []cache.File, index string) cache.Content {
	shelf := cache.NewNodeShelf(dir)
	defer shelf.Close()
	shelf.Put(make([]transcript.Node, 2)) // of a file that was read again
	for i := range files {
		if i%7 != 3 { // the others have grown
			files[i].Summary.Nodes = shelf.Put(files[i].Summary.Nodes)
		}
	}
	c := content(files, text(index))
	c.Nodes = shelf.Take()
	half := len(index) / 2
	f, err := cache.Scratch(dir)
	if err != nil {
		return c
	}
	if _, err := f.WriteAt([]byte(index[:half]+"and of no use"), 0); err == nil {
		c.Rows = &cache.Draft{File: f, Size: int64(half), Rest: text(index[half:])}
	}
	return c
}

// TestDraftsBecomeTheState keeps what lies in files without a name, in the
// cache's directory and where it cannot be taken from there.
func TestDraftsBecomeTheState(t *testing.T) {
	dir := t.TempDir()
	dirs := []string{dir}
	if other, err := os.MkdirTemp("/dev/shm", "dendro"); err == nil {
		t.Cleanup(func() { _ = os.RemoveAll(other) })
		dirs = append(dirs, other)
	}
	s := cache.Open(dir, []string{"/root"})
	for i, from := range dirs {
		for _, n := range []int{40, 4, 1, 0} {
			want := random(uint64(3+n), n)
			c := drafted(from, random(uint64(3+n), n), "signatures")
			copied := false
			write := c.Index
			c.Index = func(w io.Writer) error { copied = true; return write(w) }
			if _, err := s.Save(c, nil); err != nil {
				t.Fatal(err)
			}
			if copied != (i > 0) && runtime.GOOS == "linux" {
				t.Errorf("the index was written anew: %v", copied)
			}
			files, got, err := load(s)
			if err != nil {
				t.Fatal(err)
			}
			inOrder(t, files)
			byID := cmpopts.SortSlices(func(a, b cache.File) bool { return a.ID < b.ID })
			if diff := cmp.Diff(want, files, cmpopts.EquateEmpty(), byID); diff != "" {
				t.Errorf("%d files: %s", n, diff)
			}
			if text := indexOf(t, got); text != "signatures" {
				t.Errorf("the index is %q", text)
			}
			if diff := cmp.Diff(want, c.Files, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("what was kept is no longer what it was: %s", diff)
			}
		}
	}
	left, err := filepath.Glob(filepath.Join(dir, "*", "*", "*"))
	if err != nil || len(left) != 5 {
		t.Errorf("there are %d files (%v)", len(left), err)
	}
}

// inOrder looks whether nodes that are used where they lie do so in the order of
// their files, and stay what they are when memory is given back.
func inOrder(t *testing.T, files []cache.File) {
	t.Helper()
	last := uintptr(0)
	for i := range files {
		if nodes := files[i].Summary.Nodes; len(nodes) > 0 && runtime.GOOS == "linux" {
			at := uintptr(unsafe.Pointer(&nodes[0]))
			if at < last {
				t.Errorf("the nodes of file %d lie before those of an earlier one", i)
			}
			last = at
		}
	}
}

// TestLookingIsBounded: whoever looks at more nodes than are to stay in memory
// sees the same nodes afterwards.
func TestLookingIsBounded(t *testing.T) {
	dir := t.TempDir()
	s := cache.Open(dir, []string{"/root"})
	files, want := random(9, 20), map[string][]transcript.Node{}
	for i := range files { // more than stay in memory at once
		nodes := &files[i].Summary.Nodes
		for len(*nodes) < 20_000 {
			*nodes = append(*nodes, *nodes...)
		}
		want[files[i].ID] = *nodes
	}
	if _, err := s.Save(drafted(dir, files, "signatures"), nil); err != nil {
		t.Fatal(err)
	}
	for _, nodes := range []int{0, 1, 1 << 20, 1 << 30} {
		files, _, err := load(s)
		if err != nil || len(files) != len(want) {
			t.Fatalf("%d files, %v", len(files), err)
		}
		s.Looked(nodes)
		inOrder(t, files)
		for i := range files {
			if !slices.Equal(files[i].Summary.Nodes, want[files[i].ID]) {
				t.Errorf("file %d has other nodes", i)
			}
		}
	}
}

// TestADraftThatCannotBeFinished leaves the state before and no file.
func TestADraftThatCannotBeFinished(t *testing.T) {
	dir := t.TempDir()
	s := cache.Open(dir, []string{"/root"})
	want := random(1, 2)
	if _, err := s.Save(content(want, text("old")), nil); err != nil {
		t.Fatal(err)
	}
	c := drafted(dir, random(2, 9), "signatures")
	full := errors.New("disk full")
	c.Index = func(io.Writer) error { return full }
	if c.Rows != nil {
		c.Rows.Rest = c.Index
	}
	if _, err := s.Save(c, nil); !errors.Is(err, full) {
		t.Errorf("it is kept: %v", err)
	}
	files, got, err := load(s)
	if err != nil || !cmp.Equal(want, files) || indexOf(t, got) != "old" {
		t.Errorf("the state before is lost: %v", err)
	}
	left, err := filepath.Glob(filepath.Join(dir, "*", "*", "*"))
	if err != nil || len(left) != 5 {
		t.Errorf("there are %d files (%v)", len(left), err)
	}
}
