package library_test

import (
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"dendro/backend/internal/history"
	"dendro/backend/library"
	"dendro/backend/scan"
)

// TestALongScanIsAShortOne reads a history as one that is too large for memory
// is read, and goes on with it.
func TestALongScanIsAShortOne(t *testing.T) {
	h, _ := history.Random(newDraw(5), 20)
	root, cached := write(t, h), t.TempDir()
	l := library.New(library.Options{
		Roots: []scan.Root{{Path: root}}, Home: "/home/ada", Index: true, Cache: cached,
		Now: func() time.Time { return begin.AddDate(0, 0, 10) },
	})
	same := func(when string, other *library.Library) {
		t.Helper()
		if d := difference(t, answers(t, scanned(t, root)), answers(t, other)); d != "" {
			t.Errorf("%s: %s", when, d)
		}
	}
	done := l.Shelve()
	if err := l.Scan(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	done()
	same("read", l)
	l.Flush()
	l.GiveBack()
	same("at rest", l)
	same("kept", kept(t, cached, true, root))

	draw, files := newDraw(6), h.Files()
	for range 20 {
		change(t, draw, root, files)
	}
	if err := l.Scan(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	same("changed", l)
	l.Flush()
}

// TestMemoryIsSparedForAWhile: a limit that somebody has set is kept, and none
// is left behind.
func TestMemoryIsSparedForAWhile(t *testing.T) {
	limit := func() int64 { return debug.SetMemoryLimit(-1) }
	for _, before := range []int64{limit(), 1 << 28} {
		old := debug.SetMemoryLimit(before)
		done := library.Sparing(1 << 40)
		if now := limit(); now > before || now < 1<<28 || now > 1<<40 {
			t.Errorf("the limit is %d, and was %d", now, before)
		}
		done()
		if now := limit(); now != before {
			t.Errorf("the limit is %d then, and was %d", now, before)
		}
		debug.SetMemoryLimit(old)
	}
}

// TestReadingIsBounded: the limit follows what stays, and none is left behind.
func TestReadingIsBounded(t *testing.T) {
	limit := func() int64 { return debug.SetMemoryLimit(-1) }
	for _, before := range []int64{limit(), 1 << 28} {
		old := debug.SetMemoryLimit(before)
		fit, begin, done := library.Bounding(1 << 30)
		first := limit()
		if first > before || first < 64<<20 || first > 1<<28 {
			t.Errorf("the limit is %d, and was %d", first, before)
		}
		runtime.GC()
		if fit(); limit() != first { // little stays
			t.Errorf("the limit is %d without need", limit())
		}
		much := make([]byte, 160<<20)
		runtime.GC()
		fit()
		if now := limit(); now <= first || now > before {
			t.Errorf("the limit is %d where much stays", now)
		}
		runtime.KeepAlive(much)
		if begin(); limit() != first { // it has gone
			t.Errorf("the limit is %d behind it", limit())
		}
		done()
		if now := limit(); now != before {
			t.Errorf("the limit is %d then, and was %d", now, before)
		}
		debug.SetMemoryLimit(old)
	}
}

// TestAWindowReadsInBounds reads much for a window, as for anybody.
func TestAWindowReadsInBounds(t *testing.T) {
	h, _ := history.Random(newDraw(7), 20)
	root := write(t, h)
	l := inWindow(t, root, t.TempDir())
	before := debug.SetMemoryLimit(-1)
	l.Bound()
	if now := debug.SetMemoryLimit(-1); now >= before {
		t.Errorf("the limit is %d, and was %d", now, before)
	}
	if err := l.Scan(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	l.Flush()
	if now := debug.SetMemoryLimit(-1); now != before {
		t.Errorf("the limit is %d then, and was %d", now, before)
	}
	if d := difference(t, answers(t, scanned(t, root)), answers(t, l)); d != "" {
		t.Error(d)
	}
}
