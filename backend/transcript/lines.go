package transcript

import (
	"bytes"
	"errors"
	"io"
)

// MaxLine is the longest line that is read into memory. Longer ones are
// reported by offset and length only, and read on demand.
const MaxLine = 64 << 20

// Line is one line of a file, without its line end (LF or CR LF).
type Line struct {
	Number int    // from 1, counted from where the reader started, or by Summarizer.Lines from the file's beginning
	Offset int64  // of the first byte, in the file
	Length int64  // of the text, without the line end
	End    int64  // offset behind the line end: where the next line starts
	Text   []byte // valid until the next call; nil where Length > MaxLine
	Torn   bool   // the last line, with no newline: maybe a write in progress
}

// Lines reads the lines of a stream one by one. There is no limit on their
// length; a byte order mark at the very beginning of a file is not part of
// the first line.
type Lines struct {
	r      io.Reader
	buf    []byte
	start  int // of what is not yet handed out
	end    int
	limit  int   // MaxLine, but for tests
	offset int64 // of buf[start] in the file
	line   Line
	passed int64 // bytes of a line that is too long to be kept
	last   byte  // the last one of the line so far
	marked bool  // it begins with a byte order mark
	eof    bool
	broken error // what ended the stream, if not its end
	err    error // broken, once all lines before it are handed out
}

var bom = []byte("\xef\xbb\xbf")

// NewLines returns a reader of the lines of r, whose first byte stands at
// offset in the file. buf is the first buffer; it may be nil. A long line needs a
// larger one, see [Lines.Buffer].
func NewLines(r io.Reader, offset int64, buf []byte) *Lines {
	if cap(buf) < 64<<10 {
		buf = make([]byte, 256<<10)
	}
	return &Lines{r: r, buf: buf[:cap(buf)], limit: MaxLine, offset: offset}
}

// LinesOf returns a reader of the lines of b, whose first byte stands at offset
// in the file. The lines' text is b's.
func LinesOf(b []byte, offset int64) *Lines {
	return &Lines{buf: b, end: len(b), limit: MaxLine, offset: offset, eof: true}
}

// Err returns the error that ended the stream, nil at its end. All complete
// lines before the error are handed out first.
func (l *Lines) Err() error { return l.err }

// Buffer returns the buffer of the reader, for the next one.
func (l *Lines) Buffer() []byte { return l.buf }

// Line returns the current line.
func (l *Lines) Line() *Line { return &l.line }

// Next advances to the next line that is not blank and reports whether there
// is one. Blank lines are counted and skipped.
func (l *Lines) Next() bool {
	for l.next() {
		if l.line.Text == nil || !blank(l.line.Text) {
			return true
		}
	}
	return false
}

// blank reports whether b is white space only, as ASCII has it: a line of
// other spaces is not JSON and has to be counted as such.
func blank(b []byte) bool {
	for _, c := range b {
		if c != ' ' && (c < '\t' || c > '\r') {
			return false
		}
	}
	return true
}

func (l *Lines) next() bool {
	l.passed, l.marked = 0, false
	searched := 0
	for {
		part := l.buf[l.start:l.end]
		if i := bytes.IndexByte(part[searched:], '\n'); i >= 0 {
			l.take(searched+i, 1)
			return true
		}
		if searched = len(part); searched > l.limit || searched > 0 && l.passed > 0 {
			l.pass(part)
			searched = 0
		}
		switch {
		case l.broken != nil:
			l.err = l.broken
			return false
		case !l.eof:
			l.fill()
		case searched == 0 && l.passed == 0:
			return false
		default:
			l.take(searched, 0)
			return true
		}
	}
}

// pass passes over all that is there of a line of more than MaxLine.
func (l *Lines) pass(part []byte) {
	l.marked = l.marked || l.passed == 0 && l.offset == 0 && bytes.HasPrefix(part, bom)
	l.passed += int64(len(part))
	l.last = part[len(part)-1]
	l.start, l.end = 0, 0
}

// take hands out n bytes, and what was passed over, as a line; end is the length of
// the newline.
func (l *Lines) take(n, end int) {
	text := l.buf[l.start : l.start+n : l.start+n]
	if l.passed == 0 && l.offset == 0 {
		l.marked = bytes.HasPrefix(text, bom)
	}
	if n > 0 {
		l.last = text[n-1]
	}
	line := Line{Number: l.line.Number + 1, Offset: l.offset, Length: l.passed + int64(n), Torn: end == 0}
	line.End = l.offset + line.Length + int64(end)
	l.start += n + end
	l.offset = line.End
	if l.passed == 0 && n <= l.limit { // however much of it one read has brought
		line.Text = text
	}
	if l.marked {
		line.trim(len(bom), 0)
		line.Offset += int64(len(bom))
	}
	if line.Length > 0 && l.last == '\r' {
		line.trim(0, 1)
	}
	l.line = line
}

// trim takes so many bytes off the ends of a line.
func (l *Line) trim(front, back int) {
	l.Length -= int64(front + back)
	if l.Text != nil {
		l.Text = l.Text[front : len(l.Text)-back : len(l.Text)-back]
	}
}

// fill reads more bytes behind l.end, making room first, or notes what ended
// the stream.
func (l *Lines) fill() {
	if l.start > 0 {
		copy(l.buf, l.buf[l.start:l.end])
		l.end -= l.start
		l.start = 0
	}
	if l.end == len(l.buf) {
		size := 2 * len(l.buf)
		if size >= l.limit { // the last step: no longer line is kept
			size = max(l.limit, l.end) + 64<<10
		}
		grown := make([]byte, size)
		copy(grown, l.buf)
		l.buf = grown
	}
	for range 100 {
		n, err := l.r.Read(l.buf[l.end:])
		l.end += n
		switch {
		case errors.Is(err, io.EOF):
			l.eof = true
			return
		case err != nil:
			l.broken = err
			return
		case n > 0:
			return
		}
	}
	l.broken = io.ErrNoProgress
}
