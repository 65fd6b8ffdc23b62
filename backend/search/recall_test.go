package search_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"dendro/backend/internal/corpus"
	"dendro/backend/internal/history"
	"dendro/backend/internal/tests"
	"dendro/backend/search"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// checkRecall compares the search with the reference on n queries of every class: all hits,
// and the first page for common queries.
func checkRecall(t *testing.T, w *world, seed uint64, n int) {
	t.Helper()
	ref := newReference(t, w)
	if len(ref.records) == 0 {
		return
	}
	rng := rand.New(rand.NewPCG(seed, 7))
	list := queries(rng, ref, n)
	if len(list) > 2000 {
		ref.hay.sort()
	}
	var hits, none, common, bad int
	for i, a := range list {
		q := parse(t, a.src)
		want := ref.hits(q, a.holds...)
		if i%slowEvery == 0 {
			if slow := ref.slowHits(q); !maps.Equal(want, slow) {
				t.Fatalf("%q: the reference misses hits: %s", a.src, cmp.Diff(slow, want))
			}
		}
		var wrong string
		if len(want) > fewHits {
			common++
		}
		if len(want) > fewHits && common%allEvery != 0 {
			wrong = wrongPage(want, w.search(t, a.src, search.Options{}).Hits)
		} else {
			wrong = cmp.Diff(slices.Sorted(maps.Keys(want)), found(w.all(t, a.src)), cmpopts.EquateEmpty())
		}
		if wrong != "" {
			t.Errorf("%q: %s", a.src, wrong)
			if bad++; bad == 5 {
				return
			}
		}
		hits += len(want)
		if len(want) == 0 {
			none++
		}
	}
	t.Logf("%d queries, %d hits; %d queries without a hit, %d with many", len(list), hits, none, common)
}

const (
	// slowEvery is the interval of queries for which the reference checks every record. It
	// must not be a multiple of the number of classes.
	slowEvery = 97
	// fewHits is the number of hits up to which all are compared. For queries with more hits,
	// that is done for one in allEvery: most of an hour would be spent on the words of every
	// sentence.
	fewHits  = 2 * search.DefaultLimit
	allEvery = 20
)

// wrongPage describes an error in the first of many hits, which must be the newest.
func wrongPage(want map[string]int64, page []search.Hit) string {
	if len(page) != search.DefaultLimit {
		return fmt.Sprintf("a page of %d hits", len(page))
	}
	newest := slices.Sorted(maps.Values(want))
	slices.Reverse(newest)
	var got []int64
	for _, h := range page {
		if h.Kind == "title" {
			continue
		}
		ms, ok := want[hitKey(h)]
		if !ok {
			return "no hit: " + hitKey(h)
		}
		got = append(got, ms)
	}
	slices.Sort(got)
	slices.Reverse(got)
	return cmp.Diff(newest[:len(got)], got)
}

// TestRecallOnCorpus has enough blocks for signatures to matter.
func TestRecallOnCorpus(t *testing.T) {
	tests.Long(t)
	t.Parallel()
	checkRecall(t, load(t, written(t, 4<<20, 3)), 1, tests.Cases(50))
}

func written(t *testing.T, size int64, seed uint64) (dir string) {
	t.Helper()
	dir = t.TempDir()
	if _, err := corpus.Write(dir, size, seed); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestRecallOnHistories(t *testing.T) {
	for seed := range uint64(8) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			h, _ := history.Random(rand.New(rand.NewPCG(seed, 11)), 6)
			if err := h.WriteDir(dir); err != nil {
				t.Fatal(err)
			}
			checkRecall(t, load(t, dir), seed, tests.Cases(50))
		})
	}
}

// TestRecallOnRealHistories checks the recall on every set of real histories.
func TestRecallOnRealHistories(t *testing.T) {
	for name, root := range tests.RealRoots(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkRecall(t, load(t, root), 5, tests.Cases(20))
		})
	}
}

// TestRecallWhileAppending compares with the reference while a session grows, whose own hits
// are ignored.
func TestRecallWhileAppending(t *testing.T) {
	t.Parallel()
	dir := written(t, 600<<10, 6)
	ref := newReference(t, load(t, dir))
	live := write(t, dir, "live", user(1, "the first of many"))
	w := load(t, dir)
	stop := make(chan struct{})
	var group sync.WaitGroup
	grown := 0
	group.Go(func() {
		b := search.NewBuilder()
		for from := size(t, live); ; grown++ {
			select {
			case <-stop:
				return
			default:
			}
			appendTo(t, live, jsonLines(t, user(5000+grown, strings.Repeat("error test the func 错误 ", 1+grown%40))))
			from = w.grow(t, b, live, from)
		}
	})
	rng := rand.New(rand.NewPCG(3, 7))
	for _, a := range queries(rng, ref, 8) {
		got := slices.DeleteFunc(found(w.all(t, a.src)), func(s string) bool { return strings.HasPrefix(s, "live ") })
		if want := slices.Sorted(maps.Keys(ref.hits(parse(t, a.src), a.holds...))); !slices.Equal(want, got) {
			t.Errorf("%q: %s", a.src, cmp.Diff(want, got))
			break
		}
	}
	close(stop)
	group.Wait()
	if grown < 2 {
		t.Error("nothing was appended during the searches")
	}
}
