package store_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dendro/backend/internal/tests"
	"dendro/backend/store"
)

func random(seed uint64, n int) []store.File {
	draw := rand.New(rand.NewPCG(seed, 1))
	files := make([]store.File, n)
	for i := range files {
		tests.Fill(draw, reflect.ValueOf(&files[i]).Elem())
	}
	return files
}

// opened returns the store of /root.
func opened(t testing.TB, dir string) (*store.Store, store.Manifest) {
	t.Helper()
	s, m, err := store.Open(dir, []string{"/root"})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return s, m
}

// appended appends files and returns a manifest of them.
func appended(t testing.TB, s *store.Store, files []store.File) (m store.Manifest) {
	t.Helper()
	for i := range files {
		p, err := s.AppendFile(&files[i])
		if err != nil {
			t.Fatal(err)
		}
		m.Files = append(m.Files, p)
	}
	return m
}

// part appends a text.
func part(t testing.TB, s *store.Store, text string) *store.Part {
	t.Helper()
	p, err := s.Append([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func textOf(t testing.TB, p *store.Part) string {
	t.Helper()
	data, err := p.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	read := make([]byte, p.Size())
	if _, err := p.ReadAt(read, 0); err != nil || !bytes.Equal(read, data) {
		t.Fatalf("%q is read as %q: %v", data, read, err)
	}
	return string(data)
}

func closed(t testing.TB, s *store.Store) {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestEveryFieldComesBack fails if a field is added to File but not stored.
func TestEveryFieldComesBack(t *testing.T) {
	dir := t.TempDir()
	s, _ := opened(t, dir)
	want := random(3, 40)
	m := appended(t, s, want)
	m.List = part(t, s, "list")
	m.Rows, m.Index = append(m.Rows, part(t, s, "rows"), part(t, s, "more rows")), part(t, s, "index")
	same := func(m store.Manifest) {
		t.Helper()
		for i := range want {
			if got, err := store.ReadFile(m.Files[i]); err != nil || !cmp.Equal(want[i], got) {
				t.Fatal(err, cmp.Diff(want[i], got))
			}
		}
		if textOf(t, m.List) != "list" || textOf(t, m.Index) != "index" || textOf(t, m.Rows[1]) != "more rows" || len(m.Rows) != 2 {
			t.Error("the manifest's other parts differ")
		}
	}
	same(m)
	if err := s.Commit(m); err != nil {
		t.Fatal(err)
	}
	closed(t, s)
	_, m = opened(t, dir)
	same(m)
	if _, err := m.List.ReadAt(make([]byte, 2), 4); err == nil {
		t.Error("read beyond the end of the part")
	}
}

// TestOneWrites: a second process sees the last commit and cannot write, until the first one
// closes without having committed anything new.
func TestOneWrites(t *testing.T) {
	dir := t.TempDir()
	first, _ := opened(t, dir)
	m := store.Manifest{Index: part(t, first, "one")}
	if err := first.Commit(m); err != nil {
		t.Fatal(err)
	}
	second, seen := opened(t, dir)
	if textOf(t, seen.Index) != "one" {
		t.Error("the second store reads a different index")
	}
	if _, err := second.Append([]byte("two")); !errors.Is(err, store.ErrReader) {
		t.Errorf("the second store may write: %v", err)
	}
	closed(t, first)
	third, seen := opened(t, dir)
	m.Index = part(t, third, "three")
	if err := third.Commit(m); err != nil {
		t.Fatal(err)
	}
	closed(t, third)
	if textOf(t, seen.Index) != "one" {
		t.Error("a part changed after it was read")
	}
	// The first store has not seen the third one's commit.
	if _, err := first.Append([]byte("four")); !errors.Is(err, store.ErrReader) {
		t.Errorf("it may overwrite an unknown commit: %v", err)
	}
}

func TestRootsHaveTheirOwnStores(t *testing.T) {
	dir := t.TempDir()
	s, _ := opened(t, dir)
	if err := s.Commit(appended(t, s, random(1, 2))); err != nil {
		t.Fatal(err)
	}
	if _, _, err := store.Open(dir, []string{"/root", "/b"}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("another root's state: %v", err)
	}
	s.Stop()
	if err := store.Clear(dir); err != nil {
		t.Fatal(err)
	}
	if _, m := opened(t, dir); len(m.Files) > 0 {
		t.Error("the manifest exists after Clear")
	}
	if err := store.Clear(dir); err != nil {
		t.Errorf("clearing nothing: %v", err)
	}
	if _, err := s.Append([]byte("more")); !errors.Is(err, store.ErrStopped) {
		t.Errorf("a stopped store accepts writes: %v", err)
	}
}

// TestSupersededPartsAreRemoved replaces everything repeatedly and checks the space used.
func TestSupersededPartsAreRemoved(t *testing.T) {
	dir := t.TempDir()
	text := string(bytes.Repeat([]byte("a text of some length"), 50_000))
	for range 2 {
		s, _ := opened(t, dir)
		stays := part(t, s, "this stays")
		var old *store.Part
		for n := range 50 {
			m := store.Manifest{Index: part(t, s, fmt.Sprint(n, text)), Rows: []*store.Part{stays}}
			if err := s.Commit(m); err != nil {
				t.Fatal(err)
			}
			if old != nil && textOf(t, old) != fmt.Sprint(n-1, text) {
				t.Fatal("a superseded part became unreadable")
			}
			old = m.Index
		}
		if textOf(t, stays) != "this stays" {
			t.Error("a moved part has changed")
		}
		closed(t, s)
		if _, m := opened(t, dir); textOf(t, m.Index) != fmt.Sprint(49, text) || textOf(t, m.Rows[0]) != "this stays" {
			t.Error("the reopened store differs")
		}
	}
	if size := sizeOf(t, dir); size > 80<<20 {
		t.Errorf("%d bytes on disk for one megabyte of data", size)
	}
	for i := range 8 {
		s, _, _ := store.Open(dir, []string{fmt.Sprint(i)})
		if err := s.Commit(store.Manifest{Index: part(t, s, "other")}); err != nil {
			t.Fatal(err)
		}
		closed(t, s)
	}
	if stores, err := filepath.Glob(filepath.Join(dir, "*", "*")); err != nil || len(stores) != 4 {
		t.Errorf("%d stores remain, want 4 (%v)", len(stores), err)
	}
}

func sizeOf(t testing.TB, dir string) (size int64) {
	t.Helper()
	err := filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			info, err := d.Info()
			size += info.Size()
			return err
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return size
}

// TestManyStartsLeaveFewSegments checks that each start continues the state of the previous
// one.
func TestManyStartsLeaveFewSegments(t *testing.T) {
	dir := t.TempDir()
	for n := range 40 {
		s, m := opened(t, dir)
		if n > 0 && (len(m.Files) != n || textOf(t, m.Files[n-1]) != fmt.Sprint(n-1)) {
			t.Fatalf("start %d finds %d parts", n, len(m.Files))
		}
		m.Files = append(m.Files, part(t, s, fmt.Sprint(n)))
		if err := s.Commit(m); err != nil {
			t.Fatal(err)
		}
		closed(t, s)
	}
	if segments, err := filepath.Glob(filepath.Join(dir, "*", "*", "segment-*")); err != nil || len(segments) > 17 {
		t.Errorf("there are %q (%v)", segments, err)
	}
}

// TestStoresThatAreWrittenAtOnce: of two stores of one directory one writes, whichever was first,
// and what its goroutines append while others commit is all there afterwards.
func TestStoresThatAreWrittenAtOnce(t *testing.T) {
	dir := t.TempDir()
	var stores [2]*store.Store
	for i := range stores {
		stores[i], _ = opened(t, dir)
	}
	const writers, each = 4, 50
	var mu sync.Mutex
	var parts [len(stores)][]*store.Part
	var all sync.WaitGroup
	for i, s := range stores {
		for w := range writers {
			all.Go(func() {
				for n := range each {
					p, err := s.Append(fmt.Appendf(nil, "store %d, writer %d, part %d", i, w, n))
					if errors.Is(err, store.ErrReader) {
						continue
					}
					if err != nil {
						t.Error(err)
						return
					}
					mu.Lock()
					parts[i] = append(parts[i], p)
					m := store.Manifest{Files: slices.Clone(parts[i])}
					mu.Unlock()
					if n%10 != w {
						continue
					}
					if err := s.Commit(m); err != nil {
						t.Error(err)
						return
					}
				}
			})
		}
	}
	all.Wait()
	one := 0
	if len(parts[one]) == 0 {
		one = 1
	}
	if len(parts[one]) != writers*each || len(parts[1-one]) != 0 {
		t.Fatalf("%d and %d parts were appended, want %d by one of them", len(parts[0]), len(parts[1]), writers*each)
	}
	if err := stores[one].Commit(store.Manifest{Files: parts[one]}); err != nil {
		t.Fatal(err)
	}
	for _, s := range stores {
		closed(t, s)
	}
	s, m := opened(t, dir)
	defer closed(t, s)
	got := map[string]bool{}
	for _, p := range m.Files {
		got[textOf(t, p)] = true
	}
	for w := range writers {
		for n := range each {
			if text := fmt.Sprintf("store %d, writer %d, part %d", one, w, n); !got[text] {
				t.Errorf("%q is lost", text)
			}
		}
	}
}
