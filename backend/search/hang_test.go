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

// slowExpressions are expressions typed to make the window hang.
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

// TestSlowExpressionsEnd searches for slow expressions in texts of many sizes: in one line of
// 24 MB, and in many lines that are each matched without interruption. The search must end
// soon after it is cancelled.
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

// TestLongLinesCostLittle limits a search's memory for lines of many MB. It holds one line
// per worker.
func TestLongLinesCostLittle(t *testing.T) {
	if testing.Short() {
		t.Skip("short tests run under the race detector, whose memory would be included")
	}
	const line = 16 << 20
	dir := t.TempDir()
	for i := range 3 {
		write(t, dir, fmt.Sprint("s", i), user(1+i, strings.Repeat("ein längerer Text ", line/19)))
	}
	w := load(t, dir)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2)) // one per worker
	for _, src := range []string{"t", "länger", `/.*.*.*=.*/`, `/text.*ein/`} {
		peak := peakOf(func() { w.search(t, src, search.Options{Count: true}) })
		t.Logf("%s: %d MB", src, peak>>20)
		if peak > 2*10*line {
			t.Errorf("%s: %d MB for lines of %d", src, peak>>20, line>>20)
		}
	}
}

// peakOf returns the maximum growth of the heap while f runs.
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
