package catalog

import (
	"testing"
	"testing/synctest"
	"time"

	"dendro/backend/internal/history"
	"dendro/backend/scan"
)

// TestAWindowLinksWhatWasKept: the first change after a start does not wait for all
// files to be linked.
func TestAWindowLinksWhatWasKept(t *testing.T) {
	h := history.New(9, time.Date(2026, 11, 3, 9, 0, 0, 0, time.UTC))
	h.Session(history.Options{Env: history.Env{Cwd: "/home/ada/my-app", Version: "2.1.215"}}).Turn("first", "one")
	root, cache := t.TempDir(), t.TempDir()
	if err := h.WriteDir(root); err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		var c *Catalog
		for range 2 {
			c = New(Options{Roots: []scan.Root{{Path: root}}, Window: true, Cache: cache, Now: time.Now})
			if err := c.Scan(t.Context(), true); err != nil {
				t.Fatal(err)
			}
			c.Flush()
		}
		linked := func() (is bool) {
			_ = c.change(func(w *writer) error { is = w.forest != nil; return nil })
			return is
		}
		if linked() {
			t.Fatal("what was kept is linked at once, or nothing was kept")
		}
		time.Sleep(linkAfter + time.Second)
		synctest.Wait()
		if !linked() {
			t.Error("what was kept is not linked")
		}
	})
}
