package archive

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"dendro/backend/internal/own"
)

// lose removes everything that Claude Code deletes of a session.
func (w *world) lose(files map[string][]byte) {
	w.t.Helper()
	for p := range files {
		if err := os.Remove(filepath.Join(w.root, filepath.FromSlash(p))); err != nil {
			w.t.Fatal(err)
		}
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

func TestRestorePutsEverythingBack(t *testing.T) {
	w := newWorld(t, 8)
	s, files := w.session(1)
	old := time.Now().Add(-40 * 24 * time.Hour)
	if err := os.Chtimes(filepath.Join(w.root, transcriptOf(s)), old, old); err != nil {
		t.Fatal(err)
	}
	w.keep(s)
	before := tree(t, w.root)
	w.lose(files)
	plan, err := w.archive.PlanRestore(ctx, w.only(s), w.root)
	if err != nil || len(plan.Paths) != len(files) || len(tree(t, w.root)) != 0 {
		t.Fatalf("the plan: %+v, %v", plan, err)
	}
	done, err := w.archive.Restore(ctx, w.only(s), w.root)
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
	info, err := os.Stat(filepath.Join(w.root, transcriptOf(s)))
	if err != nil || time.Since(info.ModTime()) > time.Minute || info.Mode().Perm() != 0o600 && os.PathSeparator == '/' {
		t.Errorf("%v, %v", info, err)
	}
	again, err := w.archive.Restore(ctx, w.only(s), w.root)
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
		at := filepath.Join(w.root, filepath.FromSlash(p))
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
			if _, err := w.archive.Restore(ctx, w.only(s), w.root); !errors.Is(err, ErrExists) {
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
}

// TestRestoreStaysInTheRoot: directories that are links to elsewhere are not followed.
func TestRestoreStaysInTheRoot(t *testing.T) {
	w := newWorld(t, 10)
	s, files := w.session(1)
	w.keep(s)
	kept := w.only(s)
	elsewhere := t.TempDir()
	root := filepath.Join(t.TempDir(), ".claude")
	if err := os.Mkdir(root, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(elsewhere, filepath.Join(root, "projects")); err != nil {
		t.Skip(err)
	}
	if _, err := w.archive.Restore(ctx, kept, root); err == nil {
		t.Error("restored through a link")
	}
	if left := append(tree(t, elsewhere), tree(t, root)...); len(left) != 1 { // the link itself
		t.Errorf("%d files of %d: %v", len(left), len(files), left)
	}
}

// TestFailedRestoreLeavesNothing: a damaged archive restores no half session.
func TestFailedRestoreLeavesNothing(t *testing.T) {
	w := newWorld(t, 11)
	s, files := w.session(1)
	w.keep(s)
	w.lose(files)
	kept := w.only(s)
	w.archive.mu.Lock()
	delete(w.archive.chunks, sum(kept.Files[0].Chunks[0])) // of the transcript, the last
	w.archive.mu.Unlock()
	_, err := w.archive.Restore(ctx, kept, w.root)
	if err == nil || !strings.Contains(err.Error(), s) {
		t.Errorf("the error is %v", err)
	}
	if left := tree(t, w.root); len(left) != 0 {
		t.Errorf("left: %v", left)
	}
}

func TestHostileRecord(t *testing.T) {
	for _, p := range []string{
		"../x", "/etc/passwd", "a/../../b", "", ".", "a//b", "projects/../../x", "projects//x", "projects",
		"settings.json", "hooks/x.sh", "plans/x.md", "todos/../settings.json", `projects\x`,
	} {
		s := Session{ID: id(1), Files: []File{{Path: p}}}
		content := []byte(`{"session":"` + s.ID + `","files":[{"path":"` + p + `"}]}`)
		if got, err := parse(content); err == nil {
			t.Errorf("%q: %+v", p, got)
		}
	}
}

// state returns what the disk says of a session's transcript.
func state(s *Session) Whether {
	if _, err := os.Stat(filepath.Join(s.Root, filepath.FromSlash(s.Transcript().Path))); errors.Is(err, fs.ErrNotExist) {
		return Gone
	}
	return There
}

func TestUnpacked(t *testing.T) {
	w := newWorld(t, 12)
	gone, files := w.session(1)
	there, _ := w.session(2)
	w.keep(gone)
	w.keep(there)
	w.lose(files)
	u := NewUnpacked(w.archive, own.Dir{Path: filepath.Join(t.TempDir(), "kept")})
	roots, err := u.Sync(ctx, state)
	if err != nil || len(roots) != 1 || !u.Has(roots[0]) || u.Has(w.root) {
		t.Fatalf("%v, %v", roots, err)
	}
	if got := tree(t, roots[0]); len(got) != len(files) {
		t.Fatalf("unpacked %v", got)
	}
	for p, data := range files {
		if !bytes.Equal(w.read(roots[0], p), data) {
			t.Errorf("%s differs", p)
		}
	}
	info, err := os.Stat(filepath.Join(roots[0], transcriptOf(gone)))
	if err != nil || !info.ModTime().Equal(w.only(gone).Transcript().ModTime) {
		t.Errorf("%v, %v", info, err)
	}
	if _, err := u.Sync(ctx, state); err != nil {
		t.Fatal(err)
	}
	if again, _ := os.Stat(filepath.Join(roots[0], transcriptOf(gone))); !os.SameFile(info, again) {
		t.Error("unpacked again what was there")
	}
	if _, err := w.archive.Restore(ctx, w.only(gone), w.root); err != nil {
		t.Fatal(err)
	}
	roots, err = u.Sync(ctx, state)
	if left := tree(t, u.Dir.Path); err != nil || len(roots) != 0 || !slices.Equal(left, []string{lockFile}) {
		t.Errorf("after a restore: %v, %v, %v", roots, left, err)
	}
}
