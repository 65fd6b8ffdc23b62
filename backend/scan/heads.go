package scan

import (
	"bytes"
	"context"
	"io"
	"os"

	"dendro/backend/transcript"
)

// What Heads reads of a file: titles and the first prompt stand at the
// beginning, the current title and the last time at the end.
const (
	headSize = 64 << 10
	tailSize = 16 << 10
)

// Heads makes a first summary of every file from its head and its tail, so
// that there is a list to show long before everything is read. Files that are
// small or known are read completely. The rest is as with Read.
func Heads(ctx context.Context, jobs []Job, visitor func() Visitor, got func(Result)) error {
	return run(ctx, jobs, visitor, got, func(w *worker, j Job) (Result, error) {
		if j.Known != nil || j.Size <= headSize+tailSize {
			return w.read(ctx, j)
		}
		s, err := w.ends(ctx, j.File)
		return Result{Summary: s, Partial: true}, err
	})
}

func (w *worker) ends(ctx context.Context, f File) (*transcript.Summary, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	file, err := os.Open(f.Abs())
	if err != nil {
		return nil, err
	}
	defer file.Close()
	z := transcript.NewSummarizer()
	head := w.buffer[:headSize]
	n, err := io.ReadFull(file, head)
	if err != nil && n == 0 {
		return nil, err
	}
	// The last line of the head is cut off, the first one of the tail as well.
	if end := bytes.LastIndexByte(head[:n], '\n'); end >= 0 {
		w.add(z, head[:end+1], 0)
	}
	tail := w.buffer[:tailSize]
	at := max(f.Size-tailSize, int64(n))
	n, _ = file.ReadAt(tail, at) // less where the file has shrunk meanwhile
	if start := bytes.IndexByte(tail[:n], '\n'); start >= 0 {
		w.add(z, tail[start+1:n], at+int64(start)+1)
	}
	return z.Summary(), nil
}

func (w *worker) add(z *transcript.Summarizer, b []byte, offset int64) {
	lines := transcript.NewLines(bytes.NewReader(b), offset, w.buffer[headSize:])
	for lines.Next() {
		z.Line(&w.decoder, lines.Line())
	}
}
