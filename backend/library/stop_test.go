package library_test

import (
	"errors"
	"testing"

	"dendro/backend/internal/history"
	"dendro/backend/library"
)

// TestAStoppedScanIsGoneOnWith stops a scan when the first list is there.
func TestAStoppedScanIsGoneOnWith(t *testing.T) {
	h, _ := history.Random(newDraw(13), 40)
	root := write(t, h)
	l := open(root)
	stopped := make(chan struct{})
	t.Cleanup(l.Subscribe(func(c library.Change) {
		select {
		case <-stopped:
		default:
			if len(c.Chats) > 0 {
				close(stopped)
				go l.Stop()
			}
		}
	}))
	l.Stop() // nothing runs
	for range 50 {
		if err := l.Scan(t.Context(), true); err != nil {
			t.Fatal(err)
		}
		p := l.Progress()
		if p.Err != nil && !errors.Is(p.Err, library.ErrStopped) {
			t.Fatal(p.Err)
		}
		if p.Err == nil {
			break
		}
		if len(l.Chats()) == 0 {
			t.Error("nothing of what was read is of use")
		}
	}
	if diff := difference(t, answers(t, scanned(t, root)), answers(t, l)); diff != "" {
		t.Error(diff)
	}
}
