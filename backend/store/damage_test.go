package store_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dendro/backend/internal/tests"
	"dendro/backend/store"
)

// TestDamageIsContained damages random files in several ways: only the parts that were hit
// may be lost.
func TestDamageIsContained(t *testing.T) {
	want := random(5, 6)
	draw := rand.New(rand.NewPCG(1, 1))
	lost, kept := 0, 0
	for i := range tests.Cases(150) {
		dir := t.TempDir()
		s, _ := opened(t, dir)
		if err := s.Commit(appended(t, s, want)); err != nil {
			t.Fatal(err)
		}
		closed(t, s)
		files, _ := filepath.Glob(filepath.Join(dir, "*", "*", "[ms]*"))
		path := files[draw.IntN(len(files))]
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		switch at := draw.IntN(len(data)); i % 4 {
		case 0:
			err = os.Remove(path)
		case 1:
			err = os.WriteFile(path, data[:at], 0o600)
		default:
			data[at] ^= 1 << draw.IntN(8)
			err = os.WriteFile(path, data, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		s, m, err := store.Open(dir, []string{"/root"})
		for n, p := range m.Files {
			got, err := store.ReadFile(p)
			if err != nil {
				lost++
			} else if kept++; !cmp.Equal(want[n], got) {
				t.Fatalf("damage in %s was not detected", filepath.Base(path))
			}
		}
		if err != nil && len(m.Files) > 0 {
			t.Fatal("a damaged manifest was used")
		}
		// The store stays writable after any damage.
		if err := s.Commit(appended(t, s, want[:2])); err != nil {
			t.Fatal(err)
		}
		closed(t, s)
		if _, m := opened(t, dir); len(m.Files) != 2 {
			t.Fatal("the new commit was lost")
		}
	}
	if lost == 0 || kept < lost {
		t.Errorf("%d parts were lost, %d were not", lost, kept)
	}
}

// TestDirectoryRemoved removes the directory of an open store: writes fail, and parts stay
// readable.
func TestDirectoryRemoved(t *testing.T) {
	dir := t.TempDir()
	s, _ := opened(t, dir)
	m := store.Manifest{Index: part(t, s, "index")}
	if err := s.Commit(m); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Join(dir, "history")); err != nil {
		t.Fatal(err)
	}
	if err := s.Commit(m); err == nil {
		t.Error("committed without a directory")
	}
	if _, err := s.Append([]byte("more")); err == nil {
		t.Error("appended without a directory")
	}
	if textOf(t, m.Index) != "index" {
		t.Error("the part is lost")
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*", "*", "*")); len(left) > 0 {
		t.Errorf("the directory holds %q", left)
	}
}
