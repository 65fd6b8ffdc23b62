package cache

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"dendro/backend/transcript"
)

func TestNodeShelf(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	random := func(n int) []transcript.Node {
		nodes := make([]transcript.Node, n)
		for i := range nodes {
			nodes[i].Time, nodes[i].Flags, nodes[i].Model = rng.Int64(), transcript.Flags(rng.Uint32()), uint16(i)
		}
		return nodes
	}
	dir := t.TempDir()
	s := NewNodeShelf(filepath.Join(os.DevNull, "x"), dir)
	var want, got [][]transcript.Node
	for _, n := range []int{1, 0, 30_000, 2, windowSize / nodeSize, 40_000, 3*windowSize/nodeSize + 5, 100_000, 100_000} {
		nodes := random(n)
		want, got = append(want, nodes), append(got, s.Put(slices.Clone(nodes)))
	}
	if moved := &got[2][0] != &want[2][0]; !moved && runtime.GOOS == "linux" {
		t.Error("nothing lies on the shelf")
	}
	s.Close()
	s.Rest()
	s.Looked(maxLooked)
	for i := range want {
		if !slices.Equal(got[i], want[i]) || cap(got[i]) != len(got[i]) {
			t.Errorf("%d: %d nodes are others, or can be appended to in place", i, len(want[i]))
		}
	}
	if late := random(3); &s.Put(late)[0] != &late[0] {
		t.Error("a shelf that is closed takes nodes in")
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("%v, %v", left, err)
	}
}

// Where there is no place on the disk, nodes stay in memory.
func TestNodeShelfWithoutPlace(t *testing.T) {
	nodes := make([]transcript.Node, 3)
	for _, s := range []*NodeShelf{NewNodeShelf(), NewNodeShelf(filepath.Join(os.DevNull, "x"))} {
		if &s.Put(nodes)[0] != &nodes[0] {
			t.Error("nodes lie nowhere")
		}
		sum := &transcript.Summary{Facts: transcript.Facts{Nodes: nodes}, Task: "a task"}
		if s.Summary(sum); len(sum.Nodes) != len(nodes) || &sum.Nodes[0] == &nodes[0] || sum.Task != "a task" {
			t.Error("a summary has no nodes of its own, or another text")
		}
		s.Rest()
		s.Close()
	}
	s := NewNodeShelf(t.TempDir())
	if s.nodes.file != nil {
		if err := s.nodes.file.Close(); err != nil {
			t.Fatal(err)
		}
	} else if runtime.GOOS != "windows" {
		t.Fatal("there is no file for the nodes")
	}
	if &s.Put(nodes)[0] != &nodes[0] {
		t.Error("nodes lie where nothing can be written")
	}
}
