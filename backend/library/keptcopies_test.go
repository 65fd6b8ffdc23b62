package library_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"dendro/backend/archive"
	"dendro/backend/catalog"
	"dendro/backend/internal/own"
	"dendro/backend/internal/testlib"
	"dendro/backend/library"
	"dendro/backend/scan"
)

// keeping reads a Claude config directory together with what an archive has of it.
func keeping(t *testing.T, root string, kept *archive.Archive, away bool) (*library.Library, *library.Keeper) {
	t.Helper()
	roots, err := library.KeptRoots(t.Context(), kept, nil, nil, away)
	if err != nil {
		t.Fatal(err)
	}
	l := library.New(library.Options{
		Options: catalog.Options{Roots: append([]scan.Root{{Path: root}}, roots...), Now: time.Now}, Archive: kept,
	})
	if err := l.Catalog.Scan(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	return l, library.NewKeeper(l)
}

// keptTwice archives a session and another one of the same id, ID~2, in another directory.
func keptTwice(t *testing.T) (root string, kept *archive.Archive, files map[string][]byte) {
	t.Helper()
	root, kept = t.TempDir(), archive.New(own.Dir{Path: filepath.Join(t.TempDir(), "archive")}, time.Now)
	talk(t, root, planMade, "Dig the otter pond", 0, 3, "")
	long := filepath.Join(root, "projects", "-w-otter", planMade+".jsonl")
	first, err := os.ReadFile(long)
	if err != nil {
		t.Fatal(err)
	}
	talk(t, root, planDone, "Fill the heron pond", 0, 2, "")
	short := filepath.Join(root, "projects", "-w-otter", planDone+".jsonl")
	second, err := os.ReadFile(short)
	if err == nil {
		err = os.Remove(short)
	}
	if err != nil {
		t.Fatal(err)
	}
	second = bytes.ReplaceAll(second, []byte(`"sessionId":"`+planDone), []byte(`"sessionId":"`+planMade))
	testlib.Put(t, root, "projects/-w-heron/"+planMade+".jsonl", second)
	_, k := keeping(t, root, kept, false)
	batch, err := kept.Batch(0)
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{planMade, planMade + "~2"} {
		if _, err := k.Keep(t.Context(), batch, id, archive.ByHand, false); err != nil {
			t.Fatal(id, err)
		}
	}
	return root, kept, map[string][]byte{planMade: first, planMade + "~2": second}
}

func transcriptAt(root, id string) string {
	dir := map[string]string{planMade: "-w-otter", planMade + "~2": "-w-heron"}[id]
	return filepath.Join(root, "projects", dir, planMade+".jsonl")
}

// TestACopyOfASessionIsRestoredAndDroppedAlone: ID~2 means the file in the other directory,
// also when only the archive has it.
func TestACopyOfASessionIsRestoredAndDroppedAlone(t *testing.T) {
	for _, id := range []string{planMade, planMade + "~2"} {
		t.Run(id, func(t *testing.T) {
			root, kept, files := keptTwice(t)
			for name := range files {
				if err := os.Remove(transcriptAt(root, name)); err != nil {
					t.Fatal(err)
				}
			}
			_, k := keeping(t, root, kept, false)
			s, version, err := k.Find(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			plan, err := k.PlanRestore(t.Context(), s, version, "")
			if err == nil {
				_, err = k.Restore(t.Context(), plan)
			}
			if err != nil {
				t.Fatal(err)
			}
			for name, data := range files {
				got, err := os.ReadFile(transcriptAt(root, name))
				if name == id && !bytes.Equal(got, data) || name != id && err == nil {
					t.Errorf("%s was restored, %s has %d bytes: %v", id, name, len(got), err)
				}
			}
			drop, err := k.PlanDrop(t.Context(), id)
			if err != nil || drop.Only {
				t.Fatalf("%+v, %v", drop, err)
			}
			if freed, err := k.Drop(t.Context(), []library.Dropping{drop}); err != nil || freed < int64(len(files[id])) {
				t.Errorf("freed %d bytes: %v", freed, err)
			}
			for name, data := range files {
				got, err := os.ReadFile(transcriptAt(kept.RootOf(root), name))
				if name == id && err == nil || name != id && !bytes.Equal(got, data) {
					t.Errorf("%s was dropped, of %s the archive has %d bytes: %v", id, name, len(got), err)
				}
			}
		})
	}
}

// TestAnAbsentRootIsNotADeletion: kept sessions of a Claude directory that is not there, as on
// a disk that is not mounted, are shown on demand only, are restored to another directory that
// is named, and never make the absent one.
func TestAnAbsentRootIsNotADeletion(t *testing.T) {
	root, kept, files := keptTwice(t)
	if err := os.Rename(root, root+"-away"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(root + "-away") })
	other := t.TempDir()
	if l, _ := keeping(t, other, kept, false); len(l.Chats()) != 0 {
		t.Errorf("%d chats of a directory that is not there", len(l.Chats()))
	}
	l, k := keeping(t, other, kept, true)
	if len(l.Chats()) == 0 {
		t.Fatal("nothing is shown on demand")
	}
	s, version, err := k.Find(t.Context(), planMade)
	if err != nil {
		t.Fatal(err)
	}
	if where := k.Where(t.Context(), s); where != library.Away {
		t.Errorf("it is %v", where)
	}
	if drop, err := k.PlanDrop(t.Context(), planMade); err != nil || !drop.Only {
		t.Errorf("%+v, %v", drop, err)
	}
	if _, err := k.PlanRestore(t.Context(), s, version, ""); err == nil {
		t.Error("it can be restored to a directory that is not there")
	}
	plan, err := k.PlanRestore(t.Context(), s, version, other)
	if err == nil {
		_, err = k.Restore(t.Context(), plan)
	}
	if err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(transcriptAt(other, planMade)); !bytes.Equal(got, files[planMade]) {
		t.Errorf("%d bytes: %v", len(got), err)
	}
	if _, err := os.Lstat(root); err == nil {
		t.Error("the absent directory was made")
	}
	if all, err := kept.Sessions(t.Context()); err != nil || !slices.ContainsFunc(all, func(one *archive.Session) bool { return one.Key() == s.Key() }) {
		t.Errorf("%d sessions are kept: %v", len(all), err)
	}
}

// TestKeptCopiesAreNotCountedTwice: the size of the history is that of Claude Code's files,
// however much of it is kept.
func TestKeptCopiesAreNotCountedTwice(t *testing.T) {
	root, kept, files := keptTwice(t)
	l, _ := keeping(t, root, kept, false)
	var want int64
	for _, data := range files {
		want += int64(len(data))
	}
	s := l.Catalog.Snapshot()
	copies := 0
	for _, f := range s.Files {
		if f.Kept {
			copies++
		}
	}
	if s.Totals.Bytes != want || copies != len(files) {
		t.Errorf("%d bytes with %d copies, want %d bytes with %d copies", s.Totals.Bytes, copies, want, len(files))
	}
}
