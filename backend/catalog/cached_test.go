package catalog_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"dendro/backend/catalog"
	"dendro/backend/chattree"
	"dendro/backend/internal/history"
	"dendro/backend/internal/testlib"
	"dendro/backend/internal/tests"
	"dendro/backend/library"
	"dendro/backend/scan"
	"dendro/backend/session"
	"dendro/backend/transcript"
)

// change does something to a random file of a root.
func change(t *testing.T, draw *rand.Rand, root string, files map[string][]byte) {
	t.Helper()
	names := []string{}
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	name := names[draw.IntN(len(names))]
	path := filepath.Join(root, filepath.FromSlash(name))
	now, err := os.ReadFile(path)
	data := files[name]
	switch kind := draw.IntN(8); {
	case err != nil || kind == 0: // it comes, or comes back, in part
		testlib.Put(t, root, name, data[:draw.IntN(len(data)+1)])
	case kind == 1:
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	case kind == 2 && len(now) > 0: // the same size and time, other bytes
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		testlib.Put(t, root, name, bytes.ReplaceAll(now, []byte("e"), []byte("a")))
		if err := os.Chtimes(path, info.ModTime(), info.ModTime()); err != nil {
			t.Fatal(err)
		}
	case kind == 3: // replaced by a longer one that begins differently
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		testlib.Put(t, root, name, append([]byte("{\"type\":\"mode\"}\n"), data...))
	case kind == 4:
		when := testlib.Begin.Add(time.Duration(draw.IntN(1e6)) * time.Second)
		if err := os.Chtimes(path, when, when); err != nil {
			t.Fatal(err)
		}
	case bytes.HasPrefix(data, now): // the usual thing
		testlib.AppendTo(t, root, name, data[len(now):len(now)+draw.IntN(len(data)-len(now)+1)])
	default:
		testlib.Put(t, root, name, data)
	}
}

// TestWarmStartEqualsColdStart changes random histories in random ways between
// starts. A start from the cache, with an index or without one, must answer as
// one that reads everything.
func TestWarmStartEqualsColdStart(t *testing.T) {
	for seed := range uint64(max(1, tests.Cases(5))) {
		draw := testlib.NewDraw(seed)
		h, _ := history.Random(draw, 25)
		files := h.Files()
		root, dir := t.TempDir(), t.TempDir()
		for name, data := range files {
			testlib.Put(t, root, name, data[:draw.IntN(len(data)+1)])
		}
		for round := range 6 {
			if draw.IntN(4) == 0 {
				testlib.Kept(t, dir, false, root) // a command that searches nothing
			}
			warm := testlib.Kept(t, dir, true, root)
			if diff := testlib.Difference(t, testlib.Answers(t, testlib.Scanned(t, root)), testlib.Answers(t, warm)); diff != "" {
				t.Fatalf("seed %d, round %d: %s", seed, round, diff)
			}
			for range draw.IntN(6) {
				change(t, draw, root, files)
			}
		}
	}
}

// TestCachedListComesBeforeTheDisk opens a history whose files are gone: the
// first change that a subscriber hears of is the list as it was. A question that
// waits for the linked chats finds them with their files, or as gone.
func TestCachedListComesBeforeTheDisk(t *testing.T) {
	h := history.New(7, testlib.Begin)
	h.Session(testlib.Day()).Turn("first", "one")
	root, dir := testlib.Write(t, h), t.TempDir()
	testlib.Kept(t, dir, true, root)
	if err := os.RemoveAll(filepath.Join(root, "projects")); err != nil {
		t.Fatal(err)
	}
	// The scan asks this before it removes files that are gone.
	heard := make(chan struct{})
	untilHeard := func() (map[string]transcript.Origin, error) {
		<-heard
		return nil, nil
	}
	l := library.New(library.Options{Options: catalog.Options{
		Roots: []scan.Root{{Path: root}}, Index: true, Window: true, Cache: dir, Now: time.Now, StartedFrom: untilHeard,
	}})
	var mu sync.Mutex // changes come from another goroutine than the scan's
	most, listed, asked := 0, 0, make(chan error, 1)
	defer l.Catalog.Subscribe(func(c catalog.Change) {
		mu.Lock()
		defer mu.Unlock()
		most = max(most, len(c.Sessions))
		if len(c.Chats) == 0 || listed > 0 {
			return
		}
		listed = l.Lister.View().Len
		close(heard)
		go func() {
			err := l.Catalog.Linked(t.Context())
			if err == nil {
				var chat *chattree.Chat
				chat, err = l.Chat(c.Chats[0])
				if errors.Is(err, session.ErrNotFound) { // the disk was faster
					err = nil
				} else if err == nil && chat.Sessions[0].Source.Summary == nil {
					err = errors.New("a chat without what it was made from")
				}
			}
			asked <- err
		}()
	})()
	if err := l.Catalog.Scan(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	l.Catalog.Flush()
	if err := <-asked; err != nil {
		t.Error(err)
	}
	mu.Lock()
	defer mu.Unlock()
	if most != 1 || listed != 1 || len(l.Chats()) != 0 || l.Lister.View().Len != 0 {
		t.Errorf("%d sessions in %d chats were shown first, and %d chats remain", most, listed, len(l.Chats()))
	}
}

// TestDamagedCacheIsIgnored damages every file of the cache in turn.
func TestDamagedCacheIsIgnored(t *testing.T) {
	draw := testlib.NewDraw(3)
	h, _ := history.Random(draw, 25)
	root := testlib.Write(t, h)
	want := testlib.Answers(t, testlib.Scanned(t, root))
	for i := range tests.Cases(40) {
		dir := t.TempDir()
		testlib.Kept(t, dir, true, root)
		paths, err := filepath.Glob(filepath.Join(dir, "*", "*", "[ms]*"))
		if err != nil || len(paths) != 2 {
			t.Fatalf("the cache holds %q (%v)", paths, err)
		}
		path := paths[min(i%5, 1)]
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		switch at := draw.IntN(len(data)); i / 5 % 4 {
		case 0:
			err = os.Remove(path)
		case 1:
			err = os.WriteFile(path, data[:at], 0o600)
		case 2:
			err = os.WriteFile(path, []byte(strings.Repeat("x", len(data))), 0o600)
		default:
			data[at] ^= 1 << draw.IntN(8)
			err = os.WriteFile(path, data, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		if diff := testlib.Difference(t, want, testlib.Answers(t, testlib.Kept(t, dir, true, root))); diff != "" {
			t.Fatalf("damage %d: %s", i, diff)
		}
	}
}

// TestNoCacheBelowARoot: Dendro does not write there.
func TestNoCacheBelowARoot(t *testing.T) {
	h := history.New(7, testlib.Begin)
	h.Session(testlib.Day()).Turn("first", "one")
	root := testlib.Write(t, h)
	dir := filepath.Join(root, "cache")
	testlib.Kept(t, dir, true, root)
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Errorf("%s: %v", dir, err)
	}
}

// TestClearedCacheStaysEmpty: who clears it does not want it filled again by
// the next line that is written.
func TestClearedCacheStaysEmpty(t *testing.T) {
	h := history.New(7, testlib.Begin)
	s := h.Session(testlib.Day())
	s.Turn("first", "one")
	root, dir := testlib.Write(t, h), t.TempDir()
	l := testlib.Kept(t, dir, true, root)
	want := testlib.Answers(t, l)
	if err := l.ClearCache(); err != nil {
		t.Fatal(err)
	}
	if diff := testlib.Difference(t, want, testlib.Answers(t, l)); diff != "" {
		t.Error(diff)
	}
	testlib.AppendTo(t, root, s.Path(), []byte("{\"type\":\"mode\"}\n"))
	if err := l.Catalog.Scan(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	l.Catalog.Flush()
	if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) > 0 {
		t.Errorf("there is still %q", left)
	}
}
