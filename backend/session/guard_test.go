package session_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"dendro/backend/catalog"
	"dendro/backend/internal/history"
	"dendro/backend/internal/testlib"
	"dendro/backend/library"
	"dendro/backend/scan"
)

// TestOutside: nothing is written below a Claude directory, shown or not, under any name,
// whether or not the requested object exists.
func TestOutside(t *testing.T) {
	hello := func() string {
		h := history.New(77, testlib.Begin)
		h.Session(testlib.Day()).Turn("hello", "hello")
		return testlib.Write(t, h)
	}
	shown, other, plain := hello(), hello(), t.TempDir()
	l := library.New(library.Options{Options: catalog.Options{Roots: []scan.Root{{Path: shown}}, Now: time.Now}})
	testlib.Put(t, plain, ".claude/settings.json", []byte("{}"))
	testlib.Put(t, plain, ".claude/worktrees/feature/main.go", []byte("package main"))
	testlib.Put(t, plain, "projects/work/data.jsonl", []byte("{}"))
	link := filepath.Join(plain, "link")
	if err := os.Symlink(filepath.Join(other, "projects"), link); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{
		shown, filepath.Join(shown, "projects"), filepath.Join(shown, "missing", "deeper"),
		other, filepath.Join(other, "projects"), link, filepath.Join(link, "missing"),
		filepath.Join(plain, ".claude"), filepath.Join(plain, "missing", ".claude", "x"),
	} {
		if err := l.Exporter.Outside(dir); err == nil {
			t.Errorf("%s may be written to", dir)
		}
	}
	for _, dir := range []string{
		plain, filepath.Join(plain, "projects", "work"), filepath.Join(plain, "missing", "deeper"),
		shown + "-beside", filepath.Join(plain, ".claude", "worktrees", "feature"),
	} {
		if err := l.Exporter.Outside(dir); err != nil {
			t.Error(err)
		}
	}
}

// TestSaveExport: a document is its owner's alone, and never written into a history, nor
// by a link that leads there.
func TestSaveExport(t *testing.T) {
	h := history.New(33, testlib.Begin)
	h.Session(testlib.Day()).Turn("hello", "hello")
	root := testlib.Write(t, h)
	l := testlib.Scanned(t, root)
	dir := t.TempDir()
	testlib.Put(t, root, "settings.json", []byte("{}"))
	link := filepath.Join(dir, "link.md")
	if err := os.Symlink(filepath.Join(root, "settings.json"), link); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{filepath.Join(root, "x.md"), link, filepath.Join(dir, "missing", "x.md")} {
		if err := l.Exporter.SaveExport(t.Context(), path, []byte("x")); err == nil {
			t.Errorf("written: %s", path)
		}
	}
	path := filepath.Join(dir, "x.md")
	if err := l.Exporter.SaveExport(t.Context(), path, []byte("x")); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm()&0o077 != 0 {
		t.Errorf("%v, %v: others may read it", info, err)
	}
}
