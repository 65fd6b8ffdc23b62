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
	"dendro/backend/internal/tests"
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

func (w *world) write(rel string, data []byte) {
	w.t.Helper()
	at := filepath.Join(w.root, filepath.FromSlash(rel))
	if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o700), os.WriteFile(at, data, 0o600)); err != nil {
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

func (w *world) keep(session string) Added {
	w.t.Helper()
	added, err := w.archive.Keep(ctx, Source{Session: Session{ID: session, Root: w.root, Why: ByHand}}, transcriptOf(session), 0)
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
	s, err := w.archive.Get(ctx, all[i].Key())
	if err != nil {
		w.t.Fatal(err)
	}
	return s
}

// same compares what the archive has of a session with the files.
func (w *world) same(session string, files map[string][]byte) {
	w.t.Helper()
	s := w.only(session)
	if len(s.Files) != len(files) {
		w.t.Fatalf("%d files are kept, not %d", len(s.Files), len(files))
	}
	for _, f := range s.Files {
		var b bytes.Buffer
		if err := w.archive.Copy(ctx, &b, s, f); err != nil {
			w.t.Fatal(f.Path, err)
		}
		if !bytes.Equal(b.Bytes(), files[f.Path]) {
			w.t.Fatalf("%s differs: %d bytes, not %d", f.Path, b.Len(), len(files[f.Path]))
		}
	}
}

// reopened returns the archive as another process sees it.
func (w *world) reopened() *Archive { return New(w.archive.dir, time.Now) }

// session writes a session with files of all kinds.
func (w *world) session(n int) (string, map[string][]byte) {
	s := id(n)
	files := map[string][]byte{
		transcriptOf(s): w.lines(s, 300),
		"projects/-p/" + s + "/subagents/agent-a1.jsonl": w.lines(s, 50),
		"projects/-p/" + s + "/tool-results/out.txt":     w.lines("", 20),
		"file-history/" + s + "/0123abcd@v1":             []byte("package main\n"),
		"todos/" + s + "-agent-" + s + ".json":           []byte("[]"),
		"tasks/" + s + "/1.json":                         []byte("{}"),
	}
	for p, data := range files {
		w.write(p, data)
	}
	return s, files
}

func TestKeepsAllFilesOfASession(t *testing.T) {
	w := newWorld(t, 1)
	s, files := w.session(1)
	w.write("projects/-p/"+id(2)+".jsonl", w.lines(id(2), 3))
	w.write("file-history/"+id(2)+"/x@v1", []byte("of another session"))
	w.keep(s)
	w.same(s, files)
	w.archive = w.reopened()
	w.same(s, files)
	if added := w.keep(s); !added.Unchanged || added.Stored != 0 {
		t.Errorf("an unchanged session was stored again: %+v", added)
	}
	for _, name := range []string{"", "00000001.pack", lockFile} {
		info, err := os.Stat(filepath.Join(w.archive.Dir(), name))
		if err != nil || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%q: %v, %v", name, info, err)
		}
	}
}

func TestStoresOnlyWhatCame(t *testing.T) {
	w := newWorld(t, 2)
	s := id(1)
	first := w.lines(s, 2000)
	w.write(transcriptOf(s), first)
	whole := w.keep(s).Stored
	grown := append(slices.Clone(first), w.lines(s, 20)...)
	w.write(transcriptOf(s), grown)
	if added := w.keep(s); added.Stored > whole/5 {
		t.Errorf("1 %% more cost %d of %d bytes", added.Stored, whole)
	}
	w.same(s, map[string][]byte{transcriptOf(s): grown})
	var copies int64
	for n := 2; n < 22; n++ { // as a resume copies a session: with its own id in each record
		w.write(transcriptOf(id(n)), bytes.ReplaceAll(grown, []byte(s), []byte(id(n))))
		copies += w.keep(id(n)).Stored
	}
	if copies > whole {
		t.Errorf("20 copies cost %d bytes, one %d", copies, whole)
	}
	for n := 2; n < 22; n++ {
		w.same(id(n), map[string][]byte{transcriptOf(id(n)): bytes.ReplaceAll(grown, []byte(s), []byte(id(n)))})
	}
}

func TestHostileContent(t *testing.T) {
	w := newWorld(t, 3)
	s := id(1)
	for name, content := range map[string][]byte{
		"empty":              {},
		"the placeholder":    bytes.Repeat(append(slices.Clone(placeholder), s...), 9000),
		"half a placeholder": append(w.lines(s, 900), placeholder[:20]...),
		"ends in half an id": append(w.lines(s, 900), s[:20]...),
		"ids only":           []byte(strings.Repeat(s, 50_000)),
		"one line of 9 MB":   append(bytes.Repeat([]byte("x"), 9<<20), s...),
		"magic of an entry":  bytes.Repeat([]byte(magic), 70_000),
		"not compressible": func() []byte {
			b := make([]byte, 3<<20)
			for i := range b {
				b[i] = byte(w.rng.Uint32())
			}
			return b
		}(),
		"placeholder at end":  append(w.lines(s, 10), placeholder...),
		"ids across 4096":     []byte(strings.Repeat("y", 4090) + s + strings.Repeat("z", 4070) + s),
		"ids behind each odd": []byte(strings.Repeat(s[:35], 3000) + strings.Repeat(s, 3000)),
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, 3)
			w.write(transcriptOf(s), content)
			w.keep(s)
			w.same(s, map[string][]byte{transcriptOf(s): content})
		})
	}
}

func TestLinksAreLeftOut(t *testing.T) {
	w := newWorld(t, 4)
	s := id(1)
	w.write(transcriptOf(s), w.lines(s, 3))
	w.write("projects/-p/"+s+"/tool-results/a.txt", []byte("a"))
	secret := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(secret, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(secret, filepath.Join(w.root, "projects", "-p", s, "tool-results", "b.txt")); err != nil {
		t.Skip(err)
	}
	if n := len(w.keep(s).Session.Files); n != 2 {
		t.Errorf("%d files, not 2", n)
	}
}

// TestEveryInterruption cuts the packs at every kind of place, as a crash leaves them.
// Sessions that were kept before are whole, and others can be kept.
func TestEveryInterruption(t *testing.T) {
	tests.Seeds(t, 30, func(t *testing.T, seed uint64) {
		w := newWorld(t, seed)
		a, files := w.session(1)
		w.keep(a)
		before, _ := w.archive.Size()
		b, more := w.session(2)
		w.keep(b)
		after, _ := w.archive.Size()
		at := before + w.rng.Int64N(after-before)
		if err := os.Truncate(w.archive.path(1), at); err != nil {
			t.Fatal(err)
		}
		w.archive = w.reopened()
		w.same(a, files)
		w.keep(b)
		w.archive = w.reopened()
		w.same(a, files)
		w.same(b, more)
	})
}

// TestFlippedBits: damage is found and named, costs only what it hits, and is mended by
// keeping the session again.
func TestFlippedBits(t *testing.T) {
	tests.Seeds(t, 40, func(t *testing.T, seed uint64) {
		w := newWorld(t, seed)
		all := map[string]map[string][]byte{}
		for n := 1; n <= 4; n++ {
			s, files := w.session(n)
			w.keep(s)
			all[s] = files
		}
		pack := w.archive.path(1)
		data, err := os.ReadFile(pack)
		if err != nil {
			t.Fatal(err)
		}
		data[w.rng.IntN(len(data))] ^= 1 << w.rng.IntN(8)
		if err := os.WriteFile(pack, data, 0o600); err != nil {
			t.Fatal(err)
		}
		w.archive = w.reopened()
		damage, err := w.archive.Verify(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if len(damage) > 1 {
			t.Fatalf("one bit damaged %d sessions", len(damage))
		}
		sessions, _ := w.archive.Sessions(ctx)
		if len(sessions) != len(all) {
			t.Fatalf("%d sessions are left", len(sessions))
		}
		for _, s := range sessions {
			named := func(p string) bool {
				return len(damage) == 1 && damage[0].Session.ID == s.ID && slices.Contains(damage[0].Files, p)
			}
			whole := w.only(s.ID)
			for _, f := range whole.Files {
				var b bytes.Buffer
				err := w.archive.Copy(ctx, &b, whole, f)
				if named(f.Path) != (err != nil) {
					t.Fatalf("%s: named %v, read with %v", f.Path, named(f.Path), err)
				}
				if !bytes.HasPrefix(all[s.ID][f.Path], b.Bytes()) || err == nil && b.Len() != len(all[s.ID][f.Path]) {
					t.Fatalf("%s: wrong bytes", f.Path)
				}
			}
		}
		for s, files := range all {
			w.keep(s)
			w.same(s, files)
		}
	})
}

func TestDroppedSessionsMakeRoom(t *testing.T) {
	w := newWorld(t, 5)
	all := map[string]map[string][]byte{}
	for n := 1; n <= 12; n++ {
		s, files := w.session(n)
		w.keep(s)
		all[s] = files
	}
	before, _ := w.archive.Size()
	var keys []string
	for n := 1; n <= 10; n++ {
		keys = append(keys, w.only(id(n)).Key())
		delete(all, id(n))
	}
	freed, err := w.archive.Drop(ctx, keys)
	if err != nil || freed < before/2 {
		t.Fatalf("%d of %d bytes, %v", freed, before, err)
	}
	for _, a := range []*Archive{w.archive, w.reopened()} {
		w.archive = a
		sessions, err := a.Sessions(ctx)
		if err != nil || len(sessions) != len(all) {
			t.Fatalf("%d sessions, %v", len(sessions), err)
		}
		for s, files := range all {
			w.same(s, files)
		}
	}
	w.keep(id(3)) // and can be kept again
	w.archive = w.reopened()
	w.only(id(3))
	if _, err := w.archive.Drop(ctx, []string{"no\x00such"}); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

// TestTwoProcesses: two archives of one directory see and keep what the other one does.
func TestTwoProcesses(t *testing.T) {
	w := newWorld(t, 6)
	other := w.reopened()
	done := make(chan error, 1)
	all := map[string]map[string][]byte{}
	for n := 1; n <= 20; n++ {
		s, files := w.session(n)
		all[s] = files
	}
	go func() {
		for n := 1; n <= 10; n++ {
			if _, err := other.Keep(ctx, Source{Session: Session{ID: id(n), Root: w.root}}, transcriptOf(id(n)), 0); err != nil {
				done <- err
				return
			}
		}
		done <- nil
	}()
	for n := 11; n <= 20; n++ {
		w.keep(id(n))
		if n%5 == 0 {
			if _, err := w.archive.Drop(ctx, []string{w.only(id(n)).Key()}); err != nil {
				t.Fatal(err)
			}
			delete(all, id(n))
		}
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	for s, files := range all {
		w.same(s, files)
	}
}

func TestLimit(t *testing.T) {
	w := newWorld(t, 7)
	s, _ := w.session(1)
	w.keep(s)
	before, _ := w.archive.Size()
	big := id(2)
	w.write(transcriptOf(big), w.lines(big, 3000))
	_, err := w.archive.Keep(ctx, Source{Session: Session{ID: big, Root: w.root}}, transcriptOf(big), before+10_000)
	after, _ := w.archive.Size()
	if !errors.Is(err, ErrFull) || after != before {
		t.Errorf("%v, %d bytes before, %d after", err, before, after)
	}
	w.keep(big)
}
