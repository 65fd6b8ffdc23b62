package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// tree writes files below a new directory.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestLicencesAreFoundUpToTheRoot(t *testing.T) {
	dir := tree(t, map[string]string{
		"module/LICENSE": "first \r\n", "module/license.go": "package x", "module/a/b/COPYING.md": "second\n",
		"module/c/LICENSE": "not linked", "LICENSE": "of somebody else",
	})
	root := filepath.Join(dir, "module")
	got, err := licences(root, map[string]bool{filepath.Join(root, "a", "b"): true})
	if err != nil || strings.Join(got, "|") != "first|second" {
		t.Errorf("%q, %v", got, err)
	}
}

func TestPackagesWithoutALicenceFile(t *testing.T) {
	dir := tree(t, map[string]string{
		"said/package.json":    `{"license":"ISC","author":{"name":"Ada"}}`,
		"silent/package.json":  `{"name":"x"}`,
		"nothing/elsewhere.js": "",
	})
	at := func(name string) ([]string, error) {
		path := filepath.Join(dir, name)
		return licences(path, map[string]bool{path: true})
	}
	if got, err := at("said"); err != nil || len(got) != 1 || got[0] != "License: ISC\nAda" {
		t.Errorf("%q, %v", got, err)
	}
	for _, name := range []string{"silent", "nothing"} {
		if got, err := at(name); err == nil {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func TestSharedTextIsListedOnce(t *testing.T) {
	works := []work{{"z", []string{"their text"}}, {"b", []string{"another", "and more"}}, {"a", []string{"their text"}}, {"a", []string{"their text"}}}
	got := notice(works)
	if strings.Count(got, "their text") != 1 || !strings.Contains(got, "\na\nz\n\ntheir text\n") || !strings.Contains(got, "\nb\n\nanother\n\nand more\n") {
		t.Error(got)
	}
}
