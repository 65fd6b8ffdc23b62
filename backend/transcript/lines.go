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
	eof    bool
	broken error // what ended the stream, if not its end
	err    error // broken, once all lines before it are handed out
}

var bom = []byte("\xef\xbb\xbf")

// NewLines returns a reader of the lines of r, whose first byte stands at
// offset in the file. buf is the first buffer; it may be nil. A larger one that a
// long line needs does not take its place for the next reader.
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
	searched := 0
	for {
		if i := bytes.IndexByte(l.buf[l.start+searched:l.end], '\n'); i >= 0 {
			l.take(searched+i, 1)
			return true
		}
		searched = l.end - l.start
		switch {
		case searched > l.limit:
			return l.nextHuge()
		case l.broken != nil:
			l.err = l.broken
			return false
		case !l.eof:
			l.fill()
		case searched == 0:
			return false
		default:
			l.take(searched, 0)
			return true
		}
	}
}

// take hands out n bytes as a line; end is the length of the newline.
func (l *Lines) take(n, end int) {
	text := l.buf[l.start : l.start+n : l.start+n]
	offset := l.offset
	l.start += n + end
	l.offset += int64(n + end)
	if offset == 0 && bytes.HasPrefix(text, bom) {
		text, offset = text[len(bom):], int64(len(bom))
	}
	if n := len(text); n > 0 && text[n-1] == '\r' {
		text = text[: n-1 : n-1]
	}
	l.line = Line{
		Number: l.line.Number + 1, Offset: offset, Length: int64(len(text)),
		End: l.offset, Text: text, Torn: end == 0,
	}
	if n > l.limit { // however much of it one read has brought
		l.line.Text = nil
	}
}

// nextHuge passes over a line of more than MaxLine without keeping it.
func (l *Lines) nextHuge() bool {
	offset, passed := l.offset, int64(0)
	if offset == 0 && bytes.HasPrefix(l.buf[l.start:l.end], bom) {
		offset = int64(len(bom))
	}
	var last byte // before the newline
	for {
		part := l.buf[l.start:l.end]
		i := bytes.IndexByte(part, '\n')
		if i < 0 {
			i = len(part)
		}
		if i > 0 {
			last = part[i-1]
		}
		passed += int64(i)
		if i == len(part) {
			l.start, l.end = 0, 0
			if l.broken != nil {
				l.err = l.broken
				return false
			}
			if !l.eof {
				l.fill()
				continue
			}
		}
		end := l.offset + passed
		torn := i == len(part)
		length := end - offset
		if last == '\r' {
			length--
		}
		if !torn {
			end++
			l.start += i + 1
		}
		l.offset = end
		l.line = Line{Number: l.line.Number + 1, Offset: offset, Length: length, End: end, Torn: torn}
		return true
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
