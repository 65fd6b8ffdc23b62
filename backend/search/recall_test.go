package search_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"dendro/backend/internal/corpus"
	"dendro/backend/internal/history"
	"dendro/backend/search"

	"github.com/google/go-cmp/cmp"
)

// checkRecall compares the search with the reference on n queries.
func checkRecall(t *testing.T, w *world, seed uint64, n int) {
	t.Helper()
	ref := newReference(t, w)
	if len(ref.records) == 0 {
		return
	}
	rng := rand.New(rand.NewPCG(seed, 7))
	hits, none := 0, 0
	list := queries(rng, ref, n)
	bad := 0
	for _, src := range list {
		q := parse(t, src)
		want := ref.hits(q)
		res := w.all(t, src)
		got := found(res)
		if !slices.Equal(want, got) {
			t.Errorf("%q: %s", src, cmp.Diff(want, got))
			if bad++; bad == 5 {
				return
			}
		}
		hits += len(want)
		if len(want) == 0 {
			none++
		}
	}
	t.Logf("%d queries, %d hits, %d queries without one", len(list), hits, none)
}

// TestRecallOnCorpus has enough blocks for signatures to matter.
func TestRecallOnCorpus(t *testing.T) {
	t.Parallel()
	checkRecall(t, load(t, written(t, 4<<20/share, 3)), 1, 500/share)
}

// TestRecallOfEveryClass makes five hundred queries of every class.
func TestRecallOfEveryClass(t *testing.T) {
	t.Parallel()
	checkRecall(t, load(t, written(t, 256<<10, 4)), 2, 500*len(queryClasses())/(share*share))
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
			checkRecall(t, load(t, dir), seed, 500/share)
		})
	}
}

// everyClass asks for five hundred queries of every class of the large real
// histories too: half an hour instead of one minute.
var everyClass = flag.Bool("every-class", false, "500 queries of every class on real histories of any size")

// everyClassUpTo is the size of histories, in bytes, on which that is quick.
const everyClassUpTo = 4 << 20

func TestRecallOnRealHistories(t *testing.T) {
	for i, root := range realdata(t) {
		if i%share != 0 {
			continue
		}
		t.Run(root, func(t *testing.T) {
			t.Parallel()
			w, n := load(t, root), 500
			if w.raw < everyClassUpTo || *everyClass {
				n *= len(queryClasses())
			}
			checkRecall(t, w, 5, n/(share*share))
		})
	}
}

// TestRecallWhileAppending compares with the reference while a session grows,
// whose own hits do not count.
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
	for _, src := range queries(rng, ref, 150/share) {
		got := slices.DeleteFunc(found(w.all(t, src)), func(s string) bool { return strings.HasPrefix(s, "live ") })
		if want := ref.hits(parse(t, src)); !slices.Equal(want, got) {
			t.Errorf("%q: %s", src, cmp.Diff(want, got))
			break
		}
	}
	close(stop)
	group.Wait()
	if grown < 2 {
		t.Error("nothing was appended meanwhile")
	}
}

// realdata returns the roots of the real histories, which are not part of the
// project.
func realdata(t testing.TB) []string {
	t.Helper()
	var roots []string
	for _, pattern := range []string{"../../../shared/realdata/*/projects", "../../../shared/realdata/*/*/projects"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range found {
			roots = append(roots, filepath.Dir(p))
		}
	}
	if len(roots) == 0 {
		t.Skip("no real histories here")
	}
	return roots
}
