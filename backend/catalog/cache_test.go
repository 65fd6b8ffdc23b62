package catalog_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dendro/backend/internal/history"
	"dendro/backend/internal/testlib"
	"dendro/backend/library"
)

// TestUnusableCache: a library goes on in memory, and says so once.
func TestUnusableCache(t *testing.T) {
	for name, spoil := range map[string]func(dir string) error{
		"no directory": func(dir string) error { return os.WriteFile(dir, nil, 0o600) },
		"it is removed": func(dir string) error {
			return os.RemoveAll(filepath.Join(dir, "history"))
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := history.New(7, testlib.Begin)
			s := h.Session(testlib.Day())
			s.Turn("first", "one")
			root, dir := testlib.Write(t, h), filepath.Join(t.TempDir(), "cache")
			if name == "no directory" {
				if err := spoil(dir); err != nil {
					t.Fatal(err)
				}
			}
			l, w := testlib.Keeping(root, dir, false)
			for n := range 4 {
				if err := l.Catalog.Scan(t.Context(), true); err != nil {
					t.Fatal(err)
				}
				l.Catalog.Flush()
				if n == 0 && name != "no directory" {
					if err := spoil(dir); err != nil {
						t.Fatal(err)
					}
				}
				testlib.Put(t, root, fmt.Sprintf("projects/-home-ada-my-app/%d.jsonl", n), h.Files()[s.Path()])
				testlib.AppendTo(t, root, s.Path(), []byte(`{"type":"custom-title","customTitle":"named","sessionId":"`+s.ID+`"}`+"\n"))
			}
			if err := l.Catalog.Scan(t.Context(), false); err != nil {
				t.Fatal(err)
			}
			l.Catalog.Flush()
			want, got := testlib.Answers(t, testlib.Scanned(t, root)), testlib.Answers(t, l)
			if name == "no directory" { // the doctor names it
				u := l.Doctor().Unreadable
				if len(u) != 1 || u[0].Path != dir {
					t.Errorf("unreadable: %+v", u)
				}
				named, err := json.Marshal(u)
				if err != nil {
					t.Fatal(err)
				}
				got = strings.Replace(got, string(named), "[]", 1)
			}
			if diff := testlib.Difference(t, want, got); diff != "" {
				t.Error(diff)
			}
			if lines := w.Lines(); len(lines) != 1 || !strings.Contains(lines[0], "nothing is cached") {
				t.Errorf("it warns %d times: %q", len(lines), lines)
			}
		})
	}
}

// TestACommandBesideAWindow: a command reads the window's cache and writes nothing; both
// give the same answers.
func TestACommandBesideAWindow(t *testing.T) {
	h, _ := history.Random(testlib.NewDraw(9), 20)
	files := h.Files()
	root, dir := testlib.Write(t, h), t.TempDir()
	testlib.Kept(t, dir, true, root)
	window, warned := testlib.Keeping(root, dir, true)
	defer window.Catalog.Flush()
	if err := window.Catalog.Scan(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	manifest, err := filepath.Glob(filepath.Join(dir, "*", "*", "manifest"))
	if err != nil || len(manifest) != 1 {
		t.Fatal(manifest, err)
	}
	draw := testlib.NewDraw(10)
	for range 5 {
		for range 4 {
			change(t, draw, root, files)
		}
		before, err := os.ReadFile(manifest[0])
		if err != nil {
			t.Fatal(err)
		}
		command, told := testlib.Keeping(root, dir, false)
		if err := command.Catalog.Scan(t.Context(), false); err != nil {
			t.Fatal(err)
		}
		command.Catalog.Flush()
		if after, err := os.ReadFile(manifest[0]); err != nil || !bytes.Equal(before, after) {
			t.Error("the command has written what the window keeps", err)
		}
		if lines := told.Lines(); lines[0] != "" {
			t.Errorf("it warns: %q", lines)
		}
		if err := window.Catalog.Scan(t.Context(), false); err != nil {
			t.Fatal(err)
		}
		want := testlib.Answers(t, testlib.Scanned(t, root))
		for _, l := range []*library.Library{command, window} {
			if diff := testlib.Difference(t, want, testlib.Answers(t, l)); diff != "" {
				t.Fatal(diff)
			}
		}
	}
	if lines := warned.Lines(); lines[0] != "" {
		t.Errorf("the window warns: %q", lines)
	}
}
