package library_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"dendro/backend/internal/history"
	"dendro/backend/library"
	"dendro/backend/scan"
)

// inWindow is a library that a window listens to.
func inWindow(t *testing.T, root, cached string) *library.Library {
	t.Helper()
	l := library.New(library.Options{
		Roots: []scan.Root{{Path: root}}, Home: "/home/ada", Index: true, Cache: cached,
		Now: func() time.Time { return begin.AddDate(0, 0, 10) },
	})
	t.Cleanup(l.Subscribe(func(library.Change) {}))
	return l
}

// longRead is a library with a window that has read root in a long scan, and kept
// what it read.
func longRead(t *testing.T, root, cached string) *library.Library {
	t.Helper()
	l := inWindow(t, root, cached)
	done := l.Shelve()
	if err := l.Scan(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	done()
	l.Flush()
	return l
}

// TestAllIsRenewedAndNothingIsNew changes random histories in random ways after
// they were kept, some of it read before everything is taken in anew and some
// behind it: the answers are those of a first start all the time.
func TestAllIsRenewedAndNothingIsNew(t *testing.T) {
	for seed := range uint64(8) {
		draw := newDraw(seed)
		h, _ := history.Random(draw, 25)
		files := h.Files()
		root := t.TempDir()
		for name, data := range files {
			put(t, root, name, data[:draw.IntN(len(data)+1)])
		}
		l := longRead(t, root, t.TempDir())
		same := func(when string) {
			t.Helper()
			if diff := difference(t, answers(t, scanned(t, root)), answers(t, l)); diff != "" {
				t.Fatalf("seed %d, %s: %s", seed, when, diff)
			}
		}
		for range draw.IntN(5) {
			change(t, draw, root, files)
		}
		if err := l.Scan(t.Context(), true); err != nil {
			t.Fatal(err)
		}
		before := answers(t, l)
		old, seq := l.Chats(), l.Seq()
		l.Flush()
		l.Renew()
		if diff := difference(t, before, answers(t, l)); diff != "" {
			t.Fatalf("seed %d: %s", seed, diff)
		}
		if len(old) > 0 && slices.Contains(l.Chats(), old[len(old)-1]) && slices.Contains(l.Chats(), old[0]) {
			t.Errorf("seed %d: nothing was taken in anew", seed)
		}
		if now := l.Seq(); now <= seq {
			t.Errorf("seed %d: the number of the latest change was %d and is %d", seed, seq, now)
		}
		same("renewed")
		for range 4 {
			change(t, draw, root, files)
		}
		if err := l.Scan(t.Context(), true); err != nil {
			t.Fatal(err)
		}
		same("changed")
		chats := l.Chats()
		l.Renew() // it is done once
		if !slices.Equal(chats, l.Chats()) {
			t.Errorf("seed %d: taken in anew without need", seed)
		}
	}
}

// TestWhatWasKeptByAnotherProcessIsNotTakenIn: it may know what this one has not
// told of.
func TestWhatWasKeptByAnotherProcessIsNotTakenIn(t *testing.T) {
	h := history.New(7, begin)
	s := h.Session(day())
	s.Turn("what is read", "is answered")
	root, dir := write(t, h), t.TempDir()
	l := longRead(t, root, dir)
	s.Turn("and said", "again")
	if err := h.WriteDir(root); err != nil {
		t.Fatal(err)
	}
	kept(t, dir, true, root)
	chats := l.Chats()
	l.Renew()
	if !slices.Equal(chats, l.Chats()) {
		t.Error("what another process has kept was taken in")
	}
	if err := l.Scan(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	if diff := difference(t, answers(t, scanned(t, root)), answers(t, l)); diff != "" {
		t.Error(diff)
	}
}

// TestAnOpenThreadOutlivesTheRenewal: it is read on, grows, and can be read when
// its file is gone.
func TestAnOpenThreadOutlivesTheRenewal(t *testing.T) {
	h := history.New(9, begin)
	s := h.Session(day())
	s.Turn("what is read", "is answered")
	other := h.Session(day())
	other.Turn("another", "session")
	root := write(t, h)
	file := filepath.Join(root, filepath.FromSlash(s.Path()))
	l := longRead(t, root, t.TempDir())
	th, err := l.Thread(t.Context(), s.ID, "")
	if err != nil {
		t.Fatal(err)
	}
	before := shown(t, th)
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	l.Renew()
	if got := shown(t, th); got != before {
		t.Errorf("read on: %q, before: %q", got, before)
	}
	again, err := l.Thread(t.Context(), s.ID, "")
	if err != nil {
		t.Fatal(err)
	}
	if got := shown(t, again); got != before {
		t.Errorf("asked for again: %q, before: %q", got, before)
	}
	if again.Rows.Index() != th.Rows.Index() {
		t.Error("it is read twice")
	}

	s.Turn("and said", "anew")
	grown, ok := h.Files()[s.Path()]
	if !ok || !strings.HasPrefix(string(grown), string(whole)) {
		t.Fatal("the file has not only grown")
	}
	appendTo(t, root, s.Path(), grown[len(whole):])
	if err := l.Scan(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	if again, err = l.Thread(t.Context(), s.ID, ""); err != nil {
		t.Fatal(err)
	}
	if got := shown(t, again); !strings.HasPrefix(got, before) || strings.Count(got, "anew") != 1 {
		t.Errorf("grown: %q, before: %q", got, before)
	}
	before = shown(t, again)

	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if err := l.Scan(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	if got := shown(t, again); got != before {
		t.Errorf("without its file: %q, before: %q", got, before)
	}
	if why := loss(t, l, s.ID, again.Tip); why != library.Deleted {
		t.Errorf("the loss is %q", why)
	}
}

// TestNobodySeesThatAllIsRenewed asks all the time.
func TestNobodySeesThatAllIsRenewed(t *testing.T) {
	h, _ := history.Random(newDraw(11), 25)
	root := write(t, h)
	l := longRead(t, root, t.TempDir())
	ids := func() (ids []string) {
		for _, c := range l.List() {
			ids = append(ids, c.ID)
		}
		return ids
	}
	list, found, totals := ids(), hits(t, l, "e").Total, l.State().Totals
	session := l.Chats()[0].Sessions[0].ID
	th, err := l.Thread(t.Context(), session, "")
	if err != nil {
		t.Fatal(err)
	}
	rows := shown(t, th)
	var stop atomic.Bool
	var asking sync.WaitGroup
	ask := func(what string, same func() bool) {
		asking.Go(func() {
			for !stop.Load() {
				if !same() {
					t.Errorf("%s not as before", what)
					return
				}
			}
		})
	}
	ask("the list is", func() bool { return slices.Equal(ids(), list) })
	ask("the view is", func() bool { return len(l.Look().Chats) == len(list) })
	ask("the totals are", func() bool { return l.State().Totals == totals })
	ask("what is found is", func() bool { return hits(t, l, "e").Total == found })
	ask("the titles are", func() bool { _, n, err := l.Filter(t.Context(), "", 1); return err == nil && n == len(list) })
	ask("the thread is", func() bool {
		th, err := l.Thread(t.Context(), session, "")
		return err == nil && shown(t, th) == rows
	})
	old := l.Chats()[0]
	l.Renew()
	stop.Store(true)
	asking.Wait()
	if slices.Contains(l.Chats(), old) {
		t.Error("nothing was taken in anew")
	}
}
