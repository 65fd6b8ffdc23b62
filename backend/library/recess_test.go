package library_test

import (
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"dendro/backend/internal/history"
	"dendro/backend/library"
)

// TestMemoryIsGivenBackBehindALargeAnswer counts how often it is: once for some
// answers that follow each other, and never for small ones.
func TestMemoryIsGivenBackBehindALargeAnswer(t *testing.T) {
	root := t.TempDir()
	large := holed(t, root, 20<<20)
	h := history.New(8, begin)
	s := h.Session(day())
	s.Turn("a question", "an answer")
	if err := h.WriteDir(root); err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		l := inWindow(t, root, "")
		if err := l.Scan(t.Context(), true); err != nil {
			t.Fatal(err)
		}
		given := func() uint32 {
			time.Sleep(time.Minute)
			synctest.Wait()
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			return m.NumForcedGC
		}
		opened := func(id string) *library.Thread {
			th, err := l.Thread(t.Context(), id, "")
			if err != nil {
				t.Fatal(err)
			}
			return th
		}
		before := given()
		opened(s.ID)
		if now := given(); now != before {
			t.Errorf("given back %d times behind a small answer", now-before)
		}
		th := opened(large)
		if _, err := l.Inspect(t.Context(), large, false); err != nil {
			t.Fatal(err)
		}
		if now := given(); now != before+1 {
			t.Errorf("given back %d times behind two large answers", now-before)
		}
		if _, err := th.Page(t.Context(), 0, 10); err != nil {
			t.Fatal(err)
		}
		if now := given(); now != before+1 {
			t.Errorf("given back %d times behind a page more", now-before)
		}
		if _, err := l.Inspect(t.Context(), large, false); err != nil {
			t.Fatal(err)
		}
		if now := given(); now != before+2 {
			t.Errorf("given back %d times behind one more", now-before)
		}
	})
}
