package catalog_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"dendro/backend/catalog"
	"dendro/backend/internal/history"
	"dendro/backend/internal/tests"
)

// TestStartShowsTheListFirst: the first change of a start with a cache shows the rows as they
// were, and nothing else. Nothing waits for that but who asks for more.
func TestStartShowsTheListFirst(t *testing.T) {
	tests.Seeds(t, 20, func(t *testing.T, seed uint64) {
		h, _ := history.Random(rand.New(rand.NewPCG(seed, 1)), 12)
		root, cache := t.TempDir(), t.TempDir()
		for name, data := range h.Files() {
			path := filepath.Join(root, filepath.FromSlash(name))
			if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, data, 0o600)); err != nil {
				t.Fatal(err)
			}
		}
		scan := func(c *catalog.Catalog) {
			if err := c.Scan(t.Context(), true); err != nil {
				t.Fatal(err)
			}
		}
		c := open([]string{root}, cache)
		scan(c)
		want := slices.Collect(c.Snapshot().Rows())
		c.Flush()
		if len(want) == 0 {
			t.Skip("an empty history")
		}
		c = open([]string{root}, cache)
		t.Cleanup(c.Flush)
		if s := c.Snapshot(); s.OnlyRows() || len(s.Chats) != 0 {
			t.Fatal("something is known before the scan")
		}
		var first *catalog.Snapshot
		defer c.Subscribe(func(catalog.Change) {
			if first == nil && c.Snapshot().Totals.Chats > 0 {
				first = c.Snapshot()
			}
		})()
		linked := make(chan error, 1)
		go func() {
			err := c.Linked(t.Context())
			if err == nil && c.Snapshot().OnlyRows() {
				err = errors.New("linked, with rows only")
			}
			linked <- err
		}()
		scan(c)
		if err := <-linked; err != nil {
			t.Error(err)
		}
		if diff := gocmp.Diff(want, slices.Collect(c.Snapshot().Rows())); diff != "" {
			t.Errorf("linked (-read +linked):\n%s", diff)
		}
		if first == nil || !first.OnlyRows() { // the whole start may be faster than the report of its list
			return
		}
		if diff := gocmp.Diff(want, slices.Collect(first.Rows())); diff != "" {
			t.Errorf("first (-read +shown):\n%s", diff)
		}
		if first.Totals != c.Snapshot().Totals || len(first.Files)+len(first.Chats) != 0 {
			t.Errorf("%+v of the rows, %+v of the chats", first.Totals, c.Snapshot().Totals)
		}
	})
}

// TestLinkedEnds: without a cache nothing is waited for, and with one no longer than the
// question.
func TestLinkedEnds(t *testing.T) {
	if err := open([]string{t.TempDir()}, "").Linked(t.Context()); err != nil {
		t.Error(err)
	}
	c := open([]string{t.TempDir()}, t.TempDir())
	t.Cleanup(c.Flush)
	ctx, stop := context.WithTimeout(t.Context(), time.Millisecond)
	defer stop()
	if err := c.Linked(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v, before anything was read", err)
	}
}
