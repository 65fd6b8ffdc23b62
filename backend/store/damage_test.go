package store_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dendro/backend/store"
)

// TestDamageCostsWhatItHits changes what is there in every way.
func TestDamageCostsWhatItHits(t *testing.T) {
	want := random(5, 6)
	draw := rand.New(rand.NewPCG(1, 1))
	lost, kept := 0, 0
	for i := range 150 {
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
				t.Fatalf("damage in %s is not noticed", filepath.Base(path))
			}
		}
		if err != nil && len(m.Files) > 0 {
			t.Fatal("a manifest that is damaged is used")
		}
		// It goes on, whatever there was.
		if err := s.Commit(appended(t, s, want[:2])); err != nil {
			t.Fatal(err)
		}
		closed(t, s)
		if _, m := opened(t, dir); len(m.Files) != 2 {
			t.Fatal("it does not go on")
		}
	}
	if lost == 0 || kept < lost {
		t.Errorf("%d parts were lost, %d were not", lost, kept)
	}
}

// TestTheDirectoryGoes: who writes is told, and what is there can still be read.
func TestTheDirectoryGoes(t *testing.T) {
	dir := t.TempDir()
	s, _ := opened(t, dir)
	m := store.Manifest{Index: part(t, s, "what is read")}
	if err := s.Commit(m); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Join(dir, "history")); err != nil {
		t.Fatal(err)
	}
	if err := s.Commit(m); err == nil {
		t.Error("what is not there is committed")
	}
	if _, err := s.Append([]byte("more")); err == nil {
		t.Error("it goes on to write")
	}
	if textOf(t, m.Index) != "what is read" {
		t.Error("it is lost")
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*", "*", "*")); len(left) > 0 {
		t.Errorf("there is %q", left)
	}
}
