package chattree

import (
	"math/rand/v2"
	"testing"
)

// TestRelIndex compares the index with a map, from empty to full.
func TestRelIndex(t *testing.T) {
	const sessions, things = 3000, 50_000
	draw := rand.New(rand.NewPCG(1, 1))
	table, want := newRelIndex(things, sessions), map[relKey]int32{}
	mistaken := 0
	for table.fits(1, sessions) {
		h := relKey(draw.Uint64())
		if draw.IntN(4) == 0 { // next to others, and at the table's end
			h = ^relKey(0) - relKey(draw.IntN(1000))
		}
		_, known := want[h]
		if got, found := table.get(h); known && !found {
			t.Fatalf("%x is lost", h)
		} else if found && !known {
			mistaken++
			want[h] = got
		}
		who := draw.Int32N(sessions)
		table.put(h, who)
		if got, found := table.get(h); !found || got != who {
			t.Fatalf("%x leads to %d, not to %d", h, got, who)
		}
		want[h] = who
	}
	if len(want) < things || table.used > len(want) {
		t.Errorf("%d places are taken by %d things", table.used, len(want))
	}
	if mistaken > things/100 {
		t.Errorf("%d of %d things look like another", mistaken, len(want))
	}
}

// TestFullIndexGrows: an update that does not fit enlarges the index.
func TestFullIndexGrows(t *testing.T) {
	table := newRelIndex(100, 10)
	for h := range relKey(100) {
		table.put(h*0x9e3779b97f4a7c15, 1)
	}
	if used := table.used; !table.fits(10, 10) || table.fits(1000, 10) || table.fits(0, 100) {
		t.Errorf("%d of %d places are taken, for numbers of %d bits", used, len(table.slots), table.width)
	}
}
