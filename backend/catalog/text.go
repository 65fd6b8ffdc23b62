package catalog

import (
	"time"

	"dendro/backend/scan"
	"dendro/backend/search"
	"dendro/backend/transcript"
)

// visitor returns what builds signatures on every worker, nil without an index.
func (w *writer) visitor() func(scan.Outputs) scan.Visitor {
	text := w.draft.Text
	if text == nil {
		return nil
	}
	return func(outputs scan.Outputs) scan.Visitor {
		v := &visitor{text: text, builder: search.NewBuilder()}
		v.builder.Output = func(r *transcript.Record, name string) []byte { return outputs(&v.file, r.SessionID, name) }
		return v
	}
}

// visitor is a scan.Visitor.
type visitor struct {
	text    *search.Index
	builder *search.Builder
	file    scan.File
	skip    bool // an agent of the program's own: nobody searches it
}

func (v *visitor) Begin(f scan.File, from int64) bool {
	v.skip = f.Agent && transcript.InternalAgent(f.ID, "")
	v.file = f
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

// indexText takes the signatures of a file that was just read into the index.
func (w *writer) indexText(r *scan.Result, f *File) {
	text := w.draft.Text
	if text == nil || r.Partial {
		return
	}
	signed, ok := r.Visit.(*search.File)
	if r.Err != nil || !ok || f.Internal() {
		text.Remove(f.Abs())
		return
	}
	// A continuation is rejected only if its base was removed since, which only the writer
	// does.
	signed.Identify(r.Print)
	if !text.Put(signed) {
		w.opt.Logger.Error("internal error: a grown file was not indexed", "file", f.Path)
	}
}
