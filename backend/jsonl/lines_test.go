package jsonl

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
)

func TestLines(t *testing.T) {
	tests := []struct {
		name, data string
		want       []Line
	}{
		{name: "empty"},
		{name: "blank lines only", data: "\n\r\n  \t\n"},
		{name: "byte order mark only", data: "\xef\xbb\xbf"},
		{
			name: "LF, CR LF, torn", data: "a\nbc\r\nd",
			want: []Line{
				{Number: 1, Offset: 0, Length: 1, End: 2, Text: []byte("a")},
				{Number: 2, Offset: 2, Length: 2, End: 6, Text: []byte("bc")},
				{Number: 3, Offset: 6, Length: 1, End: 7, Text: []byte("d"), Torn: true},
			},
		},
		{
			name: "blank lines are counted", data: "\n\na\n \nb\n\n",
			want: []Line{
				{Number: 3, Offset: 2, Length: 1, End: 4, Text: []byte("a")},
				{Number: 5, Offset: 6, Length: 1, End: 8, Text: []byte("b")},
			},
		},
		{
			name: "byte order mark, once", data: "\xef\xbb\xbfa\r\n\xef\xbb\xbfb\n",
			want: []Line{
				{Number: 1, Offset: 3, Length: 1, End: 6, Text: []byte("a")},
				{Number: 2, Offset: 6, Length: 4, End: 11, Text: []byte("\xef\xbb\xbfb")},
			},
		},
		{
			name: "a carriage return inside stays", data: "a\rb\r\r\n",
			want: []Line{{Number: 1, Offset: 0, Length: 4, End: 6, Text: []byte("a\rb\r")}},
		},
		{
			name: "spaces that are not ASCII are no blank line", data: "\u00a0\n\x00\n",
			want: []Line{
				{Number: 1, Offset: 0, Length: 2, End: 3, Text: []byte("\u00a0")},
				{Number: 2, Offset: 3, Length: 1, End: 5, Text: []byte("\x00")},
			},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for name, l := range map[string]*Lines{
				"at once":       NewLines(strings.NewReader(test.data), 0, nil),
				"byte by byte":  NewLines(iotest.OneByteReader(strings.NewReader(test.data)), 0, nil),
				"end with data": NewLines(iotest.DataErrReader(strings.NewReader(test.data)), 0, nil),
			} {
				if diff := diffLines(test.want, readLines(l)); diff != "" {
					t.Errorf("%s (-want +got):\n%s", name, diff)
				}
				if l.Err() != nil || l.Next() {
					t.Errorf("%s: not at the end: %v", name, l.Err())
				}
			}
		})
	}
}

func TestLinesFromOffset(t *testing.T) {
	got := readLines(NewLines(strings.NewReader("\xef\xbb\xbfa\nb"), 100, nil))
	want := []Line{ // no byte order mark: this is the middle of a file
		{Number: 1, Offset: 100, Length: 4, End: 105, Text: []byte("\xef\xbb\xbfa")},
		{Number: 2, Offset: 105, Length: 1, End: 106, Text: []byte("b"), Torn: true},
	}
	if diff := diffLines(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A line of 30 MB is read whole.
func TestLinesLong(t *testing.T) {
	const size = 30 << 20
	long := `{"type":"user","toolUseResult":"` + strings.Repeat("x", size) + `"}`
	l := NewLines(strings.NewReader("{}\n"+long+"\n{}\n"), 0, NewBuffer(64<<10))
	got := readLines(l)
	if len(got) != 3 || string(got[1].Text) != long || got[2].End != int64(len(long)+7) {
		t.Errorf("%d lines", len(got))
	}
}

func TestLinesOverLimit(t *testing.T) {
	const limit = 100 << 10
	for _, size := range []int{limit - 1, limit, limit + 1, 3 * limit, 64<<10 - 1, 64 << 10} {
		for _, end := range []string{"\n", "\r\n", ""} {
			long := strings.Repeat("x", size)
			l := NewLines(strings.NewReader("a\n"+long+end), 0, NewBuffer(64<<10))
			l.limit = limit
			got := readLines(l)
			want := Line{
				Number: 2, Offset: 2, Length: int64(size), End: int64(2 + size + len(end)),
				Text: []byte(long), Torn: end == "",
			}
			if size+strings.Count(end, "\r") > limit {
				want.Text = nil
			}
			if !reflect.DeepEqual(want, got[1]) {
				want.Text, got[1].Text = nil, nil
				t.Errorf("%d bytes and %q: %+v, want %+v", size, end, got[1], want)
			}
			if n := cap(l.buffer.long); n > 2*limit+64<<10 {
				t.Errorf("the buffer grew to %d bytes", n)
			}
		}
	}
}

func TestLinesError(t *testing.T) {
	broken := errors.New("broken disk")
	for _, test := range []struct {
		name string
		r    io.Reader
		want int // lines before it
		err  error
	}{
		{"behind lines", io.MultiReader(strings.NewReader("a\nb\nhalf"), iotest.ErrReader(broken)), 2, broken},
		{"with the last bytes", &chunks{data: []byte("a\nb\nc"), err: broken}, 2, broken},
		{"at once", iotest.ErrReader(broken), 0, broken},
		{"inside a long line", io.MultiReader(bytes.NewReader(make([]byte, 1<<20)), iotest.ErrReader(broken)), 0, broken},
		{"no progress", io.MultiReader(strings.NewReader("a\nb"), stuck{}), 1, io.ErrNoProgress},
	} {
		t.Run(test.name, func(t *testing.T) {
			l := NewLines(test.r, 0, nil)
			l.limit = 128 << 10
			if got := readLines(l); len(got) != test.want {
				t.Errorf("%d lines, want %d", len(got), test.want)
			}
			if !errors.Is(l.Err(), test.err) {
				t.Errorf("Err() = %v, want %v", l.Err(), test.err)
			}
			if l.Next() {
				t.Error("a line behind the error")
			}
		})
	}
}

// stuck is a reader that never returns data and never ends.
type stuck struct{}

func (stuck) Read([]byte) (int, error) { return 0, nil }
