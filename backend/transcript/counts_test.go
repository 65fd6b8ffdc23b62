package transcript

import (
	"maps"
	"math"
	"slices"
	"strings"
	"testing"
)

func TestCounts(t *testing.T) {
	long := strings.Repeat("é", 100)
	for _, want := range []map[string]int{
		{},
		{"user": 1},
		{"user": 127, "assistant": 128, "": 3, "\x00": 4, long: math.MaxInt},
	} {
		c := countsOf(want)
		if got := maps.Collect(c.All()); !maps.Equal(got, want) {
			t.Errorf("%v comes back as %v", want, got)
		}
		var names []string
		for name := range c.All() {
			names = append(names, name)
		}
		if !slices.IsSorted(names) || len(names) != len(want) {
			t.Errorf("the names of %v are %q", want, names)
		}
		for range c.All() {
			break
		}
		for i := range len(c) { // what is damaged ends somewhere
			for range c[i:].All() {
				continue
			}
			for range c[:i].All() {
				continue
			}
		}
	}
}
