package catalog

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"slices"
	"time"

	"dendro/backend/scan"
	"dendro/backend/transcript"
)

// Scan lists the roots and reads all new and changed files since the last scan; the cache
// of an earlier process is used at once. withHeads first makes a list from heads and tails,
// for a window. Scans are serialized; changes on disk are applied while one runs. The only
// error is ctx's: unreadable parts are problems of the snapshot, or of the file in it.
func (c *Catalog) Scan(ctx context.Context, withHeads bool) error {
	c.scanMu.Lock()
	defer c.scanMu.Unlock()
	return c.stoppable(ctx, func(ctx context.Context) error {
		err := c.readAll(ctx, withHeads)
		return c.change(func(w *writer) error {
			w.ended(err)
			if err == nil {
				w.commit(false)
			}
			return err
		})
	})
}

// readAll reads all that is not known as it is.
func (c *Catalog) readAll(ctx context.Context, withHeads bool) error {
	_ = c.change(func(w *writer) error {
		w.progressed(func(p *Progress) { *p = Progress{Phase: PhaseListing, Finished: p.Finished} })
		return nil
	})
	files, err := c.list(ctx)
	if err != nil {
		return err
	}
	var jobs []scan.Job
	_ = c.change(func(w *writer) error {
		jobs, w.left = w.changed(files), nil
		w.progressed(func(p *Progress) {
			p.FilesTotal = len(jobs)
			for i := range jobs {
				p.BytesTotal += jobs[i].Size
			}
		})
		return nil
	})
	if len(jobs) > 0 && c.opt.BeforeRead != nil {
		c.opt.BeforeRead()
	}
	if withHeads {
		if err := c.read(ctx, PhaseHeads, jobs, scan.Heads); err != nil {
			return err
		}
		_ = c.change(func(w *writer) error {
			w.publish(true)
			jobs = w.partial(jobs)
			return nil
		})
	}
	largeFirst(jobs)
	if err := c.read(ctx, PhaseReading, jobs, scan.Read); err != nil {
		return err
	}
	_ = c.change(func(w *writer) error {
		w.publish(true)
		return nil
	})
	if c.opt.AfterRead != nil {
		c.opt.AfterRead()
	}
	return nil
}

// largeFile is what takes a worker so long that the others would have nothing left to do.
const largeFile = 16 << 20

// largeFirst puts the jobs with large files before all others, which stay newest first.
func largeFirst(jobs []scan.Job) {
	slices.SortStableFunc(jobs, func(a, b scan.Job) int { return cmp.Compare(b.Size/largeFile, a.Size/largeFile) })
}

// ended publishes how a scan ended.
func (w *writer) ended(err error) {
	w.draft.Progress.Err = err
	if err == nil {
		w.draft.Progress.Phase, w.draft.Progress.Finished = PhaseDone, w.opt.Now()
	}
	w.publish(true)
}

// changed returns the jobs for files that have to be read.
func (w *writer) changed(files []transcript.File) []scan.Job {
	var jobs []scan.Job
	for i := range files {
		f := &files[i]
		known := w.files[f.Abs()]
		if known.complete() {
			f.Outputs = scan.OutputsState(f, known.Summary)
		}
		if !known.current(f) {
			jobs = append(jobs, known.job(f))
		}
	}
	return jobs
}

// partial returns jobs for those of the given files whose head and tail were not all of them.
func (w *writer) partial(jobs []scan.Job) (rest []scan.Job) {
	for i := range jobs {
		if f := w.files[jobs[i].Abs()]; f != nil && f.Partial {
			rest = append(rest, f.job(&jobs[i].File))
		}
	}
	return rest
}

type reader func(context.Context, []scan.Job, func(scan.Outputs) scan.Visitor, func(scan.Result)) error

// publishEvery is how often a running scan rebuilds the chats and tells
// subscribers: often enough to see it grow, seldom enough to cost nothing. Where
// there are so many that this takes long, it comes publishPart times as long
// after, or all scans would take time with the square of the files.
const (
	publishEvery = 250 * time.Millisecond
	publishPart  = 10
)

// read reads the jobs, and publishes from time to time, but not at the end. Changes on disk
// are applied in between: the result for a file that is no longer in the job's state is
// older, and dropped. When read ends early, the remaining files are left: the next scan reads them, and
// nothing else before one of them has changed.
func (c *Catalog) read(ctx context.Context, phase Phase, jobs []scan.Job, read reader) error {
	var visitor func(scan.Outputs) scan.Visitor
	_ = c.change(func(w *writer) error {
		w.progressed(func(p *Progress) {
			p.Phase, p.Files, p.Bytes = phase, p.FilesTotal-len(jobs), p.BytesTotal
			for i := range jobs {
				p.Bytes -= jobs[i].Size
			}
		})
		visitor = w.visitor()
		return nil
	})
	last, pause := c.opt.Now(), publishEvery
	err := read(ctx, jobs, visitor, func(r scan.Result) {
		_ = c.change(func(w *writer) error {
			if w.files[r.File.Abs()] == r.State {
				w.put(&r)
			}
			w.draft.Progress.Files++
			w.draft.Progress.Bytes += r.File.Size
			if w.keep.due() {
				w.commit(true)
			}
			if now := w.opt.Now(); now.Sub(last) >= pause && w.opt.Window {
				w.publish(true)
				last = w.opt.Now()
				pause = max(publishEvery, publishPart*last.Sub(now))
			}
			return nil
		})
	})
	if err == nil {
		return nil
	}
	return c.change(func(w *writer) error {
		w.left = map[string]bool{}
		for i := range jobs {
			if path := jobs[i].Abs(); !w.files[path].complete() {
				w.left[path] = true
			}
		}
		return err
	})
}

// put applies the result of reading a file.
func (w *writer) put(r *scan.Result) {
	path := r.File.Abs()
	if errors.Is(r.Err, fs.ErrNotExist) { // removed since it was listed
		w.drop(path)
		return
	}
	if r.Err != nil {
		w.opt.Logger.Warn("file not read", "file", r.File.Path, "error", r.Err)
	}
	old := w.files[path]
	f := newFile(r)
	w.unsaved.read(old, f)
	if f.complete() && !r.Grown { // a grown file is stored with the next commit
		w.keep.file(f)
	}
	if f.part.Load() == nil && !r.Grown {
		f.Summary.Nodes = slices.Clone(f.Summary.Nodes)
	}
	w.indexText(r, f)
	w.enter(old, f)
	w.pending.put(old, f, r.Grown && f.addsNothing(old))
}

// enter makes f known where old was, nil for a new file.
func (w *writer) enter(old, f *File) {
	if old != nil {
		w.bytes -= historySize(old)
	}
	w.bytes += historySize(f)
	w.files[f.Abs()] = f
}

// historySize returns how many bytes of a file are history: none of a copy in the archive.
func historySize(f *File) int64 {
	if f.Kept {
		return 0
	}
	return f.Size
}

// drop forgets a file that is no longer there.
func (w *writer) drop(path string) {
	f := w.files[path]
	if f == nil {
		return
	}
	w.pending.remove(f)
	w.unsaved.removed(f)
	w.bytes -= historySize(f)
	delete(w.files, path)
	if w.draft.Text != nil {
		w.draft.Text.Remove(path)
	}
}
