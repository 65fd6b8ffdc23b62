package catalog_test

import (
	"bytes"
	"io/fs"
	"os"
	"testing"
	"time"

	"dendro/backend/catalog"
	"dendro/backend/internal/history"
	"dendro/backend/internal/testlib"
	"dendro/backend/library"
	"dendro/backend/scan"
)

// TestWindowDoesNotCacheEveryLine: what a window hears of a small history is not
// written line by line; a command keeps what it has read.
func TestWindowDoesNotCacheEveryLine(t *testing.T) {
	h := history.New(7, testlib.Begin)
	s := h.Session(testlib.Day())
	s.Turn("first", "one")
	root, dir := testlib.Write(t, h), t.TempDir()
	testlib.Kept(t, dir, true, root)
	state := func() []byte {
		var all bytes.Buffer
		err := fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			data, err := fs.ReadFile(os.DirFS(dir), path)
			all.WriteString(path)
			all.Write(data)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return all.Bytes()
	}
	first := state()
	more := func() {
		testlib.AppendTo(t, root, s.Path(), []byte(`{"type":"custom-title","customTitle":"named","sessionId":"`+s.ID+`"}`+"\n"))
	}
	l := library.New(library.Options{Options: catalog.Options{Roots: []scan.Root{{Path: root}}, Index: true, Window: true, Cache: dir, Now: time.Now}, Home: "/home/ada"})
	t.Cleanup(l.Catalog.Subscribe(func(catalog.Change) {}))
	for range 3 {
		more()
		if err := l.Catalog.Scan(t.Context(), true); err != nil {
			t.Fatal(err)
		}
	}
	l.Catalog.Flush()
	if !bytes.Equal(first, state()) {
		t.Error("a window has written its history for a line")
	}
	more()
	if testlib.Kept(t, dir, true, root); bytes.Equal(first, state()) {
		t.Error("a command has not kept what it read")
	}
}
