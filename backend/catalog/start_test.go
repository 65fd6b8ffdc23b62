package catalog_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"dendro/backend/catalog"
	"dendro/backend/internal/history"
	"dendro/backend/internal/tests"
)

// TestStartLinksWhatItListed: who waits for the linked chats of a start with a cache finds
// them, and they have the rows that an earlier process left.
func TestStartLinksWhatItListed(t *testing.T) {
	tests.Seeds(t, 20, func(t *testing.T, seed uint64) {
		h, _ := history.Random(rand.New(rand.NewPCG(seed, 1)), 12)
		root, cache := t.TempDir(), t.TempDir()
		if err := h.WriteDir(root); err != nil {
			t.Fatal(err)
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
		c = open([]string{root}, cache)
		t.Cleanup(c.Flush)
		if s := c.Snapshot(); s.OnlyRows() || len(s.Chats) != 0 {
			t.Fatal("something is known before the scan")
		}
		linked := make(chan error, 1)
		go func() {
			err := c.Linked(t.Context())
			if s := c.Snapshot(); err == nil && (s.OnlyRows() || len(s.Chats) != len(want)) {
				err = errors.New("linked, without the chats")
			}
			linked <- err
		}()
		scan(c)
		if err := <-linked; err != nil {
			t.Error(err)
		}
		if diff := gocmp.Diff(want, slices.Collect(c.Snapshot().Rows())); diff != "" {
			t.Errorf("(-read +linked):\n%s", diff)
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
