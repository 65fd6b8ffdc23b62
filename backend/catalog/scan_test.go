package catalog_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dendro/backend/catalog"
	"dendro/backend/internal/history"
	"dendro/backend/internal/testlib"
	"dendro/backend/scan"
	"dendro/backend/session"
)

func TestScanMakesChats(t *testing.T) {
	h := history.New(3, testlib.Begin)
	s := h.Session(testlib.Day())
	s.Turn("first prompt", "one")
	s.Turn("second prompt", "two")
	fork := s.Fork(history.Copying{Form: history.F5})
	fork.Turn("in the fork", "three")
	root := testlib.Write(t, h)
	l := testlib.Scanned(t, root)
	chats := l.Chats()
	if len(chats) != 1 || len(chats[0].Sessions) != 2 {
		t.Fatalf("%d chats", len(chats))
	}
	c, err := l.Chat(chats[0].ID)
	if err != nil || c != chats[0] {
		t.Errorf("Chat: %v", err)
	}
	c, f, err := l.Session(fork.ID)
	if err != nil || c != chats[0] || f.Parent == nil || *f.Parent != s.ID {
		t.Errorf("the fork is %+v, %v", f, err)
	}
	if _, err := l.Chat("none"); !errors.Is(err, session.ErrNotFound) {
		t.Errorf("an unknown chat: %v", err)
	}
	if _, _, err := l.Session("none"); !errors.Is(err, session.ErrNotFound) {
		t.Errorf("an unknown session: %v", err)
	}
	state := l.State()
	if state.Progress.Phase != catalog.PhaseDone || state.Totals.Sessions != 2 || state.Totals.Chats != 1 || !state.Roots[0].Exists {
		t.Errorf("state: %+v", state)
	}
	if got, want := state.Progress.Files, state.Progress.FilesTotal; got != want || state.Progress.Bytes != state.Progress.BytesTotal {
		t.Errorf("progress: %+v", state.Progress)
	}
}

// TestRandomHistoriesAreLinkedAsTheyWereMade goes through files on a disk; the
// finer points are chattree's.
func TestRandomHistoriesAreLinkedAsTheyWereMade(t *testing.T) {
	for seed := range uint64(6) {
		h, truth := history.Random(testlib.NewDraw(seed), 30)
		l := testlib.Scanned(t, testlib.Write(t, h))
		for _, want := range truth.Sessions {
			_, got, err := l.Session(want.ID)
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			if chat, _, _ := l.Session(want.ID); !want.Ambiguous && truth.ChatOf(want.ID) != chat.ID {
				t.Errorf("seed %d, session %s is in chat %s, want %s", seed, want.ID, chat.ID, truth.ChatOf(want.ID))
			}
			agents := map[string]bool{}
			for _, f := range l.Catalog.Snapshot().Agents(want.ID) {
				if !f.Internal() {
					agents[f.ID] = true
				}
			}
			if got.Agents < len(agents) {
				t.Errorf("seed %d, session %s: the tree counts %d agents, the library finds %d files", seed, want.ID, got.Agents, len(agents))
			}
		}
	}
}

// TestHeadsShowAListBeforeEverythingIsRead stops a scan after its first phase.
func TestHeadsShowAListBeforeEverythingIsRead(t *testing.T) {
	h := history.New(4, testlib.Begin)
	big := h.Session(testlib.Day())
	big.Turn("the first prompt", strings.Repeat("long answer ", 20_000))
	big.Turn("the last prompt", "done")
	small := h.Session(testlib.Day())
	small.Turn("a small one", "yes")
	l := testlib.Open(testlib.Write(t, h))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	stop := l.Catalog.Subscribe(func(c catalog.Change) {
		if len(c.Sessions) > 0 {
			cancel() // the first list is there
		}
	})
	err := l.Catalog.Scan(ctx, true)
	stop()
	partial, seen := testlib.Facts(l), l.State()
	if !errors.Is(err, context.Canceled) || len(partial) != 2 {
		t.Fatalf("%v, facts %v", err, partial)
	}
	if !partial[big.ID].Partial || partial[small.ID].Partial {
		t.Errorf("partial: %+v", partial)
	}
	if seen.Progress.Phase != catalog.PhaseReading || seen.Progress.Files != 1 || seen.Progress.FilesTotal != 2 {
		t.Errorf("progress after the heads: %+v", seen.Progress)
	}
	if _, s, err := l.Session(big.ID); err != nil || s.Title == "" {
		t.Errorf("known from its head: %+v, %v", s, err)
	}
	if d := l.Doctor(); d.Dangling != 0 {
		t.Errorf("%d dangling records in a file that is not read yet", d.Dangling)
	}
	if err := l.State().Progress.Err; !errors.Is(err, context.Canceled) {
		t.Errorf("the state says %v", err)
	}
	if err := l.Catalog.Scan(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	if f := testlib.Facts(l)[big.ID]; f.Partial {
		t.Error("still partial after a whole scan")
	}
}

func TestChangesAreNumberedAndNamed(t *testing.T) {
	h := history.New(5, testlib.Begin)
	s := h.Session(testlib.Day())
	s.Turn("hello", "hello")
	root := testlib.Write(t, h)
	l := testlib.Open(root)
	var mu sync.Mutex
	var got []catalog.Change
	stop := l.Catalog.Subscribe(func(c catalog.Change) {
		mu.Lock()
		defer mu.Unlock()
		got = append(got, c)
	})
	if err := l.Catalog.Scan(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	mu.Lock()
	named := false
	for i, c := range got {
		if c.Seq != uint64(i+1) {
			t.Errorf("change %d has number %d", i, c.Seq)
		}
		named = named || slices.Contains(c.Sessions, s.ID) && slices.Contains(c.Chats, s.ID)
	}
	if !named {
		t.Errorf("no change names the session: %+v", got)
	}
	n := len(got)
	mu.Unlock()
	stop()
	if err := l.Catalog.Scan(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	if len(got) != n {
		t.Error("a change came after the subscription was cancelled")
	}
	if l.Catalog.Seq() <= uint64(n) {
		t.Errorf("the number stands still at %d", l.Catalog.Seq())
	}
}

func TestRootsCanBeAdded(t *testing.T) {
	h := history.New(6, testlib.Begin)
	h.Session(testlib.Day()).Turn("here", "yes")
	first := testlib.Write(t, h)
	h2 := history.New(8, testlib.Begin)
	added := h2.Session(testlib.Day())
	added.Turn("there", "yes")
	second := testlib.Write(t, h2)
	l := testlib.Open(first)
	testlib.Watching(t, l)
	for range 2 { // twice is once
		if err := l.Catalog.AddRoot(t.Context(), scan.Root{Path: second + "/"}); err != nil {
			t.Fatal(err)
		}
	}
	state := l.State()
	if len(state.Roots) != 2 || state.Totals.Sessions != 2 {
		t.Fatalf("%+v", state)
	}
	added.Turn("and more", "indeed")
	testlib.Put(t, second, added.Path(), h2.Files()[added.Path()])
	testlib.Until(t, "the change in the added root", func() bool {
		_, s, err := l.Session(added.ID)
		return err == nil && s.Prompts == 2
	})
	gone := filepath.Join(t.TempDir(), "gone")
	if err := l.Catalog.AddRoot(t.Context(), scan.Root{Path: gone}); err != nil {
		t.Fatal(err)
	}
	if r := l.State().Roots[2]; r.Exists || r.Problem.IsZero() || r.Path != gone {
		t.Errorf("a root that is not there: %+v", r)
	}
}

// TestTheNewerOfTwoFilesIsTheSession covers a session whose project directory
// changed: one id, two files.
func TestTheNewerOfTwoFilesIsTheSession(t *testing.T) {
	h := history.New(9, testlib.Begin)
	s := h.Session(testlib.Day())
	s.Turn("one", "1")
	s.Move("/home/ada/moved", true)
	s.Turn("two", "2")
	root := testlib.Write(t, h)
	l := testlib.Scanned(t, root)
	_, got, err := l.Session(s.ID)
	if err != nil || len(got.Duplicates) != 1 || got.Prompts != 2 {
		t.Fatalf("%+v, %v", got, err)
	}
	path, err := l.Names.SessionPath(t.Context(), s.ID)
	if want := filepath.Join(root, filepath.FromSlash(got.File)); err != nil || path != want {
		t.Errorf("opens %s, the tree says %s", path, want)
	}
	if th, err := l.Threads.Thread(t.Context(), s.ID, ""); err != nil || len(th.Rows.Turns()) != 2 {
		t.Errorf("thread: %v", err)
	}
}

func TestAFileThatCannotBeReadIsReported(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root reads everything")
	}
	h := history.New(10, testlib.Begin)
	s := h.Session(testlib.Day())
	s.Turn("secret", "yes")
	root := testlib.Write(t, h)
	path := filepath.Join(root, filepath.FromSlash(s.Path()))
	if err := os.Chmod(path, 0); err != nil {
		t.Fatal(err)
	}
	l := testlib.Scanned(t, root)
	if d := l.Doctor(); len(d.Unreadable) != 1 {
		t.Errorf("unreadable: %+v", d.Unreadable)
	}
	if _, err := l.Threads.Thread(t.Context(), s.ID, ""); !errors.Is(err, session.ErrUnreadable) {
		t.Errorf("thread: %v", err)
	}
	if err := os.Chmod(path, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := l.Catalog.Scan(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(0, len(l.Doctor().Unreadable)); diff != "" {
		t.Error(diff)
	}
}
