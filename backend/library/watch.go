package library

import (
	"context"
	"slices"

	"dendro/backend/scan"
	"dendro/backend/watch"
)

// Watch follows the roots until ctx ends: what changes on disk is read, and
// subscribers hear of it. Roots that are added later are followed as well.
// Start it before Scan, so that nothing falls between the two.
func (l *Library) Watch(ctx context.Context) {
	l.mu.Lock()
	roots := make([]string, len(l.roots))
	for i, r := range l.roots {
		roots[i] = r.Path
	}
	l.added = func(root string) { l.follow(ctx, []string{root}) }
	l.mu.Unlock()
	l.follow(ctx, roots)
}

func (l *Library) follow(ctx context.Context, roots []string) {
	w := watch.Start(ctx, roots, watch.Options{Logger: l.opt.Logger}, func(r watch.Report) bool {
		changed, err := l.refresh(ctx, r)
		if err != nil && ctx.Err() == nil {
			l.opt.Logger.Warn("change not read", "error", err)
		}
		return changed
	})
	context.AfterFunc(ctx, w.Close)
}

// refresh reads what a report names, and reports whether any file is not as it
// was. It waits for a scan that runs: what the
// scan has listed before the change is then read once more.
func (l *Library) refresh(ctx context.Context, r watch.Report) (changed bool, err error) {
	l.scanning.Lock()
	defer l.scanning.Unlock()
	if r.All {
		return l.relist(ctx)
	}
	l.restore(func() {})
	return l.reread(ctx, r.Files)
}

// relist looks at all files again, and reads those that are not as they were:
// what a stopped scan has left unread stays so. l.scanning is held.
func (l *Library) relist(ctx context.Context) (changed bool, err error) {
	files, err := l.list(ctx)
	if err != nil {
		return false, err
	}
	jobs := l.changed(files)
	if len(l.left) > 0 {
		l.mu.RLock()
		jobs = slices.DeleteFunc(jobs, func(j scan.Job) bool {
			e := l.entries[j.Abs()]
			return l.left[j.Abs()] && (e == nil || e.same(&j.File))
		})
		l.mu.RUnlock()
	}
	return l.take(ctx, jobs)
}

// reread reads those of the files that are not as they were. Where one of them
// cannot be looked at, or could not be, everything is listed again, with what is
// wrong. l.scanning is held.
func (l *Library) reread(ctx context.Context, paths []string) (changed bool, err error) {
	roots := l.rootPaths()
	var there []scan.File
	var gone []string
	for _, path := range paths {
		f, ok, err := scan.Stat(roots, path)
		switch {
		case err != nil || l.troubled(path):
			return l.relist(ctx)
		case ok:
			there = append(there, f)
		default:
			gone = append(gone, path)
		}
	}
	l.mu.Lock()
	for _, path := range gone {
		l.drop(path)
	}
	l.mu.Unlock()
	return l.take(ctx, l.changed(there))
}

// troubled reports whether something was wrong with a file when all were listed.
func (l *Library) troubled(path string) bool {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return slices.ContainsFunc(l.problems, func(p scan.Problem) bool { return p.Path == path })
}

// take reads jobs outside a scan: its progress is not theirs.
func (l *Library) take(ctx context.Context, jobs []scan.Job) (changed bool, err error) {
	err = scan.Read(ctx, jobs, l.visitor(), func(r scan.Result) {
		l.mu.Lock()
		l.put(r)
		l.mu.Unlock()
	})
	l.mu.RLock()
	changed = l.pending.news
	l.mu.RUnlock()
	l.publish(false)
	if err == nil {
		l.keep(func() {})()
	}
	return changed, err
}
