package best_test

import (
	"cmp"
	"slices"
	"testing"

	"dendro/backend/internal/best"

	"pgregory.net/rapid"
)

// TestListIsTheBeginningOfAllSorted: in whatever order values are added.
func TestListIsTheBeginningOfAllSorted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfDistinct(rapid.Int(), rapid.ID[int]).Draw(t, "values")
		limit := rapid.IntRange(0, 10).Draw(t, "limit")
		l := best.List[int]{Limit: limit, Compare: cmp.Compare[int]}
		for _, v := range values {
			if l.Admits(v) {
				l.Add(v)
			}
		}
		if want := slices.Sorted(slices.Values(values)); !slices.Equal(l.Items, want[:min(limit, len(want))]) {
			t.Fatalf("%v, want the first %d of %v", l.Items, limit, want)
		}
		if l.Full() != (len(values) >= limit) {
			t.Fatalf("full: %v, with %d of %d", l.Full(), len(l.Items), limit)
		}
	})
}
