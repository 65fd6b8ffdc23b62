package scan

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"time"

	"dendro/backend/internal/checksum"
	"dendro/backend/internal/disk"
	"dendro/backend/transcript"
)

// Job is a file to read, with what is known of it from before.
type Job struct {
	File
	Known *transcript.Summary // of the whole file as it was; nil: never read
	Print uint64              // Result.Print of that time
}

// Result is one file, read. Who keeps its nodes for longer than the call that gets it
// clones them, unless Grown is set: the next file's take their place.
type Result struct {
	File    File
	Summary *transcript.Summary // nil where Err is set
	// Print identifies the bytes that Summary was made from by their beginning
	// and end: a file that still has it has only grown. 0: not known.
	Print   uint64
	Partial bool // made from the file's head and tail only
	// Grown is true where only what is new was read: the rest is as it was when
	// Job.Known was made.
	Grown bool
	// Visit is what the Visitor made of the file; nil without one, and for
	// partial reads.
	Visit any
	Err   error
}

// Visitor sees the records of the files that one worker reads, so that more
// than a summary can be made in the one pass over them.
type Visitor interface {
	// Begin starts a file that is read from an offset on. Where it reports
	// false the file is read from its beginning instead.
	Begin(f File, from int64) bool
	// Add takes the next record; both are valid during the call only.
	Add(*transcript.Line, *transcript.Record)
	// End returns what the file has become. size and mtime are those from
	// before it was read.
	End(size int64, mtime time.Time) any
}

// bufferSize is what a worker reads at once, where a line is not longer.
const bufferSize = 1 << 20

// Read reads all files completely, in about their order, on several workers; of
// one that has only grown, what is new. Each result is handed to got, one at a
// time, in the order in which the files are done. A file that cannot be read is
// a result too. visitor, which may be nil, is called once for every worker.
// Read returns ctx's error if it ends early, and no other.
func Read(ctx context.Context, jobs []Job, visitor func(Outputs) Visitor, got func(Result)) error {
	return run(ctx, jobs, bufferFor(jobs), visitor, got, func(w *worker, j *Job) (Result, error) { return w.read(ctx, j) })
}

// leastBuffer is enough for the lines that are appended to a file.
const leastBuffer = 64 << 10

// bufferFor returns how much is read at once of the jobs' files: not more than
// there is to read. Of a file that grows that is a line, time and again.
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
	buffer  *transcript.Buffer
	whole   *transcript.Summarizer // of files that are read from their beginning
	visitor Visitor                // nil: nobody else wants to see the records
	visit   func(*transcript.Line, *transcript.Record)
	print   [printSize]byte
}

// run gives each job to a worker that has nothing to do. Results are handed
// over by whichever worker has them: there is no switch to another one between
// two files.
func run(ctx context.Context, jobs []Job, buffer int, visitor func(Outputs) Visitor, got func(Result), read func(*worker, *Job) (Result, error)) error {
	hand := func(j *Job, r Result, err error) {
		r.File, r.Err = j.File, err
		got(r)
	}
	c := pool[*worker]{
		pieces: len(jobs),
		begin: func(p *watchdog) *worker {
			w := &worker{pulse: p, buffer: transcript.NewBuffer(buffer), whole: transcript.NewSummarizer()}
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

// watched is a file that is read while somebody watches whether it answers, and no
// more once its context has ended.
type watched struct {
	*os.File
	ctx   context.Context
	pulse *watchdog
}

// open opens a job's file, and says how it is before it is read.
func (w *worker) open(ctx context.Context, f *File) (watched, fs.FileInfo, error) {
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

// ReadAt is io.ReaderAt's.
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
	end := int64(math.MaxInt64) // nothing behind it is read
	var whole uint64            // identifies all that there was
	if before.Size()-from > bufferSize {
		end = before.Size()
		whole, _ = fingerprint(file, before.Size(), w.print[:]) // 0: not known
	}
	lines := z.Lines(io.NewSectionReader(file, from, end-from), w.buffer)
	for lines.Next() {
		z.Line(&w.decoder, lines.Line(), w.visit)
	}
	if err := lines.Err(); err != nil {
		return Result{}, fmt.Errorf("read %s: %w", j.Path, err)
	}
	s := z.Summary()
	print, err := fingerprint(file, s.Bytes, w.print[:])
	if err != nil {
		return Result{}, err
	}
	if after, err := file.Stat(); err != nil || after.Size() != before.Size() || !after.ModTime().Equal(before.ModTime()) {
		// Written to meanwhile: what the fingerprint was taken from need not be
		// what was read before. Nothing has this one, and the file is read whole
		// next time, unless it is large and has only grown: one that somebody's
		// claude writes to all the time would be read without end.
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

// begin decides from where on a file is read: from its old end, where it has
// only grown and everybody can go on from there, else from its beginning.
func (w *worker) begin(file watched, j *Job) (z *transcript.Summarizer, from int64) {
	if j.Known != nil && j.Known.Bytes > 0 && j.Size >= j.Known.Bytes {
		if print, err := fingerprint(file, j.Known.Bytes, w.print[:]); err == nil && print != 0 && print == j.Print {
			if grown, ok := transcript.Continue(j.Known); ok && (w.visitor == nil || w.visitor.Begin(j.File, j.Known.Bytes)) {
				return grown, j.Known.Bytes
			}
		}
	}
	if w.visitor != nil {
		w.visitor.Begin(j.File, 0)
	}
	w.whole.Next()
	return w.whole, 0
}

// printSize is how much of a file's beginning and of its end goes into its
// fingerprint.
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
