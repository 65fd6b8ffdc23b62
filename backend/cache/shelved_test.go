package cache_test

import (
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"testing"
	"unsafe"

	"github.com/google/go-cmp/cmp"

	"dendro/backend/cache"
	"dendro/backend/transcript"
)

// What lies on the shelf is what was put there, all of it; what stays in memory
// is what every list is made from.
func TestSummariesOnTheShelf(t *testing.T) {
	filled := func(seed uint64) *transcript.Summary {
		sum := new(transcript.Summary)
		fill(rand.New(rand.NewPCG(seed, 6)), reflect.ValueOf(sum).Elem())
		sum.Nodes = slices.Repeat(sum.Nodes, int(seed*7%1000))
		sum.Prompts = slices.Grow(sum.Prompts, int(seed%50))
		return sum
	}
	shelf := cache.NewNodeShelf(t.TempDir())
	shelf.Summary(new(transcript.Summary)) // of a file without records
	var got []*transcript.Summary
	for seed := range uint64(300) {
		sum := filled(seed)
		project, prompt := unsafe.StringData(sum.CWD), unsafe.StringData(sum.Prompts[1].Text)
		shelf.Summary(sum)
		if unsafe.StringData(sum.CWD) != project || unsafe.StringData(sum.Prompts[1].Text) == prompt && runtime.GOOS != "windows" {
			t.Fatalf("%d: the wrong texts lie on the shelf", seed)
		}
		if len(sum.Prompts) != cap(sum.Prompts) {
			t.Errorf("%d: there is room for %d prompts, for %d of them", seed, cap(sum.Prompts), len(sum.Prompts))
		}
		got = append(got, sum)
	}
	shelf.Close()
	shelf.Rest()
	for seed, sum := range got {
		want := filled(uint64(seed))
		if !slices.Equal(want.Nodes, sum.Nodes) {
			t.Fatalf("%d: the nodes are others", seed)
		}
		want.Nodes, sum.Nodes = nil, nil // so many are slow to compare
		if diff := cmp.Diff(want, sum); diff != "" {
			t.Fatalf("%d (-want +got):\n%s", seed, diff)
		}
	}
	late := filled(7)
	title := unsafe.StringData(late.Task)
	if shelf.Summary(late); unsafe.StringData(late.Task) != title {
		t.Error("a shelf that is closed takes summaries in")
	}
}
