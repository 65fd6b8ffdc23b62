package atomicfile_test

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"

	"dendro/backend/internal/atomicfile"
)

// only fails if a directory holds another file than name, such as a temporary one.
func only(t *testing.T, dir, name string) {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil || len(list) != 1 || list[0].Name() != name {
		t.Errorf("the directory holds %v, %v", list, err)
	}
}

func TestWriteReplaces(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	path := filepath.Join(dir, "f")
	for _, text := range []string{"first, longer", "second", ""} {
		if err := atomicfile.Write(path, []byte(text)); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(path); string(got) != text || err != nil {
			t.Errorf("%q, %v", got, err)
		}
		only(t, dir, "f")
	}
	if info, err := os.Stat(path); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
}

// TestWriteReplacesTheTargetOfALink: the link stays.
func TestWriteReplacesTheTargetOfALink(t *testing.T) {
	dir := t.TempDir()
	target, link := filepath.Join(dir, "target"), filepath.Join(t.TempDir(), "link")
	if err := os.WriteFile(target, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, link); err != nil {
		t.Fatal(err)
	}
	if err := atomicfile.Write(link, []byte("new")); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(target); string(got) != "new" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	if to, err := os.Readlink(link); to != target || err != nil {
		t.Errorf("%q, %v", to, err)
	}
}

func TestWriteReplacesNoDirectory(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "d")
	if err := os.Mkdir(path, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := atomicfile.Write(path, []byte("x")); err == nil {
		t.Error("replaced a directory")
	}
	only(t, dir, "d")
}

// TestReadersSeeWholeFiles: of several writers each content is seen whole.
func TestReadersSeeWholeFiles(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "f")
	content := func(n int) []byte { return bytes.Repeat([]byte{byte('a' + n)}, 1000*(n+1)) }
	if err := atomicfile.Write(path, content(0)); err != nil {
		t.Fatal(err)
	}
	var writers sync.WaitGroup
	for n := range 3 {
		writers.Go(func() {
			for range 20 {
				if err := atomicfile.Write(path, content(n)); err != nil && runtime.GOOS != "windows" {
					t.Error(err)
				}
			}
		})
	}
	for range 100 {
		got, err := os.ReadFile(path)
		if err != nil {
			continue // Windows: it is being replaced
		}
		if len(got) == 0 || !bytes.Equal(got, content(int(got[0]-'a'))) {
			t.Fatalf("read %d bytes that no writer wrote", len(got))
		}
	}
	writers.Wait()
	only(t, dir, "f")
}
