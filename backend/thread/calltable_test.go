package thread

import (
	"math/rand/v2"
	"testing"

	"dendro/backend/transcript"
)

// TestCallTableIsAMap compares what a table tells with a map, of calls that stand
// in several records among them.
func TestCallTableIsAMap(t *testing.T) {
	for seed := range uint64(20) {
		draw := rand.New(rand.NewPCG(seed, 4))
		n := draw.IntN(300)
		x, want := &Index{}, map[uint64]int32{}
		table := newCallTable(n)
		for at := range int32(n) {
			b := block{kind: transcript.BlockToolUse}
			b.name(1 + draw.Uint64N(200)<<draw.IntN(50))
			x.blocks = append(x.blocks, b)
			first, ok := table.add(x, at, uint32(at))
			if is, there := want[b.tool()]; ok != there || ok && first != is {
				t.Fatalf("seed %d: call %d stood in record %d, %v; want %d, %v", seed, b.tool(), first, ok, is, there)
			} else if !there {
				want[b.tool()] = at
			}
		}
		for tool, at := range want {
			if got, ok := table.find(x, tool); !ok || got != at {
				t.Errorf("seed %d: call %d stands in record %d, %v; want %d", seed, tool, got, ok, at)
			}
		}
		for _, tool := range []uint64{0, 3, 1 << 60} {
			if at, ok := table.find(x, tool); ok && want[tool] != at {
				t.Errorf("seed %d: call %d, which is not there, stands in record %d", seed, tool, at)
			}
		}
	}
}
