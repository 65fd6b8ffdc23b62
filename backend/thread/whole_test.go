package thread

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestPagesOfWholeRecords: pages one after the other load each record once, however many
// rows it has, and have the rows of a single page.
func TestPagesOfWholeRecords(t *testing.T) {
	var s script
	var blocks []obj
	for i := range 50 {
		blocks = append(blocks, obj{"type": "text", "text": fmt.Sprint("block ", i)})
	}
	s.user("1", "", "hello").reply("2", "1", "m", blocks...).user("3", "2", "again").reply("4", "3", "n", blocks[:3]...)
	th := NewSession(indexOf("main", []byte(s.b.String())), nil, Options{}).Thread(idOf("4"))
	loads, from := map[Span]int{}, s.load(nil)
	load := func(ctx context.Context, file string, at Span) ([]byte, error) {
		loads[at]++
		return from(ctx, file, at)
	}
	whole, err := th.Page(t.Context(), 0, -1, from, PageOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range []PageOptions{{WholeRecords: true}, {WholeRecords: true, Bytes: 1}} {
		clear(loads)
		var paged []Row
		for {
			rows, err := th.Page(t.Context(), len(paged), 2, load, o)
			if err != nil {
				t.Fatal(err)
			}
			if len(rows) == 0 {
				break
			}
			paged = slices.Concat(paged, rows)
		}
		if diff := cmp.Diff(whole, paged); diff != "" {
			t.Errorf("%+v (-whole +paged):\n%s", o, diff)
		}
		for at, n := range loads {
			if n > 1 {
				t.Errorf("%+v: the record at %+v was loaded %d times", o, at, n)
			}
		}
	}
}
