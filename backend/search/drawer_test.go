package search_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"dendro/backend/search"
)

// TestVeryLongFiles: where the signatures of a long file lie while it is read
// does not change what the index is.
func TestVeryLongFiles(t *testing.T) {
	draw := rand.New(rand.NewPCG(1, 8))
	lines := make([]M, 300)
	for i := range lines {
		var text bytes.Buffer
		for text.Len() < 24<<10 {
			fmt.Fprintf(&text, "word%d ", draw.IntN(1<<20))
		}
		fmt.Fprintf(&text, "needle %d.", i)
		lines[i] = user(i+1, text.String())
	}
	dir := t.TempDir()
	long := write(t, dir, "long", lines...)
	longer := write(t, dir, "longer", slices.Concat(lines, lines[:50])...)
	short := write(t, dir, "short", lines[:2]...)

	opened, scratch := 0, []*os.File{}
	open := func() (*os.File, error) {
		opened++
		f, err := os.Create(filepath.Join(t.TempDir(), "scratch"))
		scratch = append(scratch, f)
		return f, err
	}
	index := func(keep func() (*os.File, error), put func(*search.Index, *search.File)) *world {
		w := load(t, t.TempDir())
		w.dir = dir
		b := search.NewBuilder()
		if keep != nil {
			b.KeepSignatures(keep)
		}
		for _, path := range []string{long, short, longer, long} {
			f, _ := w.read(t, b, path)
			put(w.x, f)
		}
		w.link()
		return w
	}
	put := func(x *search.Index, f *search.File) { x.Put(f) }
	want := index(nil, put)
	if want.x.Stats().Blocks < 600 {
		t.Fatalf("they are only %d blocks", want.x.Stats().Blocks)
	}
	same := func(what string, w *world) {
		t.Helper()
		if !bytes.Equal(encoded(t, want.x), encoded(t, w.x)) {
			t.Errorf("%s: the index is another one", what)
		}
	}
	same("in files", index(open, put))
	if opened != 3 {
		t.Errorf("there were %d files", opened)
	}
	for _, f := range scratch {
		if err := f.Close(); !errors.Is(err, os.ErrClosed) {
			t.Errorf("a file was left open: %v", err)
		}
	}
	same("nowhere", index(func() (*os.File, error) { return nil, os.ErrPermission }, put))
	same("where nobody may write", index(func() (*os.File, error) { return os.Open(long) }, put))

	// What cannot be read any more is looked for in all that it may be in.
	lost := index(open, func(x *search.Index, f *search.File) {
		for _, s := range scratch {
			_ = s.Close()
		}
		x.Put(f)
	})
	for _, q := range []string{"needle in:prompts", `"needle 7." in:prompts`} {
		if a, b := want.all(t, q), lost.all(t, q); a.Total != b.Total || a.Total == 0 {
			t.Errorf("%s: %d hits, want %d", q, b.Total, a.Total)
		}
	}
}
