package session

import (
	"bytes"
	"context"
	"io"
	"math"

	"dendro/backend/internal/disk"
	"dendro/backend/jsonl"
	"dendro/backend/transcript"
)

// stopper ends a read at once when its context does.
type stopper struct {
	ctx context.Context
	r   io.Reader
}

func (s stopper) Read(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.r.Read(p)
}

// Reader reads transcripts, one file after the other.
type Reader struct {
	ctx     context.Context
	decoder transcript.Decoder
	buffer  *jsonl.Buffer
}

// NewReader returns a reader that ends with ctx.
func NewReader(ctx context.Context) *Reader { return &Reader{ctx: ctx} }

// Lines calls f with every line of a file from a place on, where one begins, up to another
// place. The line is valid until f returns.
func (d *Reader) Lines(path string, from, to int64, f func(*jsonl.Line)) error {
	file, err := disk.Open(path)
	if err != nil {
		return CannotRead(err)
	}
	defer file.Close()
	if d.buffer == nil {
		d.buffer = jsonl.NewBuffer(1 << 20)
	}
	lines := jsonl.NewLines(stopper{d.ctx, io.NewSectionReader(file, from, to-from)}, from, d.buffer)
	for lines.Next() {
		f(lines.Line())
	}
	if d.ctx.Err() != nil {
		return d.ctx.Err()
	}
	if err := lines.Err(); err != nil {
		return CannotRead(err)
	}
	return nil
}

// Records calls f with every record of a file whose line holds a text. The record
// is valid until f returns.
func (d *Reader) Records(path string, text []byte, f func(*transcript.Record)) error {
	return d.Lines(path, 0, math.MaxInt64, func(line *jsonl.Line) {
		if line.Text == nil || !bytes.Contains(line.Text, text) {
			return
		}
		d.decoder.Records(line, func(_ *jsonl.Line, r *transcript.Record, err error) {
			if err == nil {
				f(r)
			}
		})
	})
}
