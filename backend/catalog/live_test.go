package catalog_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"dendro/backend/internal/history"
	"dendro/backend/internal/testlib"
	"dendro/backend/internal/tests"
	"dendro/backend/library"
)

// settled waits until a library that follows its root answers as one that
// reads the same bytes for the first time.
func settled(t *testing.T, l *library.Library, root string) {
	t.Helper()
	want := testlib.Answers(t, testlib.Scanned(t, root))
	got := ""
	defer func() {
		if t.Failed() && got != "" {
			t.Log(testlib.Difference(t, want, got))
		}
	}()
	testlib.Until(t, "the state that is read cold", func() bool {
		got = testlib.Answers(t, l)
		return got == want
	})
}

// TestEveryChangeOnDiskIsFollowed plays what happens to a directory that
// claude works in; after each step the library must answer as a cold one.
func TestEveryChangeOnDiskIsFollowed(t *testing.T) {
	h := history.New(7, testlib.Begin)
	s := h.Session(testlib.Day())
	s.Turn("first", "one")
	s.Call(history.Bash("ls", "List", "a\nb", 0, 0))
	s.EndTurn()
	other := h.Session(testlib.Day())
	other.Turn("something else", "yes")
	root := testlib.Write(t, h)
	l := testlib.Open(root)
	testlib.Watching(t, l)
	settled(t, l, root)

	sync := func(skip ...string) { // brings the directory to where the history is
		t.Helper()
		for name, data := range h.Files() {
			path := filepath.Join(root, filepath.FromSlash(name))
			old, err := os.ReadFile(path)
			switch {
			case len(skip) > 0 && name == skip[0]:
			case err == nil && bytes.HasPrefix(data, old):
				testlib.AppendTo(t, root, name, data[len(old):])
			case !bytes.Equal(old, data):
				testlib.Put(t, root, name, data)
			}
		}
	}
	whole := func(name string) []byte { return h.Files()[name] }
	var fork *history.Session
	steps := []struct {
		name string
		do   func()
	}{
		{"an appended turn", func() { s.Turn("second", "two"); sync() }},
		{"half a record", func() {
			s.Turn("third", "three")
			rest := whole(s.Path())
			old, err := os.ReadFile(filepath.Join(root, s.Path()))
			if err != nil {
				t.Fatal(err)
			}
			testlib.AppendTo(t, root, s.Path(), rest[len(old):len(old)+100])
		}},
		{"its other half", func() { sync() }},
		{"a fork", func() {
			fork = s.Fork(history.Copying{Form: history.F5})
			fork.Turn("another way", "indeed")
			sync()
		}},
		{"a rewind", func() {
			s.Rewind(s.Prompts()[1])
			s.Turn("second, once more", "better")
			sync()
		}},
		{"an agent with its directory", func() {
			s.Prompt("explore")
			s.Agent(history.AgentSpec{Type: "Explore", Description: "look", Prompt: "look around"}, func(a *history.Agent) {
				a.Call(history.Bash("ls", "List", "a", 0, 0))
				a.Reply("seen")
			})
			s.Reply("thanks")
			sync()
		}},
		{"a project of its own", func() {
			o := testlib.Day()
			o.Cwd = "/home/ada/elsewhere"
			h.Session(o).Turn("new here", "welcome")
			sync()
		}},
		{"a file that is rewritten shorter", func() {
			data := whole(other.Path())
			testlib.Put(t, root, other.Path(), data[:bytes.IndexByte(data, '\n')+1])
		}},
		{"a file that is replaced by rename", func() {
			path := filepath.Join(root, filepath.FromSlash(other.Path()))
			if err := os.WriteFile(path+".tmp", whole(other.Path()), 0o644); err != nil {
				t.Fatal(err)
			}
			if err := os.Rename(path+".tmp", path); err != nil {
				t.Fatal(err)
			}
		}},
		{"a renamed file", func() {
			path := filepath.Join(root, filepath.FromSlash(other.Path()))
			if err := os.Rename(path, filepath.Join(filepath.Dir(path), "by-hand.jsonl")); err != nil {
				t.Fatal(err)
			}
		}},
		{"a removed file", func() {
			if err := os.Remove(filepath.Join(root, filepath.FromSlash(fork.Path()))); err != nil {
				t.Fatal(err)
			}
		}},
		{"a removed project", func() {
			if err := os.RemoveAll(filepath.Dir(filepath.Join(root, filepath.FromSlash(s.Path())))); err != nil {
				t.Fatal(err)
			}
		}},
		{"everything back", func() { sync() }},
	}
	for _, step := range steps {
		t.Run(step.name, func(t *testing.T) {
			step.do()
			settled(t, l, root)
		})
	}
}

// TestRandomHistoriesGrowAsTheyAreRead cuts every file of a random history at
// random places and brings it back in pieces.
func TestRandomHistoriesGrowAsTheyAreRead(t *testing.T) {
	for seed := range uint64(max(1, tests.Cases(4))) {
		draw := testlib.NewDraw(seed)
		h, _ := history.Random(draw, 25)
		files := h.Files()
		root := t.TempDir()
		at := map[string]int{}
		for name, data := range files {
			at[name] = draw.IntN(len(data) + 1)
			testlib.Put(t, root, name, data[:at[name]])
		}
		l := testlib.Open(root)
		if err := l.Catalog.Scan(t.Context(), true); err != nil {
			t.Fatal(err)
		}
		for round := range 3 {
			for name, data := range files {
				n := draw.IntN(len(data) - at[name] + 1)
				if round == 2 {
					n = len(data) - at[name]
				}
				testlib.AppendTo(t, root, name, data[at[name]:at[name]+n])
				at[name] += n
			}
			if err := l.Catalog.Scan(t.Context(), false); err != nil {
				t.Fatal(err)
			}
			if diff := testlib.Difference(t, testlib.Answers(t, testlib.Scanned(t, root)), testlib.Answers(t, l)); diff != "" {
				t.Fatalf("seed %d, round %d: %s", seed, round, diff)
			}
		}
	}
}
