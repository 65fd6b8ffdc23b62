package chattree

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func never(int32) bool  { return false }
func always(int32) bool { return true }

// leadsTo returns the sessions that may stand for h.
func leadsTo(t *touches, h uint64) (list []int32) {
	t.get(h, func(num int32) { list = append(list, num) })
	return list
}

// TestTouches holds the table against a map, from empty to full.
func TestTouches(t *testing.T) {
	const sessions, things = 3000, 50_000
	draw := rand.New(rand.NewPCG(1, 1))
	table, want := newTouches(), map[uint64]int32{}
	if table.fits(1, 1) {
		t.Error("an empty table has room")
	}
	if got := leadsTo(table, 1); got != nil {
		t.Errorf("an empty table leads to %d", got)
	}
	table.reset(things, sessions)
	strangers := 0
	for table.fits(1, sessions) {
		h := draw.Uint64()
		if draw.IntN(4) == 0 { // near others, and at the table's end
			h = ^uint64(0) - uint64(draw.IntN(1000))
		}
		who := draw.Int32N(sessions)
		before, known := want[h]
		table.put(h, who, func(other int32) bool {
			if !known || other != before {
				strangers++
			}
			return known && other == before
		})
		want[h] = who
	}
	for h, who := range want {
		if got := leadsTo(table, h); !slices.Contains(got, who) {
			t.Fatalf("%x leads to %d, not to %d", h, got, who)
		}
	}
	if table.used != len(want) || len(want) < things || len(table.slots) > 2*things {
		t.Errorf("%d things in %d places, want %d", table.used, len(table.slots), len(want))
	}
	if strangers > things/100 {
		t.Errorf("%d of %d things look like another", strangers, len(want))
	}
}

// TestTouchesThatLookTheSame: neither drives the other out.
func TestTouchesThatLookTheSame(t *testing.T) {
	table := newTouches()
	table.reset(10, 1<<20)
	h := uint64(1) << 40 // of which no bit stands in an entry
	table.put(h, 1, never)
	table.put(h+1<<30, 2, never)
	if got := leadsTo(table, h); !slices.Equal(got, []int32{1, 2}) {
		t.Errorf("it leads to %d", got)
	}
	table.put(h, 3, func(other int32) bool { return other == 1 })
	if got := leadsTo(table, h); !slices.Equal(got, []int32{3, 2}) || table.used != 2 {
		t.Errorf("then it leads to %d, of %d", got, table.used)
	}
}

// TestTouchesOfAGrowingSession: what is known already takes no more room.
func TestTouchesOfAGrowingSession(t *testing.T) {
	table := newTouches()
	table.reset(1000, 2)
	for range 5 {
		for h := range uint64(1000) {
			table.put(h*0x9e3779b97f4a7c15, 1, always)
		}
	}
	if !table.fits(100, 2) || table.fits(10_000, 2) || table.fits(0, 4) {
		t.Errorf("%d places, %d taken, for numbers of %d bits", len(table.slots), table.used, table.width)
	}
}
