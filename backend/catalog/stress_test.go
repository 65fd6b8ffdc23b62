package catalog_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"dendro/backend/catalog"
	"dendro/backend/internal/history"
	"dendro/backend/internal/testlib"
	"dendro/backend/internal/tests"
	"dendro/backend/library"
	"dendro/backend/scan"
)

// TestAnHourOfAppends writes to sessions while they are scanned, watched and searched, a file
// is renamed and a second root comes and goes. In the end everything is found and shown as by
// a process that reads it for the first time, and by the next one from the cache. DENDRO_TIMES
// makes it longer.
func TestAnHourOfAppends(t *testing.T) {
	h := history.New(11, testlib.Begin)
	var sessions []*history.Session
	for i := range 4 {
		s := h.Session(testlib.Day())
		s.Turn(fmt.Sprintf("first%d", i), strings.Repeat(fmt.Sprintf("beginning%d of it ", i), 1000+i*4000))
		sessions = append(sessions, s)
	}
	other, _ := history.Random(testlib.NewDraw(5), 6)
	root, second, cache := testlib.Write(t, h), testlib.Write(t, other), t.TempDir()
	l, warned := testlib.Keeping(root, cache, true)
	testlib.Watching(t, l)
	open := descriptors()

	done := make(chan struct{})
	var group sync.WaitGroup
	beside := func(do func(n int)) {
		group.Go(func() {
			for n := 0; ; n++ {
				select {
				case <-done:
					return
				default:
					do(n)
				}
			}
		})
	}
	beside(func(n int) {
		if err := l.Catalog.Scan(t.Context(), n%2 == 0); err != nil && !errors.Is(err, catalog.ErrStopped) {
			t.Error(err)
		}
	})
	beside(func(n int) {
		testlib.Hits(t, l, fmt.Sprintf("word%d", n%50))
		testlib.Ranked(t, l, fmt.Sprintf("beginning%d answer", n%4))
	})
	beside(func(int) {
		for _, err := range []error{
			l.Catalog.AddRoot(t.Context(), scan.Root{Path: second}), l.Catalog.RemoveRoot(t.Context(), second),
		} {
			if err != nil && !errors.Is(err, catalog.ErrStopped) {
				t.Error(err)
			}
		}
	})
	appends := tests.Cases(300)
	draw, at := testlib.NewDraw(6), map[string]int{}
	for name, data := range h.Files() {
		at[name] = len(data)
	}
	for n := range appends {
		s := sessions[n%len(sessions)]
		s.Turn(fmt.Sprintf("ask word%d", n), strings.Repeat(fmt.Sprintf("answer%d ", n), 1+draw.IntN(400)))
		grow(t, draw, root, h.Files(), at, n == appends-1)
		if n%100 == 50 {
			path := filepath.Join(root, filepath.FromSlash(sessions[0].Path()))
			for _, names := range [][2]string{{path, path + ".away"}, {path + ".away", path}} {
				if err := os.Rename(names[0], names[1]); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	close(done)
	group.Wait()
	settled(t, l, root)
	found(t, l, appends)
	l.Catalog.Flush()
	if lines := strings.Join(warned.Lines(), "\n"); lines != "" {
		t.Errorf("it warned: %s", lines)
	}
	if now := descriptors(); now > open+moreOpen {
		t.Errorf("%d descriptors are open, %d before", now, open)
	}
	next, _ := testlib.Keeping(root, cache, false)
	if err := next.Catalog.Scan(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	if p := next.State().Progress; p.Files > len(sessions) {
		t.Errorf("the next start read %d files again, the cache holds them", p.Files)
	}
	found(t, next, appends)
}

// moreOpen is how many more files may be open than at first: segments of the store.
const moreOpen = 24

// descriptors returns the number of open files, 0 where the system does not tell.
func descriptors() int {
	list, _ := os.ReadDir("/proc/self/fd")
	return len(list)
}

// grow appends the new bytes of files, sometimes only up to the middle of a line; all of it if
// it is the last time.
func grow(t *testing.T, draw *rand.Rand, root string, files map[string][]byte, at map[string]int, last bool) {
	t.Helper()
	for name, data := range files {
		n := len(data) - at[name]
		if !last && draw.IntN(3) == 0 {
			n = draw.IntN(n + 1)
		}
		if n > 0 {
			testlib.AppendTo(t, root, name, data[at[name]:at[name]+n])
			at[name] += n
		}
	}
}

// found fails unless each of the appended prompts and answers is found, once.
func found(t *testing.T, l *library.Library, appends int) {
	t.Helper()
	for n := range appends {
		for _, word := range []string{fmt.Sprintf("word%d", n), fmt.Sprintf("answer%d", n)} {
			if r := testlib.Hits(t, l, `in:prompts,replies /\b`+word+`\b/`); r.Total != 1 {
				t.Errorf("%d hits of %s, want 1", r.Total, word)
			}
		}
	}
}
