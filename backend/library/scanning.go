package library

import (
	"context"
	"errors"
	"io/fs"
	"slices"
	"sync"
	"time"

	"dendro/backend/scan"
)

// Phase is how far a scan has come.
type Phase string

// The phases of a scan, in order.
const (
	PhaseListing Phase = "listing"
	PhaseHeads   Phase = "heads"   // a first list is being made from heads and tails
	PhaseReading Phase = "reading" // everything is being read
	PhaseDone    Phase = "done"
)

// Progress is the state of the scan, with counts for people.
type Progress struct {
	Phase      Phase
	Files      int // read so far
	FilesTotal int
	Bytes      int64
	BytesTotal int64
	Finished   time.Time // of the last complete scan
	Err        error     // why the last scan ended early
}

// Progress returns how far the scan has come.
func (l *Library) Progress() Progress {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.progress
}

// Scan lists the roots and reads what is new or has changed since the last
// scan; what an earlier process has kept is there at once. Where withHeads is set, a first list is made from heads and tails
// before, for a window that wants to show something at once. Scans run one
// after the other. The only error is ctx's: what could not be read is reported
// by Doctor.
func (l *Library) Scan(ctx context.Context, withHeads bool) error {
	l.scanning.Lock()
	defer l.scanning.Unlock()
	return l.stoppable(ctx, func(ctx context.Context) error { return l.scanAll(ctx, withHeads) })
}

// scanAll is Scan. l.scanning is held.
func (l *Library) scanAll(ctx context.Context, withHeads bool) error {
	l.update(func() { l.progress = Progress{Phase: PhaseListing, Finished: l.progress.Finished} })
	collect := uncollecting()
	defer collect()
	files, err := l.list(ctx)
	if err != nil {
		return l.ended(err)
	}
	fresh := l.changed(files)
	l.left = nil
	l.update(func() {
		l.progress.FilesTotal = len(fresh)
		for _, f := range fresh {
			l.progress.BytesTotal += f.Size
		}
	})
	if len(fresh) > uncollected {
		collect()
	}
	if withHeads {
		if err := l.read(ctx, PhaseHeads, fresh, scan.Heads); err != nil {
			l.leave(fresh)
			return l.ended(err)
		}
		l.publish(true)
		fresh = l.unread(fresh)
	}
	collect()
	defer func() {
		l.bound.done()
		l.bound = nil
	}()
	if size := sizeOf(fresh); size >= long {
		defer l.shelve()()
		l.bound = l.bounding(size)
	}
	if err := l.read(ctx, PhaseReading, fresh, scan.Read); err != nil {
		l.leave(fresh)
		return l.ended(err)
	}
	rest := func() {}
	if l.idles(fresh) {
		rest = l.rester(ctx)
	}
	linked := l.keep(rest)
	defer linked()
	l.publish(true)
	err = l.ended(nil)
	if !l.forest.Linked() && l.hub.listening() {
		time.AfterFunc(prepareAfter, l.prepare)
	}
	return err
}

// leave notes what a scan that ended early has not read of its jobs: the next
// scan does, and nothing else before it has changed.
func (l *Library) leave(jobs []scan.Job) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	l.left = map[string]bool{}
	for i := range jobs {
		if path := jobs[i].Abs(); !l.entries[path].whole() {
			l.left[path] = true
		}
	}
}

// much is how many bytes a scan has read when the memory that it took is worth
// giving back.
const much = 16 << 20

// idles reports whether there is time, and reason, to give memory back: a
// command ends anyway.
func (l *Library) idles(read []scan.Job) bool {
	first := !l.idled
	l.idled = true
	return l.hub.listening() && (first || sizeOf(read) >= much)
}

// list finds the files of all roots and forgets those that are gone. The first
// time, what was kept is taken in meanwhile. l.scanning is held.
func (l *Library) list(ctx context.Context) ([]scan.File, error) {
	l.mu.RLock()
	roots := slices.Clone(l.roots)
	l.mu.RUnlock()
	var files []scan.File
	var problems []scan.Problem
	var err error
	var listing sync.WaitGroup
	l.restore(func() {
		listing.Go(func() { files, problems, err = scan.List(ctx, roots) })
	})
	listing.Wait()
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.problems, l.listed = problems, len(files)
	if len(l.entries) == 0 {
		l.entries = make(map[string]*entry, len(files))
		return files, nil
	}
	known := 0
	for i := range files {
		if l.entries[files[i].Abs()] != nil {
			known++
		}
	}
	if known < len(l.entries) {
		l.dropOthers(files)
	}
	return files, nil
}

// dropOthers forgets all but files. l.mu is held.
func (l *Library) dropOthers(files []scan.File) {
	there := make(map[string]bool, len(files))
	for i := range files {
		there[files[i].Abs()] = true
	}
	for path := range l.entries {
		if !there[path] {
			l.drop(path)
		}
	}
}

// changed returns what has to be read of the files.
func (l *Library) changed(files []scan.File) []scan.Job {
	l.mu.RLock()
	defer l.mu.RUnlock()
	if len(l.entries) == 0 {
		jobs := make([]scan.Job, len(files))
		for i := range files {
			jobs[i].File = files[i]
		}
		return jobs
	}
	var jobs []scan.Job
	for i := range files {
		f := &files[i]
		if e := l.entries[f.Abs()]; !e.current(f) {
			jobs = append(jobs, e.job(f))
		}
	}
	return jobs
}

// unread returns those of the jobs that their heads and tails were not all of,
// in place.
func (l *Library) unread(jobs []scan.Job) []scan.Job {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return slices.DeleteFunc(jobs, func(j scan.Job) bool {
		e := l.entries[j.Abs()]
		return e == nil || !e.partial
	})
}

// drop forgets a file that is no longer there. l.mu is held.
func (l *Library) drop(path string) {
	if e := l.entries[path]; e != nil {
		l.pending.gone(e)
		l.kept.gone(path, e)
		l.bytes -= e.file.Size
		delete(l.entries, path)
		if l.text != nil {
			l.text.Remove(path)
		}
	}
}

type reader func(context.Context, []scan.Job, func() scan.Visitor, func(scan.Result)) error

// publishEvery is how often a running scan rebuilds the chats and tells
// subscribers: often enough to see it grow, seldom enough to cost nothing. Where
// there are so many that this takes long, it comes publishPart times as long
// after, or all scans would take time with the square of the files.
const (
	publishEvery = 250 * time.Millisecond
	publishPart  = 10
)

// read reads the jobs. What they are is published from time to time, and not at
// the end.
func (l *Library) read(ctx context.Context, phase Phase, jobs []scan.Job, read reader) error {
	l.update(func() {
		p := &l.progress
		p.Phase, p.Files, p.Bytes = phase, p.FilesTotal-len(jobs), p.BytesTotal
		p.Bytes -= sizeOf(jobs)
		if phase == PhaseHeads { // soon all are there; else they are taken in from time to time
			l.pending.expect(jobs)
		}
	})
	last, pause := l.opt.Now(), publishEvery
	return read(ctx, jobs, l.visitor(), func(r scan.Result) {
		l.mu.Lock()
		l.put(r)
		l.progress.Files++
		l.progress.Bytes += r.File.Size
		l.mu.Unlock()
		l.bound.fit()
		if now := l.opt.Now(); now.Sub(last) >= pause && l.hub.listening() {
			l.publish(true)
			if l.shelf != nil {
				l.shelf.Rest()
			}
			last = l.opt.Now()
			pause = max(publishEvery, publishPart*last.Sub(now))
		}
	})
}

// put takes in a file as it was just read. l.mu is held.
func (l *Library) put(r scan.Result) {
	path := r.File.Abs()
	if errors.Is(r.Err, fs.ErrNotExist) { // removed since it was listed
		l.drop(path)
		return
	}
	if r.Err != nil {
		l.opt.Logger.Warn("file not read", "file", r.File.Path, "error", r.Err)
	}
	old := l.entries[path]
	e := newEntry(r, old)
	switch {
	case l.shelf != nil && !r.Grown && !r.Partial:
		l.shelf.Summary(e.summary)
	case r.Lent:
		e.summary.OwnNodes()
	}
	l.kept.read(path, old, e)
	if old == nil || !old.same(&e.file) || old.file.Meta != e.file.Meta {
		l.pending.news = true
	}
	l.indexed(r)
	l.enter(path, e)
	l.pending.files = append(l.pending.files, reread{old, e})
	if r.Grown && e.saysTheSame(old) {
		l.pending.take(e)
	} else {
		l.pending.add(e)
	}
}

// enter makes e the entry at path. l.mu is held.
func (l *Library) enter(path string, e *entry) {
	if old := l.entries[path]; old != nil {
		l.bytes -= old.file.Size
	}
	l.bytes += e.file.Size
	l.entries[path] = e
}

// ended notes how a scan ended.
func (l *Library) ended(err error) error {
	l.mu.Lock()
	l.progress.Err = err
	if err == nil {
		l.progress.Phase = PhaseDone
		l.progress.Finished = l.opt.Now()
	}
	l.mu.Unlock()
	l.publish(true)
	return err
}
