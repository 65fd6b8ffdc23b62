package main

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

const (
	// gcPercent is how much the heap of a window may grow before garbage is
	// collected: a window is open all day and beside other programs.
	gcPercent = 25
	// garbage is how much a command may leave before it is collected. What is
	// kept of a history grows as it is read, and looking for garbage takes the
	// longer the more is kept: a share of it would be looked for fifty times.
	garbage = 40 << 20
	// leastPercent and mostPercent bound that for very large and small heaps.
	leastPercent = 10
	mostPercent  = 400
)

// collector sets, after every collection, when the next one is due.
type collector struct {
	mu      sync.Mutex
	stopped bool
	percent int
	live    []metrics.Sample
}

// lap is collected with the garbage, which tells the collector that it was.
type lap struct{ of *collector }

// startCollector lets garbage be collected whenever there is so much of it.
func startCollector() *collector {
	p := &collector{percent: mostPercent, live: []metrics.Sample{{Name: "/gc/heap/live:bytes"}}}
	debug.SetGCPercent(p.percent)
	p.next()
	return p
}

func (p *collector) next() { runtime.SetFinalizer(&lap{p}, func(*lap) { p.collected() }) }

func (p *collector) collected() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stopped {
		return
	}
	metrics.Read(p.live)
	if percent := percentOf(p.live[0].Value.Uint64()); percent != p.percent {
		p.percent = percent
		debug.SetGCPercent(percent)
	}
	p.next()
}

// percentOf returns what share of the live heap the garbage may be.
func percentOf(live uint64) int {
	return int(min(max(100*garbage/max(live, 1), leastPercent), mostPercent))
}

// stop gives garbage a share of the heap from now on.
func (p *collector) stop(percent int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stopped = true
	debug.SetGCPercent(percent)
}
