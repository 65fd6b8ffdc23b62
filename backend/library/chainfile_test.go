package library_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dendro/backend/internal/history"
	"dendro/backend/library"
)

// newer is a client that goes on from a file.
const newer = "2.1.330"

// TestLandingBehindACommand: what a command printed is quoted without what stands around it.
func TestLandingBehindACommand(t *testing.T) {
	h := history.New(43, begin)
	s := h.Session(day())
	s.Turn("first", "one")
	s.LocalCommand("/cost", "", "Total cost: $0.41")
	l := scanned(t, write(t, h))
	to, err := l.Landing(t.Context(), library.Point{Session: s.ID, Client: newer})
	if err != nil || to.After != "Total cost: $0.41" {
		t.Errorf("it goes on after %q: %v", to.After, err)
	}
}

func TestWriteChain(t *testing.T) {
	h := history.New(41, begin)
	s := h.Session(day())
	s.Turn("first", "one")
	kept := len(h.Files()[s.Path()])
	s.Turn("second", "two")
	root := write(t, h)
	l := scanned(t, root)
	leaf := func() library.Landing {
		t.Helper()
		to, err := l.Landing(t.Context(), library.Point{Session: s.ID, Client: newer})
		if err != nil {
			t.Fatal(err)
		}
		return to
	}()
	if !leaf.Plain || leaf.Messages != 4 || leaf.After != "two" || leaf.Kind != "reply" {
		t.Errorf("the session as it is: %+v", leaf)
	}
	at := library.Point{Session: s.ID, Record: leaf.Loads[1], Client: newer}
	path := filepath.Join(t.TempDir(), "chains", "new.jsonl")
	to, err := l.WriteChain(t.Context(), at, path)
	if err != nil {
		t.Fatal(err)
	}
	if to.Plain || to.Messages != 2 || to.After != "one" || to.Leaf != at.Record {
		t.Errorf("landed at %+v", to)
	}
	if diff := cmp.Diff(leaf.Loads[:2], to.Loads); diff != "" {
		t.Errorf("it sends (-before +chain):\n%s", diff)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(text) {
		if !bytes.Contains(h.Files()[s.Path()][:kept], line) {
			t.Errorf("no line of the session: %s", line)
		}
	}
	if info, err := os.Stat(path); err == nil && runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("others may read it: %v", info.Mode())
	}
	if _, err := l.WriteChain(t.Context(), at, path); err == nil {
		t.Error("a file that was there is written over")
	}
	if _, err := l.WriteChain(t.Context(), at, filepath.Join(root, "projects", "x", "new.jsonl")); err == nil {
		t.Error("it is written below a Claude directory")
	}
}

func TestLandingBefore(t *testing.T) {
	h := history.New(42, begin)
	s := h.Session(day())
	s.Turn("first", "one")
	s.Turn("second question", "two")
	l := scanned(t, write(t, h))
	whole, err := l.Landing(t.Context(), library.Point{Session: s.ID, Client: newer})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name string
		at   library.Point
		want library.Landing
	}{
		{"before a prompt", library.Point{Record: whole.Loads[2], Before: true}, library.Landing{Leaf: whole.Loads[1], After: "one", Kind: "reply", Messages: 2, Loads: whole.Loads[:2], Prompt: "second question"}},
		{"before the first", library.Point{Record: whole.Loads[0], Before: true}, library.Landing{Loads: []string{}, Prompt: "first"}},
		{"behind its answer", library.Point{Record: whole.Loads[0], Tip: whole.Leaf, Turn: true}, library.Landing{Leaf: whole.Loads[1], After: "one", Kind: "reply", Messages: 2, Loads: whole.Loads[:2]}},
		{"behind the last answer", library.Point{Record: whole.Loads[2], Tip: whole.Leaf, Turn: true}, library.Landing{Leaf: whole.Leaf, After: "two", Kind: "reply", Messages: 4, Loads: whole.Loads, Plain: true}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.at.Session, tt.at.Client = s.ID, newer
			got, err := l.Landing(t.Context(), tt.at)
			if err != nil {
				t.Fatal(err)
			}
			got.Tokens = 0
			if diff := cmp.Diff(tt.want, got, cmp.FilterPath(func(p cmp.Path) bool { return p.Last().String() == ".records" }, cmp.Ignore())); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestSweepChains(t *testing.T) {
	h := history.New(43, begin)
	s := h.Session(day())
	s.Turn("first", "one")
	before := bytes.Clone(h.Files()[s.Path()])
	s.Turn("second", "two")
	root, dir := write(t, h), t.TempDir()
	l := scanned(t, root)
	place := func(name string, text []byte, age time.Duration) {
		put(t, dir, name, text)
		at := begin.AddDate(0, 0, 10).Add(-age)
		if err := os.Chtimes(filepath.Join(dir, name), at, at); err != nil {
			t.Fatal(err)
		}
	}
	place(s.ID+".jsonl", before, time.Hour) // its session went on
	place("00000000-0000-4000-8000-000000000001.jsonl", before, time.Hour)
	place("00000000-0000-4000-8000-000000000002.jsonl", before, 25*time.Hour)
	place("notes.txt", before, 25*time.Hour)
	if err := l.SweepChains(dir); err != nil {
		t.Fatal(err)
	}
	left, err := fs.Glob(os.DirFS(dir), "*")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"00000000-0000-4000-8000-000000000001.jsonl", "notes.txt"}, left); diff != "" {
		t.Errorf("left (-want +got):\n%s", diff)
	}
	if err := l.SweepChains(filepath.Join(dir, "none")); err != nil {
		t.Error(err)
	}
}
