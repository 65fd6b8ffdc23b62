package jsonl

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// MaxLine is the longest line that is read into memory. Longer lines are reported by offset
// and length only, and read on demand.
const MaxLine = 64 << 20

// Line is one line of a file, without its line end (LF or CR LF).
type Line struct {
	Number int    // from 1, counted from where the reader started, or from [Lines.After]
	Offset int64  // of the first byte, in the file
	Length int64  // of the text, without the line end
	End    int64  // offset after the line end: the start of the next line
	Text   []byte // valid until the next call; nil where Length > MaxLine
	Torn   bool   // the last line, without a newline: possibly a write in progress
}

// Lines reads the lines of a stream one by one, without a limit on their length. A byte
// order mark at the start of a file is not part of the first line.
type Lines struct {
	buffer *Buffer
	limit  int64 // of a line's text
	offset int64 // of the next unread byte, in the file
	line   Line
	err    error // the error that ended the stream, if any
}

var bom = []byte("\xef\xbb\xbf")

// Buffer is a reusable read buffer for Lines.
type Buffer struct {
	r    *bufio.Reader
	long []byte // a line that does not fit into r
}

// NewBuffer returns a buffer of the given size in bytes.
func NewBuffer(size int) *Buffer { return &Buffer{r: bufio.NewReaderSize(nil, size)} }

// NewLines returns a reader of the lines of r, whose first byte is at offset in the file.
// The reader uses buffer exclusively until the last line was read; nil allocates one.
func NewLines(r io.Reader, offset int64, buffer *Buffer) *Lines {
	if buffer == nil {
		buffer = NewBuffer(256 << 10)
	}
	buffer.r.Reset(r)
	return &Lines{buffer: buffer, limit: MaxLine, offset: offset}
}

// After makes l number its lines from n+1 on, and returns it.
func (l *Lines) After(n int) *Lines {
	l.line.Number = n
	return l
}

// Limit makes l return no text of lines longer than n bytes, instead of MaxLine.
func (l *Lines) Limit(n int64) { l.limit = n }

// Err returns the error that ended the stream, or nil at its end. All complete lines before
// the error are returned first.
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

// blank reports whether b is ASCII white space only. A line of other spaces is not JSON and
// must be counted as malformed.
func blank(b []byte) bool {
	for _, c := range b {
		if c != ' ' && (c < '\t' || c > '\r') {
			return false
		}
	}
	return true
}

func (l *Lines) next() bool {
	if l.err != nil {
		return false
	}
	if l.offset == 0 {
		if mark, _ := l.buffer.r.Peek(len(bom)); bytes.Equal(mark, bom) {
			n, _ := l.buffer.r.Discard(len(bom)) // cannot fail: the bytes were peeked
			l.offset += int64(n)
		}
	}
	text, length, err := l.read()
	if err != nil && !errors.Is(err, io.EOF) {
		l.err = err
		return false
	}
	if length == 0 {
		return false
	}
	line := Line{Number: l.line.Number + 1, Offset: l.offset, End: l.offset + length, Torn: err != nil}
	all := len(text)
	text = bytes.TrimSuffix(text, []byte("\n"))
	short := length-int64(all-len(text)) <= l.limit
	text = bytes.TrimSuffix(text, []byte("\r"))
	line.Length = length - int64(all-len(text))
	if short {
		line.Text = text[:len(text):len(text)]
	}
	l.line, l.offset = line, line.End
	return true
}

// read reads up to the next newline and returns the number of bytes and the text. Of a text
// that exceeds the limit it retains only the end.
func (l *Lines) read() (text []byte, length int64, err error) {
	b := l.buffer
	text, err = b.r.ReadSlice('\n')
	length = int64(len(text))
	if !errors.Is(err, bufio.ErrBufferFull) {
		return text, length, err
	}
	b.long = append(b.long[:0], text...)
	for errors.Is(err, bufio.ErrBufferFull) {
		text, err = b.r.ReadSlice('\n')
		if length += int64(len(text)); length > l.limit+1 {
			b.long = append(b.long[:0], b.long[len(b.long)-1]) // it may be the first half of CR LF
		}
		if len(b.long)+len(text) > cap(b.long) { // append would copy more often
			b.long = append(make([]byte, 0, 2*cap(b.long)), b.long...)
		}
		b.long = append(b.long, text...)
	}
	return b.long, length, err
}
