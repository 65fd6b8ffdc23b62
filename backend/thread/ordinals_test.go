package thread

import (
	"math/rand/v2"
	"testing"
)

// TestOrdinalsAreThoseOfAMap compares what they tell with a map, for messages
// that lie close together and far apart.
func TestOrdinalsAreThoseOfAMap(t *testing.T) {
	type key struct {
		message int32
		block   uint32
	}
	for seed := range uint64(20) {
		draw := rand.New(rand.NewPCG(seed, 3))
		x := &Index{responses: responses{messages: make([]message, 2000)}}
		for i := range x.messages {
			x.messages[i].blocks = uint32(draw.IntN(5))
		}
		apart := 1 + draw.IntN(40)
		var records []int32
		for m := 0; m < len(x.messages); m += 1 + draw.IntN(apart) {
			for range draw.IntN(4) {
				records = append(records, int32(len(x.recs)))
				x.recs = append(x.recs, record{message: int32(max(m-draw.IntN(3), 0))})
			}
			if draw.IntN(10) == 0 {
				records = append(records, int32(len(x.recs)))
				x.recs = append(x.recs, record{message: -1})
			}
		}
		o, want := newOrdinals(x, records), map[key]int{}
		for n := range 3 * len(records) {
			m := x.recs[records[draw.IntN(len(records))]].message
			if m < 0 {
				continue
			}
			if draw.IntN(200) == 0 {
				o.forget(n)
				clear(want)
			}
			k := key{m, uint32(draw.IntN(int(x.messages[m].blocks) + 1))}
			is, there := want[k]
			if old, ok := o.swap(k.message, k.block, n); ok != there || ok && old != is {
				t.Fatalf("seed %d: block %d of message %d was item %d, %v; want %d, %v", seed, k.block, m, old, ok, is, there)
			}
			want[k] = n
		}
	}
}
