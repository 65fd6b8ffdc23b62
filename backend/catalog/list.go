package catalog

import (
	"context"
	"maps"
	"sync"

	"dendro/backend/scan"
	"dendro/backend/transcript"
)

// list lists the files of all roots and removes those that are gone. The first time, the
// cache is loaded meanwhile. Changes on disk may be applied while it lists.
func (c *Catalog) list(ctx context.Context) ([]transcript.File, error) {
	var files []transcript.File
	var problems []scan.Problem
	var err error
	var listing sync.WaitGroup
	var known map[string]*File
	_ = c.change(func(w *writer) error {
		roots := w.draft.Roots
		w.start(func() {
			listing.Go(func() { files, problems, err = scan.List(ctx, w.opt.Disk, roots) })
		})
		known = maps.Clone(w.files)
		return nil
	})
	listing.Wait()
	if err != nil {
		return nil, err
	}
	return files, c.change(func(w *writer) error {
		w.findOrigins(ctx)
		for i := range files {
			w.origins.note(&files[i])
		}
		w.draft.Problems, w.draft.Listed = problems, len(files)
		for i := range files {
			delete(known, files[i].Abs())
		}
		for path, f := range known {
			if w.files[path] == f { // otherwise it came after the listing
				w.drop(path)
			}
		}
		return nil
	})
}
