package catalog

import (
	"context"
	"slices"

	"dendro/backend/scan"
	"dendro/backend/watch"
)

// Watch applies changes on disk and notifies subscribers until ctx ends. It includes roots
// that are added later. Start it before Scan, so that no change is missed.
func (c *Catalog) Watch(ctx context.Context) {
	var roots []string
	_ = c.change(func(w *writer) error {
		roots = w.draft.RootPaths()
		w.added = func(root string) { c.follow(ctx, []string{root}) }
		return nil
	})
	c.follow(ctx, roots)
}

func (c *Catalog) follow(ctx context.Context, roots []string) {
	w := watch.Start(ctx, roots, watch.Options{Logger: c.opt.Logger}, func(r watch.Report) (changed bool) {
		err := c.change(func(w *writer) (err error) {
			changed, err = w.reread(ctx, r)
			return err
		})
		if err != nil && ctx.Err() == nil {
			c.opt.Logger.Warn("change not read", "error", err)
		}
		return changed
	})
	context.AfterFunc(ctx, w.Close)
}

// relist looks at all files again, and reads those that are not as they were:
// what a stopped scan has left unread stays so.
func (w *writer) relist(ctx context.Context) (changed bool, err error) {
	files, err := w.list(ctx)
	if err != nil {
		return false, err
	}
	jobs := slices.DeleteFunc(w.changed(files), func(j scan.Job) bool {
		f := w.files[j.Abs()]
		return w.left[j.Abs()] && (f == nil || f.same(&j.File))
	})
	return w.readChanges(ctx, jobs)
}

// reread reads the reported files that have changed, and reports whether any has. A file
// listed by a scan before the change is read again. If a file cannot be checked, now or
// before, everything is listed again, with its problems.
func (w *writer) reread(ctx context.Context, r watch.Report) (changed bool, err error) {
	if r.All {
		return w.relist(ctx)
	}
	w.start(func() {})
	roots := w.draft.RootPaths()
	var there []scan.File
	var gone []string
	for _, path := range r.Files {
		troubled := slices.ContainsFunc(w.draft.Problems, func(p scan.Problem) bool { return p.Path == path })
		f, ok, err := scan.Stat(roots, path)
		switch {
		case err != nil || troubled:
			return w.relist(ctx)
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
	return w.readChanges(ctx, w.changed(there))
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
