package lineage

import (
	"encoding/binary"
	"testing"

	"dendro/backend/transcript"
)

// linear fails if the steps grow faster than the input.
func linear(t *testing.T, steps func(n int) int) {
	t.Helper()
	const n = 4000
	if once, twice := steps(n), steps(2*n); float64(twice) > 2.5*float64(once) {
		t.Errorf("%d steps for %d records, %d for twice as many", once, n, twice)
	}
}

// TestNearestVisitsEachRecordOnce, even if many records share a parent far below the next
// match.
func TestNearestVisitsEachRecordOnce(t *testing.T) {
	linear(t, func(n int) (steps int) {
		up := make([]int32, 2*n)
		for i := range up {
			up[i] = int32(min(i, n) - 1)
		}
		found := nearest(up, func(i int32) bool {
			steps++
			return i == 0
		})
		if found[0] != 0 || found[n-1] != 0 || found[2*n-1] != 0 {
			t.Errorf("the nearest ones are %d, %d and %d", found[0], found[n-1], found[2*n-1])
		}
		return steps
	})
}

// TestNearest checks the nearest match at or above each record.
func TestNearest(t *testing.T) {
	up := []int32{None, 0, 1, 4, 3, 4, 2, 8, None}
	found := nearest(up, func(i int32) bool { return i == 1 || i == 7 })
	for i, want := range []int32{None, 1, 1, None, None, None, 1, 7, None} {
		if found[i] != want {
			t.Errorf("above %d: %d, want %d", i, found[i], want)
		}
	}
}

// TestManyCompactionsAreLinear: many compactions that name records far above them cost
// linear time.
func TestManyCompactionsAreLinear(t *testing.T) {
	id := func(i int) (id transcript.ID) {
		binary.BigEndian.PutUint32(id[:], uint32(i)+1)
		return id
	}
	for name, of := range map[string]func(last int) transcript.Compaction{
		"a kept message":            func(last int) transcript.Compaction { return transcript.Compaction{Kept: []transcript.ID{id(last)}} },
		"a kept segment":            func(last int) transcript.Compaction { return transcript.Compaction{Head: id(0), Tail: id(last)} },
		"a segment of another file": func(int) transcript.Compaction { return transcript.Compaction{Head: id(1 << 20), Tail: id(1 << 21)} },
	} {
		t.Run(name, func(t *testing.T) {
			linear(t, func(n int) int {
				facts := transcript.Facts{Logical: map[transcript.ID]transcript.ID{}}
				for i := range 2 * n {
					node := transcript.Node{ID: id(i), Time: int64(i) + 1, Flags: transcript.FlagUser}
					if i < n {
						if i > 0 {
							node.Parent = id(i - 1)
						}
					} else {
						node.Flags = transcript.FlagSystem | transcript.FlagBoundary
						c := of(n - 1)
						c.ID, c.Anchor = node.ID, node.ID
						facts.Compactions = append(facts.Compactions, c)
						facts.Logical[node.ID] = id(1)
					}
					facts.Nodes = append(facts.Nodes, node)
				}
				return maxSteps(len(facts.Nodes)) - build("one", &facts).steps
			})
		})
	}
}
