package catalog

import (
	"context"
	"sync"

	"dendro/backend/scan"
)

// list lists the files of all roots and removes those that are gone. The first time, the
// cache is loaded meanwhile.
func (w *writer) list(ctx context.Context) ([]scan.File, error) {
	var files []scan.File
	var problems []scan.Problem
	var err error
	var listing sync.WaitGroup
	w.start(func() {
		listing.Go(func() { files, problems, err = scan.List(ctx, w.opt.Disk, w.draft.Roots) })
	})
	listing.Wait()
	if err != nil {
		return nil, err
	}
	w.findOrigins(ctx)
	for i := range files {
		w.origins.note(&files[i])
	}
	w.draft.Problems, w.draft.Listed = problems, len(files)
	if len(w.files) == 0 {
		return files, nil
	}
	there := make(map[string]bool, len(files))
	for i := range files {
		there[files[i].Abs()] = true
	}
	for path := range w.files {
		if !there[path] {
			w.drop(path)
		}
	}
	return files, nil
}
