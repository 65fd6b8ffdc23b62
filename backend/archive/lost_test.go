package archive

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"dendro/backend/internal/own"
	"dendro/backend/internal/tests"
)

// keepErr keeps a session and returns the error.
func (w *world) keepErr(session string, why Reason, limit int64) (Added, error) {
	return w.archive.Keep(ctx, Source{Session: Session{ID: session, Root: w.root, Why: why}}, transcriptOf(session), limit)
}

// TestKeepsFilesThatAreGone: Claude Code deletes files beside a transcript while the session
// goes on. The next keep must not lose them.
func TestKeepsFilesThatAreGone(t *testing.T) {
	w := newWorld(t, 20)
	s, files := w.session(1)
	w.keep(s)
	for _, p := range []string{"projects/-p/" + s + "/tool-results", "file-history/" + s, "tasks/" + s} {
		if err := os.RemoveAll(filepath.Join(w.root, filepath.FromSlash(p))); err != nil {
			t.Fatal(err)
		}
	}
	if !w.keep(s).Unchanged {
		t.Error("stored something, although only files are gone")
	}
	files[transcriptOf(s)] = append(files[transcriptOf(s)], w.lines(s, 3)...)
	w.write(transcriptOf(s), files[transcriptOf(s)])
	if w.keep(s).Unchanged {
		t.Error("the session has grown")
	}
	w.same(s, files)
	w.archive = w.reopened()
	w.same(s, files)
}

// TestKeepsTheLongerTranscript: a transcript that was cut off does not replace the whole one.
func TestKeepsTheLongerTranscript(t *testing.T) {
	w := newWorld(t, 21)
	s, files := w.session(1)
	w.keep(s)
	w.write(transcriptOf(s), files[transcriptOf(s)][:1000])
	if _, err := w.keepErr(s, ByHand, 0); !errors.Is(err, ErrSmaller) {
		t.Errorf("the error is %v", err)
	}
	w.same(s, files)
}

// TestUnreadableFileCostsItself: what the archive has of it stays.
func TestUnreadableFileCostsItself(t *testing.T) {
	if !tests.Unprivileged(t) {
		return
	}
	w := newWorld(t, 22)
	s, files := w.session(1)
	w.keep(s)
	before := maps.Clone(files)
	secret, fresh := "tasks/"+s+"/1.json", "tasks/"+s+"/2.json"
	for _, p := range []string{secret, fresh} {
		w.write(p, []byte("changed"))
		if err := os.Chmod(filepath.Join(w.root, filepath.FromSlash(p)), 0); err != nil {
			t.Fatal(err)
		}
	}
	before[transcriptOf(s)] = slices.Concat(files[transcriptOf(s)], w.lines(s, 3))
	w.write(transcriptOf(s), before[transcriptOf(s)])
	added := w.keep(s)
	slices.Sort(added.Unread)
	if !slices.Equal(added.Unread, []string{secret, fresh}) || !strings.Contains(added.Problem().Error(), s) {
		t.Errorf("%q, %v", added.Unread, added.Problem())
	}
	w.same(s, before)
}

// TestDamageIsRepaired: keeping a session by hand stores damaged pieces again, also those that
// another process has damaged.
func TestDamageIsRepaired(t *testing.T) {
	w := newWorld(t, 23)
	s, files := w.session(1)
	w.keep(s)
	at := w.archive.chunks[sum(w.only(s).Files[0].Chunks[0])]
	pack, err := os.OpenFile(w.archive.path(at.pack), os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := pack.WriteAt([]byte("damage"), at.offset+int64(headerSize)+20); err != nil {
		t.Fatal(err)
	}
	if err := pack.Close(); err != nil {
		t.Fatal(err)
	}
	w.archive = w.reopened()
	if damage, err := w.archive.Verify(ctx); err != nil || len(damage) != 1 {
		t.Fatalf("%v, %v", damage, err)
	}
	if added := w.keep(s); added.Unchanged || added.Stored == 0 {
		t.Errorf("%+v", added)
	}
	for _, a := range []*Archive{w.archive, w.reopened()} {
		w.archive = a
		if damage, err := a.Verify(ctx); err != nil || len(damage) != 0 {
			t.Errorf("%v, %v", damage, err)
		}
		w.same(s, files)
	}
}

// TestFailedKeepLeavesNothing: a keep that reaches the limit, or is stopped, removes what it
// has written, in the pack that was there and in those that it began.
func TestFailedKeepLeavesNothing(t *testing.T) {
	w := newWorld(t, 24)
	w.archive.packSize = 100 << 10
	first, files := w.session(1)
	w.keep(first)
	size := func() int64 {
		n, err := w.archive.Size()
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	before, packs := size(), tree(t, w.archive.dir.Path)
	second, _ := w.session(2)
	w.write(transcriptOf(second), w.lines(second, 1000))
	if _, err := w.keepErr(second, ByHand, before+400<<10); !errors.Is(err, ErrFull) {
		t.Fatalf("the error is %v", err)
	}
	stopped, stop := context.WithCancel(ctx)
	stop()
	if _, err := w.archive.Keep(stopped, Source{Session: Session{ID: second, Root: w.root}}, transcriptOf(second), 0); err == nil {
		t.Error("kept although it was stopped")
	}
	if after := size(); after != before || !slices.Equal(tree(t, w.archive.dir.Path), packs) {
		t.Errorf("%d bytes before, %d after; %q", before, after, tree(t, w.archive.dir.Path))
	}
	w.same(first, files)
	w.keep(second)
	w.same(first, files)
}

// TestUnpackedOfOtherRootsStay: a call for one root leaves the sessions of others, and those of
// a root that does not respond, as they are.
func TestUnpackedOfOtherRootsStay(t *testing.T) {
	w := newWorld(t, 25)
	s, files := w.session(1)
	w.keep(s)
	w.lose(files)
	u := NewUnpacked(w.archive, own.Dir{Path: filepath.Join(t.TempDir(), "kept")})
	if _, err := u.Sync(ctx, state); err != nil {
		t.Fatal(err)
	}
	before := tree(t, u.Dir.Path)
	roots, err := u.Sync(ctx, func(*Session) Whether { return Unknown })
	if after := tree(t, u.Dir.Path); err != nil || len(roots) != 0 || !slices.Equal(before, after) {
		t.Errorf("%v, %v: %v", roots, err, after)
	}
	if from, err := u.From(ctx, u.RootOf(w.root)); err != nil || from != w.root {
		t.Errorf("from %q, %v", from, err)
	}
}

// TestTwoUnpackAtOnce: processes that unpack at the same time do not disturb each other.
func TestTwoUnpackAtOnce(t *testing.T) {
	w := newWorld(t, 26)
	all := map[string][]byte{}
	for n := range 5 {
		s, files := w.session(n + 1)
		w.keep(s)
		w.lose(files)
		maps.Copy(all, files)
	}
	dir := own.Dir{Path: filepath.Join(t.TempDir(), "kept")}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			u := NewUnpacked(New(w.archive.dir, time.Now), dir)
			if roots, err := u.Sync(ctx, state); err != nil || len(roots) != 1 {
				t.Errorf("%v, %v", roots, err)
			}
		})
	}
	wg.Wait()
	root := NewUnpacked(w.archive, dir).RootOf(w.root)
	if got := tree(t, root); len(got) != len(all) {
		t.Errorf("%d files, not %d: %q", len(got), len(all), got)
	}
}
