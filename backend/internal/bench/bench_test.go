package main

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"dendro/backend/internal/corpus"
)

func TestParseSize(t *testing.T) {
	for text, want := range map[string]int64{"10M": 10 << 20, "100MB": 100 << 20, "1G": 1 << 30, "5G": 5 << 30} {
		if got, err := parseSize(text); err != nil || got != want {
			t.Errorf("parseSize(%q) = %d, %v, want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "10", "9M", "6G", "1T", "-20M", "M", "1.5G"} {
		if got, err := parseSize(text); err == nil {
			t.Errorf("parseSize(%q) = %d, want an error", text, got)
		}
	}
}

func TestQuantile(t *testing.T) {
	list := []time.Duration{5, 1, 4, 2, 3}
	if p50, p99 := quantile(list, 50), quantile(list, 99); p50 != 3 || p99 != 5 || list[0] != 5 {
		t.Errorf("p50 %d, p99 %d, list %v", p50, p99, list)
	}
}

// Every class has queries, and the same ones each time, so that two runs can be compared.
func TestClasses(t *testing.T) {
	dir := t.TempDir()
	if _, err := corpus.Write(dir, 8<<20, 1); err != nil {
		t.Fatal(err)
	}
	files, err := list(dir)
	if err != nil || len(files.names) == 0 || files.bytes < 8<<20 {
		t.Fatalf("%d files of %d bytes, %v", len(files.names), files.bytes, err)
	}
	again := classes(files)
	for i, c := range classes(files) {
		if len(c.queries) == 0 {
			t.Errorf("no query of the class %s", c.name)
		}
		for n, q := range c.queries {
			if again[i].queries[n] != q {
				t.Fatalf("%s: %q and %q", c.name, q, again[i].queries[n])
			}
		}
	}
}

func TestAppendedPromptsAreSessionLines(t *testing.T) {
	_, path, err := corpus.WriteSession(t.TempDir(), 64<<10, 1)
	if err != nil {
		t.Fatal(err)
	}
	l := open("", filepath.Dir(filepath.Dir(filepath.Dir(path))))
	if err := appendPrompt(path, "0", "qzneedleqz", 1); err != nil {
		t.Fatal(err)
	}
	if err := l.Catalog.Scan(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	if r, err := find(t.Context(), l, "qzneedleqz"); err != nil || len(r.Hits) != 1 {
		t.Errorf("%d hits, %v", len(r.Hits), err)
	}
	if _, err := os.Stat(path); err != nil {
		t.Error(err)
	}
}

// TestListHeads: it ends with and without a cache, even if the library is locked while it
// reports the cached list.
func TestListHeads(t *testing.T) {
	dir, cache := t.TempDir(), t.TempDir()
	if _, err := corpus.Write(dir, 8<<20, 1); err != nil {
		t.Fatal(err)
	}
	kept := open(cache, dir)
	if err := kept.Catalog.Scan(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	kept.Catalog.Flush()
	for _, cache := range []string{"", cache} {
		ended := make(chan error, 1)
		go func() {
			l := open(cache, dir)
			listed, err := listHeads(t.Context(), l)
			l.Catalog.Flush()
			if err == nil && (listed <= 0 || l.Lister.View().Len == 0) {
				err = errors.New("nothing was listed")
			}
			ended <- err
		}()
		select {
		case err := <-ended:
			if err != nil {
				t.Errorf("cache %q: %v", cache, err)
			}
		case <-time.After(5 * time.Minute):
			t.Fatalf("cache %q: it hangs", cache)
		}
	}
}
