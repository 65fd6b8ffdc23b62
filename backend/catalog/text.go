package catalog

import (
	"time"

	"dendro/backend/jsonl"
	"dendro/backend/scan"
	"dendro/backend/search"
	"dendro/backend/thread"
	"dendro/backend/transcript"
)

// visitor returns what builds signatures on every worker, nil without an index.
func (w *writer) visitor() func(scan.Outputs) scan.Visitor {
	text, keeps := w.draft.Text, w.keep.store != nil || w.opt.Window
	if text == nil {
		return nil
	}
	return func(outputs scan.Outputs) scan.Visitor {
		v := &visitor{text: text, builder: search.NewBuilder(), keeps: keeps}
		v.builder.Output = func(r *transcript.Record, name string) []byte { return outputs(&v.file, r.SessionID, name) }
		return v
	}
}

// visitor is a scan.Visitor. Its result is a visited.
type visitor struct {
	text    *search.Index
	builder *search.Builder
	keeps   bool // the record index is of use after the scan
	file    transcript.File
	skip    bool          // an agent of the program's own: nobody searches it
	rows    *thread.Index // nil: it is not made
	grown   bool          // rows continues the index of the job's state
}

// visited is what a visitor makes of a file.
type visited struct {
	signed  *search.File  // nil if nobody searches it
	rows    *thread.Index // its record index, if only new lines were read
	encoded string        // its encoded record index, if all of it was read; "" for none
}

func (v *visitor) Begin(f transcript.File, of *transcript.Summarizer) {
	v.begin(f)
	v.builder.Begin(f.Abs())
	if v.keeps {
		facts, nodes := of.Live()
		v.rows = thread.Live(f.Abs(), facts, nodes)
	}
}

// Continue continues the index where it ends at the job's state. It may already be beyond
// that, if the file was read again since the job was made.
func (v *visitor) Continue(j *scan.Job, of *transcript.Summarizer) bool {
	v.begin(j.File)
	if known, ok := j.State.(*File); ok && v.keeps {
		if rows := known.Index(); rows != nil {
			v.rows, v.grown = rows.Continue(of.Live()), true
		}
	}
	if v.skip {
		return true
	}
	tail, ok := v.text.Tail(j.Abs(), search.Version{End: j.Known.Bytes, Print: j.Print})
	if ok {
		v.builder.Continue(j.Abs(), tail)
	}
	return ok
}

func (v *visitor) begin(f transcript.File) {
	v.skip, v.file, v.rows, v.grown = f.Agent && transcript.InternalAgent(f.ID, ""), f, nil, false
}

func (v *visitor) Add(line *jsonl.Line, r *transcript.Record) {
	if !v.skip {
		v.builder.Add(line, r)
	}
	if v.rows != nil && v.rows.Add(line, r) != nil {
		v.rows = nil // the facts are those of the records added: it is made when it is opened
	}
}

func (v *visitor) End(size int64, mtime time.Time) any {
	var made visited
	if !v.skip {
		made.signed = v.builder.End(size, mtime)
	}
	switch {
	case v.grown:
		made.rows = v.rows
	case v.rows != nil: // its facts are reused for the next file
		made.encoded = string(v.rows.Encode())
	}
	return made
}

// indexText takes the signatures of a file that was just read into the index.
func (w *writer) indexText(r *scan.Result, f *File) {
	text := w.draft.Text
	if text == nil || r.Partial {
		return
	}
	made, _ := r.Visit.(visited)
	signed := made.signed
	if r.Err != nil || signed == nil || f.Internal() {
		text.Remove(f.Abs())
		return
	}
	signed.Identify(f.indexed())
	if !text.Put(signed) {
		f.unindexed = true // read again whole
		w.opt.Logger.Error("internal error: a file was not indexed", "file", f.Path)
	}
}
