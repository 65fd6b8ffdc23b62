package library

import (
	"context"
	"os"
	"time"

	"dendro/backend/cache"
	"dendro/backend/scan"
	"dendro/backend/search"
	"dendro/backend/search/query"
	"dendro/backend/transcript"
)

// Search returns what matches q in everything read so far. In, Limit, Count and
// Partial of opt are the caller's; the rest is the library's. It fails with
// ErrNotIndexed where the library was made without an index.
func (l *Library) Search(ctx context.Context, q *query.Query, opt search.Options) (search.Result, error) {
	if !l.opt.Index {
		return search.Result{}, ErrNotIndexed
	}
	c := l.catalog()
	opt.Catalog = c
	opt.Open = func(key string) (search.Source, error) {
		f, err := os.Open(key)
		if err != nil {
			return nil, err // not a typed nil
		}
		return f, nil
	}
	return c.text.Search(ctx, q, opt)
}

// newText returns an empty index for what the library reads.
func (l *Library) newText() *search.Index {
	if !l.opt.Index {
		return nil
	}
	x := search.NewIndex()
	if len(l.scratch) > 0 {
		x.KeepRows(func() (*os.File, error) { return cache.Scratch(l.scratch...) })
	}
	return x
}

// Searched returns how many files have been read, so that a search sees what
// they say, and how many there are.
func (l *Library) Searched() (files, of int) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	for _, e := range l.entries {
		if !e.partial && !e.unindexed {
			files++
		}
	}
	return files, max(l.listed, files)
}

// visitor returns what builds signatures on every worker, nil without an index.
func (l *Library) visitor() func() scan.Visitor {
	if l.text == nil {
		return nil
	}
	return func() scan.Visitor {
		v := &visitor{text: l.text, builder: search.NewBuilder()}
		if len(l.scratch) > 0 {
			v.builder.KeepSignatures(func() (*os.File, error) { return cache.Scratch(l.scratch...) })
		}
		return v
	}
}

// visitor is a scan.Visitor.
type visitor struct {
	text    *search.Index
	builder *search.Builder
	skip    bool // an agent of the program's own: nobody searches it
}

func (v *visitor) Begin(f scan.File, from int64) bool {
	v.skip = f.Agent && transcript.InternalAgent(f.ID, "")
	key := f.Abs()
	if from == 0 || v.skip {
		v.builder.Begin(key)
		return true
	}
	tail, ok := v.text.Tail(key)
	if ok {
		v.builder.Continue(key, tail)
	}
	return ok
}

func (v *visitor) Add(line *transcript.Line, r *transcript.Record) {
	if !v.skip {
		v.builder.Add(line, r)
	}
}

func (v *visitor) End(size int64, mtime time.Time) any {
	if v.skip {
		return nil
	}
	return v.builder.End(size, mtime)
}

// indexed takes the signatures of a file that was just read into the index.
func (l *Library) indexed(r scan.Result) {
	if l.text == nil || r.Partial {
		return
	}
	key := r.File.Abs()
	file, ok := r.Visit.(*search.File)
	if r.Err != nil || !ok || r.File.Agent && (transcript.InternalAgent(r.File.ID, r.Summary.Task) || r.Summary.WarmUp()) {
		l.text.Remove(key)
		return
	}
	// A continuation is only refused where somebody has removed its base since:
	// only this library does, and one scan runs at a time.
	if !l.text.Put(file) {
		l.opt.Logger.Error("internal error: a grown file was not indexed", "file", r.File.Path)
	}
}
