package catalog_test

import (
	"os"
	"path/filepath"
	"testing"

	"dendro/backend/internal/history"
	"dendro/backend/internal/testlib"
)

// symlink makes path a link, whatever it was before.
func symlink(t *testing.T, target, path string) {
	t.Helper()
	_ = os.Remove(path)
	if err := os.Symlink(target, path); err != nil {
		t.Fatal(err)
	}
}

func TestLinksAreFollowed(t *testing.T) {
	h := history.New(31, testlib.Begin)
	s, other := h.Session(testlib.Day()), h.Session(testlib.Day())
	s.Turn("first", "one")
	other.Turn("something else", "yes")
	root := testlib.Write(t, h)
	path := filepath.Join(root, filepath.FromSlash(s.Path()))
	away := filepath.Join(t.TempDir(), "away.jsonl")
	symlink(t, filepath.Dir(path), filepath.Join(root, "projects", "-a-link"))
	symlink(t, filepath.Join(root, "nowhere"), filepath.Join(filepath.Dir(path), "broken.jsonl"))
	l := testlib.Open(root)
	testlib.Watching(t, l)
	grow := func() {
		t.Helper()
		before := len(h.Files()[s.Path()])
		s.Turn("and again", "once more")
		testlib.AppendTo(t, root, s.Path(), h.Files()[s.Path()][before:])
	}
	for _, step := range []struct {
		name string
		do   func()
	}{
		{"a project with two names grows", grow},
		{"a file behind a link", func() {
			if err := os.Rename(path, away); err != nil {
				t.Fatal(err)
			}
			symlink(t, away, path)
		}},
		{"it grows", grow},
		{"it has gone", func() { _ = os.Remove(away) }},
		{"it is back, in its place", func() {
			_ = os.Remove(path)
			testlib.Put(t, root, s.Path(), h.Files()[s.Path()])
		}},
		{"a file of two names is removed", func() {
			if err := os.Remove(filepath.Join(root, filepath.FromSlash(other.Path()))); err != nil {
				t.Fatal(err)
			}
		}},
	} {
		t.Run(step.name, func(t *testing.T) {
			step.do()
			settled(t, l, root)
		})
	}
}

// TestProjectsOfTwoRootsAreThoseOfTheFirst also where something changes in
// them.
func TestProjectsOfTwoRootsAreThoseOfTheFirst(t *testing.T) {
	h := history.New(32, testlib.Begin)
	s := h.Session(testlib.Day())
	s.Turn("first", "one")
	root, second := testlib.Write(t, h), t.TempDir()
	symlink(t, filepath.Join(root, "projects"), filepath.Join(second, "projects"))
	l := testlib.Open(root, second)
	testlib.Watching(t, l)
	before := len(h.Files()[s.Path()])
	s.Turn("second", "two")
	testlib.AppendTo(t, root, s.Path(), h.Files()[s.Path()][before:])
	want := testlib.Answers(t, testlib.Scanned(t, root, second))
	testlib.Until(t, "what is read cold", func() bool { return testlib.Answers(t, l) == want })
	if n := len(l.Doctor().Roots); n != 2 {
		t.Errorf("%d roots", n)
	}
}
