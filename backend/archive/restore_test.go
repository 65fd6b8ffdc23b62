package archive

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// lose removes everything that Claude Code deletes of a session.
func (w *world) lose(files map[string][]byte) {
	w.t.Helper()
	for p := range files {
		if err := os.Remove(w.at(p)); err != nil {
			w.t.Fatal(err)
		}
	}
}

func (w *world) request(session string) RestoreRequest {
	w.t.Helper()
	return RestoreRequest{Session: w.only(session), Root: w.root}
}

func TestRestorePutsEverythingBack(t *testing.T) {
	w := newWorld(t, 8)
	s, files := w.session(1)
	w.keep(s)
	before := tree(t, w.root)
	w.lose(files)
	plan, err := w.archive.PlanRestore(ctx, w.request(s))
	if err != nil || len(plan.Paths) != len(files) || plan.Bytes == 0 || len(tree(t, w.root)) != 0 {
		t.Fatalf("the plan: %+v, %v", plan, err)
	}
	done, err := w.archive.Restore(ctx, w.request(s))
	if err != nil || !slices.Equal(done.Paths, plan.Paths) {
		t.Fatalf("%+v, %v", done, err)
	}
	if got := tree(t, w.root); !slices.Equal(got, before) {
		t.Errorf("restored %v\nnot %v", got, before)
	}
	for p, data := range files {
		if !bytes.Equal(w.read(w.root, p), data) {
			t.Errorf("%s differs", p)
		}
	}
	if last := done.Paths[len(done.Paths)-1]; !strings.HasSuffix(last, s+".jsonl") {
		t.Errorf("the transcript is not the last: %s", last)
	}
	info, err := os.Stat(w.at(transcriptOf(s)))
	if err != nil || time.Since(info.ModTime()) > time.Minute || info.Mode().Perm() != 0o600 && os.PathSeparator == '/' {
		t.Errorf("%v, %v", info, err)
	}
	again, err := w.archive.Restore(ctx, w.request(s))
	if err != nil || len(again.Paths) != 0 || len(again.There) != len(files) {
		t.Errorf("a second restore: %+v, %v", again, err)
	}
}

// TestRestoreReplacesNothing: whatever is in the way of any file, nothing is written.
func TestRestoreReplacesNothing(t *testing.T) {
	w := newWorld(t, 9)
	s, files := w.session(1)
	w.keep(s)
	w.lose(files)
	for p := range files {
		at := w.at(p)
		for what, put := range map[string]func() error{
			"another file":     func() error { return os.WriteFile(at, []byte("other"), 0o600) },
			"a directory":      func() error { return os.Mkdir(at, 0o700) },
			"a dangling link":  func() error { return os.Symlink(filepath.Join(t.TempDir(), "none"), at) },
			"a link elsewhere": func() error { return os.Symlink(t.TempDir(), at) },
		} {
			if err := put(); err != nil {
				t.Fatal(what, err)
			}
			before := tree(t, w.root)
			if _, err := w.archive.Restore(ctx, w.request(s)); !errors.Is(err, ErrExists) {
				t.Errorf("%s at %s: %v", what, p, err)
			}
			if after := tree(t, w.root); !slices.Equal(before, after) {
				t.Errorf("%s at %s: %v", what, p, after)
			}
			if err := os.Remove(at); err != nil {
				t.Fatal(err)
			}
		}
	}
	// Directories that are links to elsewhere are not followed.
	elsewhere := t.TempDir()
	if err := errors.Join(os.RemoveAll(w.at("file-history")), os.Symlink(elsewhere, w.at("file-history"))); err != nil {
		t.Fatal(err)
	}
	if _, err := w.archive.Restore(ctx, w.request(s)); !errors.Is(err, ErrExists) || len(tree(t, elsewhere)) > 0 {
		t.Errorf("through a link: %v", err)
	}
}

// TestRestoreMovesAStubToTheArchive: the file in the way is kept before it makes room.
func TestRestoreMovesAStubToTheArchive(t *testing.T) {
	w := newWorld(t, 10)
	s, files := w.session(1)
	w.keep(s)
	stub := []byte(`{"type":"ai-title"}` + "\n")
	w.write(transcriptOf(s), stub)
	if _, err := w.archive.Restore(ctx, w.request(s)); !errors.Is(err, ErrExists) {
		t.Errorf("without being asked: %v", err)
	}
	r := w.request(s)
	r.Aside = true
	done, err := w.archive.Restore(ctx, r)
	if err != nil || done.Aside != w.at(transcriptOf(s)) || !bytes.Equal(w.read(w.root, transcriptOf(s)), files[transcriptOf(s)]) {
		t.Fatalf("%+v, %v", done, err)
	}
	older := w.only(s).Older()
	if len(older) != 1 || !bytes.Equal(w.read(w.archive.RootOf(w.root), older[0].Path), stub) {
		t.Errorf("%+v", older)
	}
	for _, p := range tree(t, w.root) {
		if strings.Contains(p, ".dendro-") {
			t.Errorf("%s is left", p)
		}
	}
	w.whole()
	// A restore that was killed on the way left these names.
	const ended = "1999999999-0123abcd"
	if err := errors.Join(os.Rename(w.at(transcriptOf(s)), w.at(transcriptOf(s))+outOfWay+ended), os.WriteFile(w.at(transcriptOf(s))+unfinished+ended, nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	if _, err := w.archive.Restore(ctx, w.request(s)); err != nil || len(tree(t, w.root)) != len(files) {
		t.Errorf("%v, %v", tree(t, w.root), err)
	}
}

// TestRestoreTakesWhatIsWhole: a file beside the transcript that a crash left as zeros is
// restored as it was before, and a version of the transcript if it is asked for.
func TestRestoreTakesWhatIsWhole(t *testing.T) {
	w := newWorld(t, 11)
	s, files := w.session(1)
	w.keep(s)
	agent := "projects/-p/" + s + "/subagents/agent-a1.jsonl"
	w.write(agent, make([]byte, len(files[agent])))
	other := []byte("{\"another\":\"talk\"}\n")
	w.write(transcriptOf(s), other)
	w.keep(s)
	w.lose(files)
	r := w.request(s)
	for _, f := range r.Session.Older() {
		if f.Of == transcriptOf(s) {
			r.Transcript = f.Path
		}
	}
	if _, err := w.archive.Restore(ctx, r); err != nil {
		t.Fatal(err)
	}
	for p, data := range files {
		if !bytes.Equal(w.read(w.root, p), data) {
			t.Errorf("%s differs", p)
		}
	}
}

// TestADamagedFileIsNotRestored: nothing of its session is.
func TestADamagedFileIsNotRestored(t *testing.T) {
	w := newWorld(t, 12)
	s, files := w.session(1)
	w.keep(s)
	w.lose(files)
	at := filepath.Join(w.archive.RootOf(w.root), filepath.FromSlash(transcriptOf(s)))
	data := w.read(w.archive.RootOf(w.root), transcriptOf(s))
	data[len(data)/2] ^= 1
	if err := os.WriteFile(at, data, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := w.archive.Restore(ctx, w.request(s)); !errors.Is(err, ErrDamaged) || len(tree(t, w.root)) > 0 {
		t.Errorf("%v, %v", tree(t, w.root), err)
	}
}

// TestAListWithForeignFilesIsDamaged: the paths in a list are checked before anything is read
// or written.
func TestAListWithForeignFilesIsDamaged(t *testing.T) {
	w := newWorld(t, 13)
	s, _ := w.session(1)
	w.keep(s)
	list := filepath.Join(w.archive.RootOf(w.root), "projects", "-p", s+listSuffix)
	for _, foreign := range []string{"../../escape", "settings.json", "projects/-p/memory/MEMORY.md", transcriptOf(id(2))} {
		forged := w.only(s)
		forged.Files = append(forged.Files, File{Path: foreign, Size: 1, Hash: "00"})
		if err := os.WriteFile(list, forged.encode(), 0o600); err != nil {
			t.Fatal(err)
		}
		all, err := w.archive.Sessions(ctx)
		if err == nil || len(all) != 1 || slices.ContainsFunc(all[0].Files, func(f File) bool { return f.Path == foreign }) {
			t.Errorf("%s: %v", foreign, err)
		}
		if added := w.keep(s); added.Unchanged { // makes the list anew
			t.Error("the list is not written again")
		}
		w.whole()
	}
}

// TestTwoRestoresAtOnce: neither removes what the other one writes.
func TestTwoRestoresAtOnce(t *testing.T) {
	w := newWorld(t, 14)
	s, files := w.session(1)
	w.keep(s)
	for range 20 {
		w.lose(files)
		var both [2]error
		var work sync.WaitGroup
		for i := range both {
			r := w.request(s)
			work.Go(func() { _, both[i] = w.archive.Restore(ctx, r) })
		}
		work.Wait()
		if err := errors.Join(both[:]...); err != nil {
			t.Fatal(err)
		}
		for p, data := range files {
			if !bytes.Equal(w.read(w.root, p), data) {
				t.Fatalf("%s differs", p)
			}
		}
		if got := tree(t, w.root); len(got) != len(files) {
			t.Fatalf("left: %q", got)
		}
	}
}
