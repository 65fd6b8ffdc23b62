package session_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"dendro/backend/catalog"
	"dendro/backend/internal/history"
	"dendro/backend/internal/testlib"
	"dendro/backend/library"
	"dendro/backend/scan"
	"dendro/backend/session"
)

// newer is the version of a client that can load a file.
const newer = "2.1.330"

// TestResumePointAfterACommand: a command's output is quoted without its tags.
func TestResumePointAfterACommand(t *testing.T) {
	h := history.New(43, testlib.Begin)
	s := h.Session(testlib.Day())
	s.Turn("first", "one")
	s.LocalCommand("/cost", "", "Total cost: $0.41")
	l := testlib.Scanned(t, testlib.Write(t, h))
	to, err := l.Threads.ResumePoint(t.Context(), session.Point{Session: s.ID, Client: newer})
	if err != nil || to.After != "Total cost: $0.41" {
		t.Errorf("it goes on after %q: %v", to.After, err)
	}
}

func TestWriteChain(t *testing.T) {
	h := history.New(41, testlib.Begin)
	s := h.Session(testlib.Day())
	s.Turn("first", "one")
	kept := len(h.Files()[s.Path()])
	s.Turn("second", "two")
	root := testlib.Write(t, h)
	l := testlib.Scanned(t, root)
	leaf := func() session.ResumePoint {
		t.Helper()
		to, err := l.Threads.ResumePoint(t.Context(), session.Point{Session: s.ID, Client: newer})
		if err != nil {
			t.Fatal(err)
		}
		return to
	}()
	if !leaf.Plain || leaf.Messages != 4 || leaf.After != "two" || leaf.Kind != "reply" {
		t.Errorf("the session as it is: %+v", leaf)
	}
	at := session.Point{Session: s.ID, Record: leaf.Loads[1], Client: newer}
	path := filepath.Join(t.TempDir(), "chains", "new.jsonl")
	to, err := l.Chains.Write(t.Context(), at, path)
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
	if _, err := l.Chains.Write(t.Context(), at, path); err == nil {
		t.Error("a file that was there is written over")
	}
	if _, err := l.Chains.Write(t.Context(), at, filepath.Join(root, "projects", "x", "new.jsonl")); err == nil {
		t.Error("it is written below a Claude directory")
	}
}

func TestResumePointBefore(t *testing.T) {
	h := history.New(42, testlib.Begin)
	s := h.Session(testlib.Day())
	s.Turn("first", "one")
	s.Turn("second question", "two")
	l := testlib.Scanned(t, testlib.Write(t, h))
	whole, err := l.Threads.ResumePoint(t.Context(), session.Point{Session: s.ID, Client: newer})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name string
		at   session.Point
		want session.ResumePoint
	}{
		{"before a prompt", session.Point{Record: whole.Loads[2], Before: true}, session.ResumePoint{Leaf: whole.Loads[1], After: "one", Kind: "reply", Messages: 2, Loads: whole.Loads[:2], Prompt: "second question"}},
		{"before the first", session.Point{Record: whole.Loads[0], Before: true}, session.ResumePoint{Loads: []string{}, Prompt: "first"}},
		{"behind its answer", session.Point{Record: whole.Loads[0], Tip: whole.Leaf, Turn: true}, session.ResumePoint{Leaf: whole.Loads[1], After: "one", Kind: "reply", Messages: 2, Loads: whole.Loads[:2]}},
		{"behind the last answer", session.Point{Record: whole.Loads[2], Tip: whole.Leaf, Turn: true}, session.ResumePoint{Leaf: whole.Leaf, After: "two", Kind: "reply", Messages: 4, Loads: whole.Loads, Plain: true}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.at.Session, tt.at.Client = s.ID, newer
			got, err := l.Threads.ResumePoint(t.Context(), tt.at)
			if err != nil {
				t.Fatal(err)
			}
			got.Tokens = 0
			if diff := cmp.Diff(tt.want, got, cmpopts.IgnoreUnexported(session.ResumePoint{})); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// chainStage is a session whose earlier part is a chain in a directory of Dendro's own.
type chainStage struct {
	root, dir string
	session   *history.Session
	at        session.Point
	l         *library.Library
}

func newChainStage(t *testing.T) *chainStage {
	t.Helper()
	h := history.New(43, testlib.Begin)
	s := h.Session(testlib.Day())
	s.Turn("first", "one")
	s.Turn("second", "two")
	v := &chainStage{root: testlib.Write(t, h), dir: filepath.Join(t.TempDir(), "continue"), session: s}
	v.open(t, v.dir)
	to, err := v.l.Threads.ResumePoint(t.Context(), session.Point{Session: s.ID, Client: newer})
	if err != nil {
		t.Fatal(err)
	}
	v.at = session.Point{Session: s.ID, Record: to.Loads[1], Client: newer}
	return v
}

// open reads the history anew, with a directory for chains.
func (v *chainStage) open(t *testing.T, chains string) {
	t.Helper()
	v.l = library.New(library.Options{Options: catalog.Options{
		Roots: []scan.Root{{Path: v.root}}, Now: func() time.Time { return testlib.Begin.AddDate(0, 0, 10) },
	}, Chains: chains})
	if err := v.l.Catalog.Scan(t.Context(), false); err != nil {
		t.Fatal(err)
	}
}

// write writes a chain that is as old as it is said to be.
func (v *chainStage) write(t *testing.T, id string, age time.Duration) {
	t.Helper()
	path := filepath.Join(v.dir, id+".jsonl")
	if _, err := v.l.Chains.Write(t.Context(), v.at, path); err != nil {
		t.Fatal(err)
	}
	touch(t, path, age)
}

// touch makes a file as old as it is said to be.
func touch(t *testing.T, path string, age time.Duration) {
	t.Helper()
	at := testlib.Begin.AddDate(0, 0, 10).Add(-age)
	if err := os.Chtimes(path, at, at); err != nil {
		t.Fatal(err)
	}
}

func (v *chainStage) left(t *testing.T) []string {
	t.Helper()
	left, err := fs.Glob(os.DirFS(v.dir), "*")
	if err != nil {
		t.Fatal(err)
	}
	return left
}

const (
	someID  = "00000000-0000-4000-8000-000000000001"
	otherID = "00000000-0000-4000-8000-000000000002"
	thirdID = "00000000-0000-4000-8000-000000000003"
)

func TestSweepChains(t *testing.T) {
	v := newChainStage(t)
	v.write(t, v.session.ID, time.Hour) // its session holds more
	v.write(t, someID, time.Hour)
	v.write(t, otherID, 25*time.Hour)
	v.write(t, thirdID, 25*time.Hour)
	testlib.Put(t, v.dir, "notes.txt", []byte("x"))
	testlib.Put(t, v.dir, thirdID+".jsonl", []byte("{}\n")) // changed since
	for _, name := range []string{"notes.txt", thirdID + ".jsonl"} {
		touch(t, filepath.Join(v.dir, name), 25*time.Hour)
	}
	if err := v.l.Chains.Sweep(); err != nil {
		t.Fatal(err)
	}
	want := []string{someID + ".jsonl", someID + ".sum", thirdID + ".jsonl", thirdID + ".sum", "notes.txt"}
	if diff := cmp.Diff(want, v.left(t)); diff != "" {
		t.Errorf("left (-want +got):\n%s", diff)
	}
	for _, dir := range []string{"", filepath.Join(v.dir, "none")} {
		v.open(t, dir)
		if err := v.l.Chains.Sweep(); err != nil {
			t.Error(err)
		}
	}
}

// TestSweepServed: the chain of a session that goes on goes at once, and no other.
func TestSweepServed(t *testing.T) {
	v := newChainStage(t)
	v.write(t, v.session.ID, time.Hour)
	v.write(t, someID, time.Hour)
	for _, tt := range []struct {
		changed []string
		want    []string
	}{
		{[]string{otherID}, []string{someID + ".jsonl", someID + ".sum", v.session.ID + ".jsonl", v.session.ID + ".sum"}},
		{[]string{someID, v.session.ID}, []string{someID + ".jsonl", someID + ".sum"}},
	} {
		if err := v.l.Chains.SweepServed(tt.changed); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tt.want, v.left(t)); diff != "" {
			t.Errorf("after a change of %v (-want +got):\n%s", tt.changed, diff)
		}
	}
}

// TestClearCacheRemovesChains, whether they have served or not, also those of versions that
// wrote no seals, and nothing else.
func TestClearCacheRemovesChains(t *testing.T) {
	v := newChainStage(t)
	v.write(t, someID, time.Minute)
	for _, name := range []string{otherID + ".jsonl", "notes.jsonl", someID + ".txt"} {
		testlib.Put(t, v.dir, name, []byte("{}\n"))
	}
	if err := os.Mkdir(filepath.Join(v.dir, v.session.ID+".jsonl"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := v.l.ClearCache(); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{someID + ".txt", v.session.ID + ".jsonl", "notes.jsonl"}, v.left(t)); diff != "" {
		t.Errorf("left (-want +got):\n%s", diff)
	}
}

// TestSweepChainsDeletesNothingElse: the directory is a link to transcripts that nothing
// has written to for a day, or is a directory of such files.
func TestSweepChainsDeletesNothingElse(t *testing.T) {
	v := newChainStage(t)
	project := filepath.Dir(filepath.Join(v.root, filepath.FromSlash(v.session.Path())))
	plain := t.TempDir()
	for _, dir := range []string{project, plain} {
		testlib.Put(t, dir, someID+".jsonl", []byte("{}\n"))
		touch(t, filepath.Join(dir, someID+".jsonl"), 100*time.Hour)
	}
	for name, target := range map[string]string{"project": project, "plain": plain} {
		link := filepath.Join(t.TempDir(), "continue")
		if err := os.Symlink(target, link); err != nil {
			t.Skip("no links can be made here:", err)
		}
		for _, dir := range []string{link, target} {
			v.open(t, dir)
			err := v.l.Chains.Sweep()
			if refused := dir != plain; (err != nil) != refused {
				t.Errorf("%s: %v", name, err)
			}
		}
		if _, err := v.l.Chains.Write(t.Context(), v.at, filepath.Join(link, otherID+".jsonl")); err == nil {
			t.Errorf("%s: a chain is written through a link", name)
		}
		if _, err := os.Stat(filepath.Join(target, someID+".jsonl")); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
