package catalog_test

import (
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"dendro/backend/catalog"
	"dendro/backend/internal/history"
	"dendro/backend/internal/testlib"
)

// TestStoppedScanContinues stops a scan when the first list is there.
func TestStoppedScanContinues(t *testing.T) {
	h, _ := history.Random(testlib.NewDraw(13), 40)
	root := testlib.Write(t, h)
	l := testlib.Open(root)
	stopped := make(chan struct{})
	t.Cleanup(l.Catalog.Subscribe(func(c catalog.Change) {
		select {
		case <-stopped:
		default:
			if len(c.Chats) > 0 {
				close(stopped)
				go l.Catalog.Stop()
			}
		}
	}))
	l.Catalog.Stop() // nothing runs
	for range 50 {
		if err := l.Catalog.Scan(t.Context(), true); err != nil {
			t.Fatal(err)
		}
		p := l.Catalog.Snapshot().Progress
		if p.Err != nil && !errors.Is(p.Err, catalog.ErrStopped) {
			t.Fatal(p.Err)
		}
		if p.Err == nil {
			break
		}
		if len(l.Chats()) == 0 {
			t.Error("nothing of what was read is of use")
		}
	}
	if diff := testlib.Difference(t, testlib.Answers(t, testlib.Scanned(t, root)), testlib.Answers(t, l)); diff != "" {
		t.Error(diff)
	}
}

// TestStoppedScanStaysStopped: a lost event makes a library check all files again, but
// it must not read those that it was told to skip.
func TestStoppedScanStaysStopped(t *testing.T) {
	h, _ := history.Random(testlib.NewDraw(13), 40)
	root := testlib.Write(t, h)
	testlib.Put(t, root, "projects/-gone/of-little-size.jsonl", []byte("{}\n"))
	l := testlib.Open(root)
	var once sync.Once
	t.Cleanup(l.Catalog.Subscribe(func(c catalog.Change) {
		if len(c.Chats) > 0 { // the first list is there
			once.Do(l.Catalog.Stop)
		}
	}))
	testlib.Watching(t, l)
	read, of := l.Catalog.Snapshot().Read, l.Catalog.Snapshot().Listed
	if err := l.Catalog.Snapshot().Progress.Err; !errors.Is(err, catalog.ErrStopped) || read == of {
		t.Fatalf("%d of %d files are read: %v", read, of, err)
	}
	if err := os.Remove(filepath.Join(root, "projects", "-gone", "of-little-size.jsonl")); err != nil {
		t.Fatal(err)
	}
	testlib.Until(t, "the loss of its file", func() bool { return l.Catalog.Snapshot().File("of-little-size") == nil })
	if err := os.Remove(filepath.Join(root, "projects", "-gone")); err != nil {
		t.Fatal(err)
	}
	testlib.Until(t, "the loss of a project", func() bool { return l.Catalog.Snapshot().Listed < of })
	if now, of := l.Catalog.Snapshot().Read, l.Catalog.Snapshot().Listed; now >= read {
		t.Errorf("%d of %d files are read, %d before", now, of, read)
	}
	if err := l.Catalog.Scan(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	settled(t, l, root)
}
