package chattree

import (
	"math/rand/v2"
	"testing"
)

// TestTouches holds the table against a map, full to the brim again and again.
func TestTouches(t *testing.T) {
	draw := rand.New(rand.NewPCG(1, 1))
	table, want := newTouches(), map[uint64]int32{}
	table.reserve(100)
	for i := range int32(50_000) {
		h := draw.Uint64() | 1
		if draw.IntN(4) == 0 { // near others, and at the table's end
			h = ^uint64(0) - uint64(draw.IntN(1000))*2
		}
		_, known := want[h]
		who, isNew := table.at(h)
		if isNew == known {
			t.Fatalf("%x is new: %v", h, isNew)
		}
		*who, want[h] = i, i
	}
	for h, who := range want {
		if got := table.get(h); got != who {
			t.Fatalf("%x leads to %d, not %d", h, got, who)
		}
	}
	if got := table.get(2 | 1<<40); got != none {
		t.Errorf("what was never there leads to %d", got)
	}
	if table.used != len(want) || len(table.hashes) > 3*len(want) {
		t.Errorf("%d things in %d places, want %d", table.used, len(table.hashes), len(want))
	}
}

// TestTouchesOfAGrowingSession: what is known already takes no more room.
func TestTouchesOfAGrowingSession(t *testing.T) {
	table := newTouches()
	table.reserve(1000)
	for range 5 {
		table.reserve(1000)
		for h := range uint64(1000) {
			who, _ := table.at(h*0x9e3779b97f4a7c15 | 1)
			*who = 1
		}
	}
	if len(table.hashes) > 2000 {
		t.Errorf("%d places for 1000 things", len(table.hashes))
	}
}
