package cache

import (
	"math/rand/v2"
	"slices"
	"testing"

	"dendro/backend/transcript"
)

// TestNodesAreUsedAsTheyLie compares what is read in place with what is read
// number by number.
func TestNodesAreUsedAsTheyLie(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	want := make([]transcript.Node, 100)
	for i := range want {
		n := &want[i]
		for j := range n.ID {
			n.ID[j], n.Parent[j] = byte(rng.Uint32()), byte(rng.Uint32())
		}
		n.Time, n.Message, n.Content, n.Flags = rng.Int64()-1<<62, rng.Uint64(), rng.Uint32(), transcript.Flags(rng.Uint32())
		n.Session, n.Branch, n.Model = uint16(rng.Uint32()), uint16(rng.Uint32()), uint16(rng.Uint32())
	}
	data := appendNodes(nil, want)
	if got := decodeNodes(data); !slices.Equal(got, want) {
		t.Error("number by number they are others")
	}
	for shift := range 9 { // a machine may ask for them to lie at even addresses
		moved := append(make([]byte, shift, shift+len(data)), data...)[shift:]
		if got := nodesOf(moved); !slices.Equal(got, want) {
			t.Errorf("at %d they are others", shift)
		}
	}
	if got := nodesOf(data[:nodeSize-1]); got != nil {
		t.Error("less than a node is one")
	}
}
