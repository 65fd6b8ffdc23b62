package archive

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dendro/backend/internal/tests"
)

// TestEveryDamageIsNamed: a flipped bit, a cut, a file that is missing or does not belong is
// named, costs no other session, and is mended by keeping the session again.
func TestEveryDamageIsNamed(t *testing.T) {
	w := newWorld(t, 30)
	all := map[string]map[string][]byte{}
	for n := 1; n <= 3; n++ {
		s, files := w.session(n)
		all[s] = files
		w.keep(s)
	}
	dir := w.archive.RootOf(w.root)
	list := tree(t, dir)
	for n := range tests.Cases(60) {
		p := list[w.rng.IntN(len(list))]
		at := filepath.Join(dir, filepath.FromSlash(p))
		data := w.read(dir, p)
		info, err := os.Stat(at)
		if err != nil {
			t.Fatal(err)
		}
		broken := bytes.Clone(data)
		if i := w.rng.IntN(len(data)); n%3 > 0 {
			broken[i] ^= 1 << w.rng.IntN(8)
		} else {
			broken = broken[:i]
		}
		if err := os.WriteFile(at, broken, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(at, info.ModTime(), info.ModTime()); err != nil {
			t.Fatal(err)
		}
		if !w.names(p) {
			t.Fatalf("%s is damaged, and not named: %q", p, broken)
		}
		for s := range all {
			if strings.Contains(p, s) {
				if len(w.keep(s).Replaced) > 0 {
					t.Fatalf("the damaged %s is kept as a version", p)
				}
			}
		}
		w.keep(id(1)) // mends what belongs to none of them
		for s, files := range all {
			for p, data := range files {
				if !bytes.Equal(w.read(dir, p), data) {
					t.Fatalf("%s of %s is lost", p, s)
				}
			}
		}
	}
	w.whole()
}

// names reports whether one pass of a verification names a file, or all that lies beside it.
func (w *world) names(p string) bool {
	w.t.Helper()
	root, err := w.archive.open()
	if err != nil {
		w.t.Fatal(err)
	}
	defer root.Close()
	damage, err := w.archive.verify(ctx, root, nil)
	if err != nil {
		w.t.Fatal(err)
	}
	return slices.ContainsFunc(damage, func(d Damage) bool { return strings.HasSuffix(d.Path, "/"+p) })
}

// TestDamageBehindAShorterFileStaysNamed: keeping a session again does not list a damaged file
// as it is, although the file on the disk cannot mend it.
func TestDamageBehindAShorterFileStaysNamed(t *testing.T) {
	w := newWorld(t, 33)
	s, files := w.session(1)
	w.keep(s)
	p := transcriptOf(s)
	at := filepath.Join(w.archive.RootOf(w.root), filepath.FromSlash(p))
	info, err := os.Stat(at)
	if err != nil {
		t.Fatal(err)
	}
	broken := bytes.Clone(files[p])
	broken[len(broken)-5] ^= 1
	if err := errors.Join(os.WriteFile(at, broken, 0o600), os.Chtimes(at, info.ModTime(), info.ModTime())); err != nil {
		t.Fatal(err)
	}
	w.write(p, files[p][:len(files[p])/2])
	if added := w.keep(s); len(added.Shorter) != 1 || !w.names(p) {
		t.Errorf("%+v", added)
	}
	w.write(p, files[p])
	w.keep(s)
	w.same(s, files)
}

func TestMissingAndForeignFilesAreNamed(t *testing.T) {
	w := newWorld(t, 31)
	s, files := w.session(1)
	w.keep(s)
	dir := w.archive.RootOf(w.root)
	gone, foreign := "file-history/"+s+"/0123@v1", "projects/-p/"+id(7)+".jsonl"
	if err := errors.Join(os.Remove(filepath.Join(dir, filepath.FromSlash(gone))), os.WriteFile(filepath.Join(dir, filepath.FromSlash(foreign)), nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	damage, err := w.archive.Verify(ctx)
	if err != nil || len(damage) != 2 || !errors.Is(damage[0].Cause, errMissing) || !errors.Is(damage[1].Cause, errForeign) {
		t.Errorf("%+v, %v", damage, err)
	}
	if err := os.Remove(filepath.Join(dir, filepath.FromSlash(foreign))); err != nil {
		t.Fatal(err)
	}
	w.keep(s)
	w.same(s, files)
}

// TestNewerListsAreNotRewritten: they are read as far as they are understood.
func TestNewerListsAreNotRewritten(t *testing.T) {
	w := newWorld(t, 32)
	s, _ := w.session(1)
	w.keep(s)
	at := filepath.Join(w.archive.RootOf(w.root), "projects", "-p", s+listSuffix)
	data, err := os.ReadFile(at)
	if err != nil {
		t.Fatal(err)
	}
	newer := sealed(bytes.Replace(data, []byte(`"version": 1`), []byte(`"more": [], "version": 2`), 1))
	if err := os.WriteFile(at, newer, 0o600); err != nil {
		t.Fatal(err)
	}
	w.write(transcriptOf(s), []byte("{}\n"))
	if _, err := w.tryKeep(w.source(s)); !errors.Is(err, errNewer) {
		t.Error(err)
	}
	if now, err := os.ReadFile(at); err != nil || !bytes.Equal(now, newer) || w.only(s).Title != "" || len(w.only(s).Files) == 0 {
		t.Errorf("%s, %v", now, err)
	}
	w.whole()
}
