package session

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestPathWords: which words of a text may be paths, in prose, code and Markdown.
func TestPathWords(t *testing.T) {
	for text, want := range map[string][]string{
		"See `a/b.go:12`, (./x.go) and **c/d.ts**.":   {"a/b.go:12", "./x.go", "c/d.ts"},
		"[engine.go](src/engine.go#L42) is “/w/f”.":   {"engine.go", "src/engine.go#L42", "/w/f"},
		"app/[id]/page.tsx and a\\b.go again a\\b.go": {"app/[id]/page.tsx", "a\\b.go"},
		"https://x.org/a.go says e.g. nothing":        {"e.g"},
		"no path at all":                              nil,
		strings.Repeat("d/", 300):                     nil,
		"在「a/b.go」中，":                                 {"a/b.go"},
	} {
		if got := pathWords(text); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	if got := pathWords(strings.Repeat("a/b c/d ", 10)); len(got) != 2 {
		t.Errorf("each once: %q", got)
	}
	var many strings.Builder
	for i := range 2 * maxPaths {
		many.WriteString(strings.Repeat("x", i+1) + ".go ")
	}
	if got := pathWords(many.String()); len(got) != maxPaths {
		t.Errorf("%d words", len(got))
	}
}

func TestLineOf(t *testing.T) {
	for word, want := range map[string]struct {
		path string
		line int
	}{
		"a.go": {"a.go", 0}, "a.go:12": {"a.go", 12}, "a.go:12:5": {"a.go", 12}, "a.go:12-20": {"a.go", 12},
		"a.go#L7": {"a.go", 7}, "a.go#L7-L9": {"a.go", 7}, "a.go#top": {"a.go#top", 0}, "a.go:99999999": {"a.go:99999999", 0}, ":12": {":12", 0},
	} {
		if path, line := lineOf(word); path != want.path || line != want.line {
			t.Errorf("%s: %s, %d", word, path, line)
		}
	}
}

// TestExistingStaysInside: only files in the directory exist for a text, and no link leads out.
func TestExistingStaysInside(t *testing.T) {
	home := t.TempDir()
	dir, sub := filepath.Join(home, "work"), filepath.Join(home, "work", "sub")
	if err := os.MkdirAll(sub, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"secret", "work/a.go", "work/sub/b.go"} {
		if err := os.WriteFile(filepath.Join(home, filepath.FromSlash(path)), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, link := range []string{"work/link.go", "work/sub/up.go"} {
		if err := os.Symlink(filepath.Join(home, "secret"), filepath.Join(home, filepath.FromSlash(link))); err != nil {
			t.Fatal(err)
		}
	}
	inside := map[string]string{
		"a.go:3": "a.go", "./a.go": "a.go", "b.go": "sub/b.go", "sub/b.go": "sub/b.go", "../a.go": "a.go", filepath.Join(dir, "a.go"): "a.go",
	}
	words := []string{"sub", ".", "..", "../../secret", "link.go", "up.go", "c.go", filepath.Join(home, "secret"), "/etc/passwd", "a.go/x", "a.go\x00"}
	for word := range inside {
		words = append(words, word)
	}
	files := existing(dir, sub, words)
	for word, path := range inside {
		if got := files[word]; got.Path != filepath.Join(dir, filepath.FromSlash(path)) || !got.Inside {
			t.Errorf("%s: %+v", word, got)
		}
	}
	if len(files) != len(inside) || files["a.go:3"].Line != 3 {
		t.Errorf("%v", files)
	}
	if files := existing(filepath.Join(home, "gone"), sub, words); len(files) != 0 {
		t.Errorf("in a directory that is gone: %v", files)
	}
}
