package archive

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"dendro/backend/internal/own"
)

var ctx = context.Background()

// world is a Claude config directory with sessions, and an archive.
type world struct {
	t       *testing.T
	root    string
	archive *Archive
	rng     *rand.Rand
}

func newWorld(t *testing.T, seed uint64) *world {
	t.Helper()
	home := t.TempDir()
	return &world{
		t: t, root: filepath.Join(home, ".claude"), rng: rand.New(rand.NewPCG(seed, 1)),
		archive: New(own.Dir{Path: filepath.Join(home, "data", "archive")}, time.Now),
	}
}

func id(n int) string { return fmt.Sprintf("%08x-1111-4222-8333-%012x", n, n) }

func transcriptOf(session string) string { return "projects/-p/" + session + ".jsonl" }

// lines returns records of a session, some of them long.
func (w *world) lines(session string, n int) []byte {
	var b bytes.Buffer
	for i := range n {
		text := make([]byte, 40+w.rng.IntN(2000))
		for j := range text {
			text[j] = "abcdefghij klmnopqrstuvwxyz{}0123456789"[w.rng.IntN(39)]
		}
		fmt.Fprintf(&b, `{"type":"user","uuid":"%08d","sessionId":"%s","text":"%s"}`+"\n", i, session, text)
	}
	return b.Bytes()
}

func (w *world) at(rel string) string { return filepath.Join(w.root, filepath.FromSlash(rel)) }

func (w *world) write(rel string, data []byte) {
	w.t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(w.at(rel)), 0o700), os.WriteFile(w.at(rel), data, 0o600)); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) read(root, rel string) []byte {
	w.t.Helper()
	data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(rel)))
	if err != nil {
		w.t.Fatal(err)
	}
	return data
}

// session writes a session with files in every place, and returns them.
func (w *world) session(n int) (string, map[string][]byte) {
	w.t.Helper()
	s := id(n)
	files := map[string][]byte{
		transcriptOf(s): w.lines(s, 20+w.rng.IntN(60)),
		"projects/-p/" + s + "/subagents/agent-a1.jsonl":     w.lines(s, 8),
		"projects/-p/" + s + "/subagents/agent-a1.meta.json": []byte(`{"agentType":"Explore"}`),
		"projects/-p/" + s + "/tool-results/out.txt":         w.lines(s, 3),
		"file-history/" + s + "/0123@v1":                     []byte("package main\n"),
		"todos/" + s + "-agent-" + s + ".json":               []byte("[]"),
		"tasks/" + s + "/1.json":                             []byte(`{"id":"1"}`),
	}
	for p, data := range files {
		w.write(p, data)
	}
	return s, files
}

func (w *world) source(session string) Source {
	return Source{Path: transcriptOf(session), Session: Session{ID: session, Root: w.root, Why: ByHand}}
}

func (w *world) tryKeep(src Source) (Added, error) {
	w.t.Helper()
	batch, err := w.archive.Batch(0)
	if err != nil {
		w.t.Fatal(err)
	}
	return batch.Keep(ctx, src)
}

func (w *world) keep(session string) Added {
	w.t.Helper()
	added, err := w.tryKeep(w.source(session))
	if err != nil {
		w.t.Fatal(err)
	}
	return added
}

// only returns the kept session with this id.
func (w *world) only(session string) *Session {
	w.t.Helper()
	all, err := w.archive.Sessions(ctx)
	if err != nil {
		w.t.Fatal(err)
	}
	i := slices.IndexFunc(all, func(s *Session) bool { return s.ID == session })
	if i < 0 {
		w.t.Fatalf("%s is not kept", session)
	}
	return all[i]
}

// same compares what the archive has of a session with the files.
func (w *world) same(session string, files map[string][]byte) {
	w.t.Helper()
	s := w.only(session)
	for p, data := range files {
		if got := w.read(w.archive.RootOf(w.root), p); !bytes.Equal(got, data) {
			w.t.Fatalf("%s differs: %d bytes, not %d", p, len(got), len(data))
		}
		if f, ok := s.file(p); !ok || f.Size != int64(len(data)) {
			w.t.Fatalf("%s is not listed so: %+v", p, f)
		}
	}
	w.whole()
}

// whole fails if the archive has any damage.
func (w *world) whole() {
	w.t.Helper()
	if damage, err := w.archive.Verify(ctx); err != nil || len(damage) > 0 {
		w.t.Fatalf("%+v, %v", damage, err)
	}
}

// tree returns all files below a directory.
func tree(t *testing.T, dir string) []string {
	t.Helper()
	var all []string
	err := filepath.WalkDir(dir, func(p string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			rel, _ := filepath.Rel(dir, p)
			all = append(all, filepath.ToSlash(rel))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(all)
	return all
}

func TestKeepIsADirectoryLikeClaudes(t *testing.T) {
	w := newWorld(t, 1)
	s, files := w.session(1)
	old := time.Now().Add(-40 * 24 * time.Hour).Truncate(time.Second)
	if err := os.Chtimes(w.at(transcriptOf(s)), old, old); err != nil {
		t.Fatal(err)
	}
	added := w.keep(s)
	if added.Unchanged || added.Stored+added.Cloned != added.Session.Bytes() {
		t.Errorf("%+v", added)
	}
	w.same(s, files)
	want := []string{"projects/-p/" + s + ".kept.json", "root.json"}
	for p := range files {
		want = append(want, p)
	}
	slices.Sort(want)
	dir := w.archive.RootOf(w.root)
	if got := tree(t, dir); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	info, err := os.Stat(filepath.Join(dir, filepath.FromSlash(transcriptOf(s))))
	if err != nil || !info.ModTime().Equal(old) || os.PathSeparator == '/' && info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	if text := string(w.read(w.archive.Dir(), Readme)); strings.Count(text, "\n") != 5 || !strings.Contains(text, "claude --resume") {
		t.Error(text)
	}
	if roots, err := w.archive.Roots(ctx); err != nil || !slices.Equal(roots, []Root{{dir, w.root}}) {
		t.Errorf("%q, %v", roots, err)
	}
	if again := w.keep(s); !again.Unchanged || again.Stored+again.Cloned != 0 {
		t.Errorf("kept again: %+v", again)
	}
}

// TestAGoodCopyIsNeverReplaced: only a file that begins with the kept bytes replaces them.
func TestAGoodCopyIsNeverReplaced(t *testing.T) {
	for name, change := range map[string]func([]byte) []byte{
		"zeros":             func(b []byte) []byte { return make([]byte, len(b)) },
		"a block of zeros":  func(b []byte) []byte { return append(make([]byte, 4096), b[4096:]...) },
		"another talk":      func(b []byte) []byte { return append([]byte("{}\n"), b...) },
		"a beginning lost":  func(b []byte) []byte { return append(b[100:], b...) },
		"other bytes":       func(b []byte) []byte { b = bytes.Clone(b); b[len(b)/2] ^= 1; return b },
		"smaller and other": func([]byte) []byte { return []byte("{}\n") },
	} {
		for _, side := range []string{"", "/subagents/agent-a1.jsonl", "/tool-results/out.txt"} {
			t.Run(name+side, func(t *testing.T) {
				w := newWorld(t, 2)
				s, files := w.session(1)
				p := transcriptOf(s)
				if side != "" {
					p = "projects/-p/" + s + side
				}
				files[p] = w.lines(s, 40)
				w.write(p, files[p])
				w.keep(s)
				before, err := os.Stat(w.at(p))
				if err != nil {
					t.Fatal(err)
				}
				changed := change(bytes.Clone(files[p]))
				w.write(p, changed)
				if err := os.Chtimes(w.at(p), before.ModTime(), before.ModTime()); err != nil {
					t.Fatal(err)
				}
				added := w.keep(s)
				if len(added.Replaced) != 1 || added.Replaced[0].Of != p {
					t.Fatalf("%+v", added)
				}
				if got := w.read(w.archive.RootOf(w.root), added.Replaced[0].Path); !bytes.Equal(got, files[p]) {
					t.Error("the older version is not what was kept")
				}
				older := files[p]
				files[p] = changed
				w.same(s, files)
				if again := w.keep(s); !again.Unchanged {
					t.Errorf("kept again: %+v", again)
				}
				// A version that is continued, or is there again, needs no file of its own.
				files[p] = append(bytes.Clone(older), "more\n"...)
				w.write(p, files[p])
				if added = w.keep(s); len(added.Session.Older()) != 1 {
					t.Errorf("%+v", added.Session.Older())
				}
				w.same(s, files)
			})
		}
	}
}

func TestAFileThatWasCutReplacesNothing(t *testing.T) {
	w := newWorld(t, 3)
	s, files := w.session(1)
	w.keep(s)
	for _, p := range []string{transcriptOf(s), "file-history/" + s + "/0123@v1"} {
		for _, n := range []int{0, len(files[p]) / 2} {
			w.write(p, files[p][:n])
			if added := w.keep(s); len(added.Shorter) != 1 || len(added.Session.Older()) > 0 {
				t.Errorf("%+v", added)
			}
			w.same(s, files)
		}
		w.write(p, files[p])
	}
}

// TestVersions: three older versions are kept unasked, more only when that is asked for. What
// Claude Code writes anew at each change loses its oldest version.
func TestVersions(t *testing.T) {
	w := newWorld(t, 4)
	s, _ := w.session(1)
	todos := "todos/" + s + "-agent-" + s + ".json"
	w.keep(s)
	for i := range 4 {
		w.write(transcriptOf(s), fmt.Appendf(nil, `{"talk":%d}`, i))
		w.write(todos, fmt.Appendf(nil, `[%d]`, i))
		added := w.keep(s)
		refused := slices.ContainsFunc(added.Unkept, func(u Unkept) bool { return u.Path == transcriptOf(s) && errors.Is(u.Cause, errVersions) })
		if refused != (i == 3) || len(added.Unkept) > 1 {
			t.Errorf("%d: %+v", i, added.Unkept)
		}
	}
	if n := len(w.only(s).Older()); n != 6 {
		t.Errorf("%d older versions", n)
	}
	w.whole()
	src := w.source(s)
	src.More = true
	if added, err := w.tryKeep(src); err != nil || len(added.Session.Older()) != 7 {
		t.Errorf("%+v, %v", added, err)
	}
	w.whole()
}

func TestDropRemovesFromTheDisk(t *testing.T) {
	w := newWorld(t, 5)
	s, files := w.session(1)
	other, others := w.session(2)
	w.write("plans/shared.md", []byte("a plan"))
	for _, each := range []string{s, other} {
		src := w.source(each)
		src.Beside = []string{"plans/shared.md"}
		if _, err := w.tryKeep(src); err != nil {
			t.Fatal(err)
		}
	}
	w.write(transcriptOf(s), []byte("{}\n"))
	w.keep(s)
	size, err := w.archive.Size()
	if err != nil {
		t.Fatal(err)
	}
	freed, err := w.archive.Drop(ctx, []string{w.only(s).Key()})
	if err != nil {
		t.Fatal(err)
	}
	if now, err := w.archive.Size(); err != nil || size-now < freed || freed < int64(len(files[transcriptOf(s)])) {
		t.Errorf("%d freed, %d smaller, %v", freed, size-now, err)
	}
	for _, p := range tree(t, w.archive.Dir()) {
		if strings.Contains(p, s) || strings.HasPrefix(p, workDir) {
			t.Errorf("%s is there", p)
		}
	}
	others["plans/shared.md"] = []byte("a plan")
	w.same(other, others)
	if again, err := w.archive.Drop(ctx, []string{KeyOf(nameOf(w.root), transcriptOf(s))}); err != nil || again != 0 {
		t.Errorf("%d, %v", again, err)
	}
	if _, err := w.archive.Drop(ctx, []string{w.only(other).Key()}); err != nil {
		t.Fatal(err)
	}
	if got := tree(t, w.archive.Dir()); !slices.Equal(got, []string{Readme, nameOf(w.root) + "/" + rootFile}) {
		t.Errorf("%q", got)
	}
}

// TestFilesThatAreGoneStay: Claude Code deletes files beside a transcript, too.
func TestFilesThatAreGoneStay(t *testing.T) {
	w := newWorld(t, 6)
	s, files := w.session(1)
	w.keep(s)
	if err := os.RemoveAll(w.at("file-history")); err != nil {
		t.Fatal(err)
	}
	files[transcriptOf(s)] = append(files[transcriptOf(s)], "{}\n"...)
	w.write(transcriptOf(s), files[transcriptOf(s)])
	w.keep(s)
	w.same(s, files)
}
