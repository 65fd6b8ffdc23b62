package sorted_test

import (
	"cmp"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"dendro/backend/internal/sorted"
)

// TestMerge compares with sets: numbers come, go, and go that were never there.
func TestMerge(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		numbers := rapid.SliceOfDistinct(rapid.IntRange(0, 40), rapid.ID[int])
		list := numbers.Draw(t, "list")
		slices.Sort(list)
		before := slices.Clone(list)
		d := sorted.Difference[int]{Gone: numbers.Draw(t, "gone"), Came: numbers.Draw(t, "came")}
		want := map[int]bool{}
		for _, n := range list {
			want[n] = true
		}
		for _, n := range d.Gone {
			delete(want, n)
		}
		d.Came = slices.DeleteFunc(d.Came, func(n int) bool { return want[n] })
		for _, n := range d.Came {
			want[n] = true
		}
		if got := sorted.Merge(list, d, cmp.Compare[int]); !slices.Equal(got, slices.Sorted(maps.Keys(want))) || !slices.Equal(list, before) {
			t.Fatalf("%v of %v, which was %v, by %+v", got, list, before, d)
		}
	})
}
