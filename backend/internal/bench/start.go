package main

import (
	"context"
	"os"
	"time"

	"dendro/backend/catalog"
	"dendro/backend/library"
	"dendro/backend/scan"
)

// warmStart measures the waits of a start with a filled cache: for the list of chats, and
// until the list is verified against the disk.
func warmStart(ctx context.Context, t *table, o options, root string) error {
	dir, err := os.MkdirTemp("", "dendro-bench-cache-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	var listed, verified []time.Duration
	for round := range o.rounds + 1 {
		l := library.New(library.Options{Options: catalog.Options{Roots: []scan.Root{{Path: root}}, Index: true, Now: time.Now, Cache: dir}})
		begin := time.Now()
		var list time.Duration
		stop := l.Catalog.Subscribe(func(c catalog.Change) {
			if list == 0 && len(c.Chats) > 0 {
				list = time.Since(begin)
			}
		})
		err := l.Catalog.Scan(ctx, true)
		all := time.Since(begin)
		stop()
		l.Catalog.Flush()
		if err != nil {
			return err
		}
		if round > 0 { // the first round fills the cache
			listed, verified = append(listed, list), append(verified, all)
		}
	}
	t.times("list of all chats from the cache", listed)
	t.times("the same, verified", verified)
	return nil
}
