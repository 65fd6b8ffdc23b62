package catalog

import (
	"context"
	"slices"

	"dendro/backend/scan"
	"dendro/backend/transcript"
	"dendro/backend/watch"
)

// Watch applies changes on disk and notifies subscribers until ctx ends. It includes roots
// that are added later. Start it before Scan, so that no change is missed.
func (c *Catalog) Watch(ctx context.Context) {
	_ = c.change(func(w *writer) error {
		w.stopWatch = map[string]func(){}
		w.startWatch = func(root string) {
			ctx, stop := context.WithCancel(ctx)
			w.stopWatch[root] = stop
			c.watchRoot(ctx, root)
		}
		for _, root := range w.draft.RootPaths() {
			w.startWatch(root)
		}
		return nil
	})
}

func (c *Catalog) watchRoot(ctx context.Context, root string) {
	w := watch.Start(ctx, []string{root}, watch.Options{Logger: c.opt.Logger}, func(r watch.Report) bool {
		changed, err := c.reread(ctx, r)
		if err != nil && ctx.Err() == nil {
			c.opt.Logger.Warn("change not read", "error", err)
		}
		return changed
	})
	context.AfterFunc(ctx, w.Close)
}

// reread reads the reported files that have changed, and reports whether any has. If all may
// have, or a file cannot be checked, now or before, everything is listed again.
func (c *Catalog) reread(ctx context.Context, r watch.Report) (changed bool, err error) {
	again := r.All
	if !again {
		err = c.change(func(w *writer) error {
			changed, again, err = w.reread(ctx, r.Files)
			return err
		})
	}
	if !again {
		return changed, err
	}
	files, err := c.list(ctx)
	if err != nil {
		return false, err
	}
	err = c.change(func(w *writer) error {
		// What a stopped scan has left unread stays so until it changes.
		jobs := slices.DeleteFunc(w.changed(files), func(j scan.Job) bool {
			f := w.files[j.Abs()]
			return w.left[j.Abs()] && (f == nil || f.same(&j.File))
		})
		changed, err = w.readChanges(ctx, jobs)
		return err
	})
	return changed, err
}

// reread reads the given files that have changed, and reports whether any has. A file listed
// by a scan before the change is read again. If one cannot be checked, now or before, it
// reads nothing, and all files have to be listed.
func (w *writer) reread(ctx context.Context, paths []string) (changed, list bool, err error) {
	w.start(func() {})
	roots := w.draft.Roots
	var there []transcript.File
	var gone []string
	for _, path := range paths {
		troubled := slices.ContainsFunc(w.draft.Problems, func(p scan.Problem) bool { return p.Path == path })
		f, ok, problem := scan.Stat(roots, path)
		switch {
		case problem != nil || troubled:
			return false, true, nil //nolint:nilerr // the listing finds and shows it
		case ok:
			if !f.Agent && w.draft.File(f.ID) == nil { // its job may be new, too
				w.findOrigins(ctx)
			}
			w.origins.note(&f)
			there = append(there, f)
		default:
			gone = append(gone, path)
		}
	}
	for _, path := range gone {
		w.drop(path)
	}
	changed, err = w.readChanges(ctx, w.changed(there))
	return changed, false, err
}

// readChanges reads jobs outside a scan: its progress is not theirs.
func (w *writer) readChanges(ctx context.Context, jobs []scan.Job) (changed bool, err error) {
	err = scan.Read(ctx, jobs, w.visitor(), func(r scan.Result) { w.put(&r) })
	changed = w.pending.news
	w.publish(false)
	if err == nil {
		w.commit(false)
	}
	return changed, err
}
