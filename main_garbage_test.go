package main

import (
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

func TestCollectorSetsWhenGarbageIsCollected(t *testing.T) {
	before := debug.SetGCPercent(100)
	defer debug.SetGCPercent(before)
	p := startCollector()
	keep := make([]byte, 2*garbage) // a live heap of which that is half
	due := func() int {
		p.mu.Lock()
		defer p.mu.Unlock()
		return p.percent
	}
	for start := time.Now(); due() > 60 && time.Since(start) < 10*time.Second; {
		runtime.GC()
		time.Sleep(time.Millisecond)
	}
	if got := due(); got > 60 || got < leastPercent {
		t.Errorf("beside %d bytes the next collection is due at %d %%", len(keep), got)
	}
	runtime.KeepAlive(keep)
	p.stop(gcPercent)
	if got := debug.SetGCPercent(gcPercent); got != gcPercent {
		t.Errorf("stopped, it leaves %d %%", got)
	}
}

func TestPercentOf(t *testing.T) {
	for live, want := range map[uint64]int{0: mostPercent, 1 << 20: mostPercent, garbage: 100, 4 * garbage: 25, 100 * garbage: leastPercent} {
		if got := percentOf(live); got != want {
			t.Errorf("beside %d bytes: %d %%, want %d", live, got, want)
		}
	}
}
