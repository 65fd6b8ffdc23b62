package search_test

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"dendro/backend/internal/tests"
	"dendro/backend/search"
)

// slowExpressions are what somebody types to see whether the window hangs.
func slowExpressions() map[string]string {
	var letters []string
	for c := 'a'; c <= 'z'; c++ {
		letters = append(letters, string(c))
	}
	var words []string
	for i := range 550 {
		words = append(words, fmt.Sprintf("w%dq", i))
	}
	return map[string]string{
		"nested":       `/(a+a+)+(b?a+)+c/`,
		"alternatives": "/(" + strings.Join(letters, "|") + `)*\d/`,
		"words":        "/(" + strings.Join(words, "|") + `|a+)+\d/`,
		"dots":         `/.*.*.*[0-9].*/`,
		"repetitions":  "/" + strings.Repeat("[ab]{0,700}", 6) + `\d/`,
		"many ends":    `/a.{0,900}\d|aab/`,
	}
}

// TestSlowExpressionsEnd looks for expressions in texts of many sizes: in one
// line of 24 MB, and in many that are each read in one go. Whatever it is, the
// search ends soon after nobody waits for it any more.
func TestSlowExpressionsEnd(t *testing.T) {
	tests.Long(t)
	dir := t.TempDir()
	write(t, dir, "line", user(1, strings.Repeat("aaaaaaaaab", 24<<20/10)))
	var many []M
	for i := range 40 {
		many = append(many, user(2+i, strings.Repeat("aaaaaaaaab", 20<<10)))
	}
	write(t, dir, "many", many...)
	w := load(t, dir)
	for name, src := range slowExpressions() {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
			defer cancel()
			start := tests.CPU()
			_, err := w.x.Search(ctx, parse(t, src), search.Options{Catalog: w, Open: open, Count: true})
			took := tests.CPU() - start
			t.Logf("%v after %v", err, took)
			if took > 10*time.Second {
				t.Errorf("it took %v to stop", took)
			}
		})
	}
}

// TestLongLinesCostLittle bounds what a search keeps in memory for lines of
// many MB, of which it reads as many as it has workers.
func TestLongLinesCostLittle(t *testing.T) {
	if testing.Short() {
		t.Skip("the short tests run under the race detector, whose own memory would count")
	}
	const line = 16 << 20
	dir := t.TempDir()
	for i := range 3 {
		write(t, dir, fmt.Sprint("s", i), user(1+i, strings.Repeat("ein längerer Text ", line/19)))
	}
	w := load(t, dir)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2)) // as many workers
	for _, src := range []string{"t", "länger", `/.*.*.*=.*/`, `/text.*ein/`} {
		peak := peakOf(func() { w.search(t, src, search.Options{Count: true}) })
		t.Logf("%s: %d MB", src, peak>>20)
		if peak > 2*10*line {
			t.Errorf("%s: %d MB for lines of %d", src, peak>>20, line>>20)
		}
	}
}

// peakOf returns by how much the heap grew at most while f ran.
func peakOf(f func()) (peak uint64) {
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapInuse
	}
	runtime.GC()
	before := heap()
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	for {
		select {
		case <-done:
			return peak
		case <-time.After(2 * time.Millisecond):
			if now := heap(); now > before {
				peak = max(peak, now-before)
			}
		}
	}
}
