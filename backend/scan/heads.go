package scan

import (
	"context"
	"io"

	"dendro/backend/jsonl"
	"dendro/backend/transcript"
)

// The number of bytes that Heads reads of a file's beginning and end: the beginning has the
// first prompt and titles, the end the current title and the last time. If they are
// missing, Heads reads more, up to a limit.
const (
	leastEnd = 4 << 10
	mostEnd  = 64 << 10
)

// Heads makes a preliminary summary of every file from its head and tail, so that a list
// appears long before everything is read. Small and known files are read completely; agents
// only need to exist. Otherwise it works like Read.
func Heads(ctx context.Context, jobs []Job, visitor func(Outputs) Visitor, got func(Result)) error {
	unread := &transcript.Summary{}
	return run(ctx, jobs, mostEnd, visitor, got, func(w *worker, j *Job) (Result, error) {
		if j.Known != nil || j.Size <= 2*leastEnd {
			return w.read(ctx, j)
		}
		if j.Agent {
			return Result{Summary: unread, Partial: true}, ctx.Err()
		}
		s, err := w.ends(ctx, &j.File)
		return Result{Summary: s, Partial: true}, err
	})
}

func (w *worker) ends(ctx context.Context, f *transcript.File) (*transcript.Summary, error) {
	file, _, err := w.open(ctx, f)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	for size := leastEnd; ; size *= 4 {
		s, err := w.summarizeEnds(file, f.Size, size)
		if err == nil {
			err = ctx.Err() // otherwise the end may be missing
		}
		if err != nil || size >= mostEnd || len(s.Prompts) > 0 && s.EndMS != 0 {
			return s, err
		}
	}
}

// summarizeEnds summarizes the first and the last bytes of a file.
func (w *worker) summarizeEnds(file watched, total int64, size int) (*transcript.Summary, error) {
	z := w.whole
	z.Next()
	begin := jsonl.NewLines(io.NewSectionReader(file, 0, int64(size)), 0, w.buffer)
	w.add(z, begin, false)
	if err := begin.Err(); err != nil {
		return nil, err
	}
	// The last line of the head and the first line of the tail are cut off. The file may
	// have shrunk meanwhile.
	at := max(total-int64(size), int64(size))
	end := jsonl.NewLines(io.NewSectionReader(file, at, int64(size)), at, w.buffer)
	end.Next()
	w.add(z, end, true)
	return z.Summary(), nil
}

// add adds lines. A last line without a newline counts only at the end of the file.
func (w *worker) add(z *transcript.Summarizer, lines *jsonl.Lines, last bool) {
	for lines.Next() {
		if line := lines.Line(); last || !line.Torn {
			z.Line(&w.decoder, line, nil)
		}
	}
}
