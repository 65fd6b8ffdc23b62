package scan

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"math"
	"os"
	"time"

	"dendro/backend/internal/checksum"
	"dendro/backend/internal/disk"
	"dendro/backend/jsonl"
	"dendro/backend/transcript"
)

// Job is a file to read, with its previously known state. All of that is of one moment: a
// result continues exactly this state.
type Job struct {
	transcript.File
	Known *transcript.Summary // of the whole previous file; nil: never read
	Print uint64              // Result.Print of that read
	State any                 // the caller's value for the previous state; the result returns it
}

// Result is the outcome of reading one file. Its nodes are reused for the next file: to
// retain them after the callback, clone them, unless Grown is set.
type Result struct {
	File    transcript.File
	State   any                 // Job.State
	Summary *transcript.Summary // nil if Err is set
	// Print is a fingerprint of the beginning and end of the bytes summarized. A file with
	// the same fingerprint has only grown. 0: unknown.
	Print   uint64
	Partial bool // made from the file's head and tail only
	// Grown is set if only the new part was read, continuing Job.Known.
	Grown bool
	// Visit is the Visitor's result for the file; nil without one, and for partial reads.
	Visit any
	Err   error
}

// Visitor processes the records of the files that one worker reads, so that one pass yields
// more than a summary.
type Visitor interface {
	// Begin starts a file. The Summarizer has the facts of a record when it is added.
	Begin(f transcript.File, of *transcript.Summarizer)
	// Continue starts the lines that were added after the job's previously known state, whose
	// facts the Summarizer has. If it returns false, the file is read from its beginning
	// instead: it must do so unless what it continues is of that very state.
	Continue(j *Job, of *transcript.Summarizer) bool
	// Add processes the next record, nil for a line without one. Both arguments are valid
	// during the call only.
	Add(*jsonl.Line, *transcript.Record)
	// End returns the result for the file. size and mtime are from before it was read.
	End(size int64, mtime time.Time) any
}

// bufferSize is the read size of a worker, except for longer lines.
const bufferSize = 1 << 20

// Read reads all files completely on several workers, approximately in order; of a file
// that has only grown, the new part. It calls got with each result, one at a time, in order
// of completion. A file that cannot be read gives a result too. visitor, which may be nil,
// is called once per worker. Read returns ctx's error if it ends early, and no other.
func Read(ctx context.Context, jobs []Job, visitor func(Outputs) Visitor, got func(Result)) error {
	return run(ctx, jobs, bufferFor(jobs), visitor, got, func(w *worker, j *Job) (Result, error) { return w.read(ctx, j) })
}

// leastBuffer suffices for the lines appended to a file.
const leastBuffer = 64 << 10

// bufferFor returns the buffer size for the jobs: no more than there is to read. For a
// growing file that is often a single line.
func bufferFor(jobs []Job) int {
	most := int64(leastBuffer)
	for i := range jobs {
		j := &jobs[i]
		n := j.Size
		if j.Known != nil {
			n -= j.Known.Bytes
		}
		most = max(most, n)
	}
	return int(min(most, bufferSize))
}

type worker struct {
	pulse   *watchdog
	decoder transcript.Decoder
	buffer  *jsonl.Buffer
	whole   *transcript.Summarizer // for files read from their beginning
	visitor Visitor                // nil without a visitor
	visit   func(*jsonl.Line, *transcript.Record)
	print   [printSize]byte
}

// run gives each job to an idle worker. Each worker delivers its own results, without
// switching to another goroutine between files.
func run(ctx context.Context, jobs []Job, buffer int, visitor func(Outputs) Visitor, got func(Result), read func(*worker, *Job) (Result, error)) error {
	hand := func(j *Job, r Result, err error) {
		r.File, r.State, r.Err = j.File, j.State, err
		got(r)
	}
	c := pool[*worker]{
		pieces: len(jobs),
		begin: func(p *watchdog) *worker {
			w := &worker{pulse: p, buffer: jsonl.NewBuffer(buffer), whole: transcript.NewSummarizer()}
			if visitor != nil {
				w.visitor = visitor(w.output)
				w.visit = w.visitor.Add
			}
			return w
		},
		do: func(w *worker, i int) func() {
			r, err := read(w, &jobs[i])
			if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
				return func() {}
			}
			return func() { hand(&jobs[i], r, err) }
		},
		hung: func(i int, _ *watchdog) bool {
			hand(&jobs[i], Result{}, &fs.PathError{Op: "read", Path: jobs[i].Path, Err: disk.ErrNoAnswer})
			return false
		},
	}
	c.run(ctx)
	return ctx.Err()
}

// watched is a file read under a watchdog, until its context ends.
type watched struct {
	*os.File
	ctx   context.Context
	pulse *watchdog
}

// open opens a job's file and returns its state before the read.
func (w *worker) open(ctx context.Context, f *transcript.File) (watched, fs.FileInfo, error) {
	w.pulse.ask()
	defer w.pulse.answered()
	file, err := disk.Open(f.Abs())
	if err != nil {
		return watched{}, nil, err
	}
	info, err := file.Stat()
	if err != nil {
		_ = file.Close() // nothing was read
		return watched{}, nil, err
	}
	return watched{file, ctx, w.pulse}, info, nil
}

// ReadAt implements io.ReaderAt.
func (f watched) ReadAt(p []byte, at int64) (int, error) {
	if err := f.ctx.Err(); err != nil {
		return 0, err
	}
	f.pulse.ask()
	defer f.pulse.answered()
	return f.File.ReadAt(p, at)
}

func (w *worker) read(ctx context.Context, j *Job) (Result, error) {
	file, before, err := w.open(ctx, &j.File)
	if err != nil {
		return Result{}, err
	}
	defer file.Close()
	z, from := w.begin(file, j)
	end := int64(math.MaxInt64) // end of the range to read
	var whole uint64            // fingerprint of the whole file
	if before.Size()-from > bufferSize {
		end = before.Size()
		whole, _ = fingerprint(file, before.Size(), w.print[:]) // 0: not known
	}
	lines := z.Lines(io.NewSectionReader(file, from, end-from), w.buffer)
	for lines.Next() {
		z.Line(&w.decoder, lines.Line(), w.visit)
	}
	if err := lines.Err(); err != nil {
		return Result{}, err
	}
	s := z.Summary()
	print, err := fingerprint(file, s.Bytes, w.print[:])
	if err != nil {
		return Result{}, err
	}
	if after, err := file.Stat(); err != nil || after.Size() != before.Size() || !after.ModTime().Equal(before.ModTime()) {
		// The file was written to meanwhile, so the fingerprint may not match the bytes
		// that were read. Without a fingerprint the file is read whole next time. A large
		// file that has only grown keeps its fingerprint: otherwise a file that a client
		// writes to continuously would be reread without end.
		now, _ := fingerprint(file, before.Size(), w.print[:])
		if whole == 0 || now != whole {
			print = 0
		}
	}
	j.Outputs = w.outputsState(&j.File, s)
	result := Result{Summary: s, Print: print, Grown: from > 0}
	if w.visitor != nil {
		result.Visit = w.visitor.End(before.Size(), before.ModTime())
	}
	return result, nil
}

// begin decides where to start reading: at the old end if the file has only grown and
// everything can be continued, else at the beginning.
func (w *worker) begin(file watched, j *Job) (z *transcript.Summarizer, from int64) {
	if j.Known != nil && j.Known.Bytes > 0 && j.Size >= j.Known.Bytes {
		if print, err := fingerprint(file, j.Known.Bytes, w.print[:]); err == nil && print != 0 && print == j.Print {
			if grown, ok := transcript.Continue(j.Known); ok && (w.visitor == nil || w.visitor.Continue(j, grown)) {
				return grown, j.Known.Bytes
			}
		}
	}
	w.whole.Next()
	if w.visitor != nil {
		w.visitor.Begin(j.File, w.whole)
	}
	return w.whole, 0
}

// printSize is the number of bytes at a file's beginning and at its end that its
// fingerprint covers.
const printSize = 4 << 10

// fingerprint identifies the first size bytes of a file. buf is overwritten.
func fingerprint(r io.ReaderAt, size int64, buf []byte) (uint64, error) {
	buf = buf[:min(int64(len(buf)), size)]
	var print uint64
	for _, at := range [...]int64{0, size - int64(len(buf))} {
		if n, err := r.ReadAt(buf, at); n < len(buf) {
			return 0, err
		}
		print = print<<32 | uint64(checksum.Sum(buf))
	}
	return print, nil
}
