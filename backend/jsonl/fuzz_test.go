package jsonl

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// FuzzValue compares texts with encoding/json, and heads with whole texts.
func FuzzValue(f *testing.F) {
	for _, s := range []string{
		``, `plain`, `a\nb\"c\\`, `\ud83d\ude00`, `\ud83d`, `\ud83dx`, `\ud83d\u0041`, `\ude00\ud83d`, "\xff\\n\xff\xff",
		"caf\u00e9", "\xf0\x9f\x98\x80", "\xf0\x9f\x98", `\u00e9\u4e2d`, `\x`, `\u12`, `\`, "\x01", `日本語\t日本語`,
		strings.Repeat("\xff", 100) + `\n` + strings.Repeat("x", 200),
	} {
		f.Add([]byte(s), 7)
	}
	f.Fuzz(func(t *testing.T, in []byte, n int) {
		raw := append(append([]byte{'"'}, in...), '"')
		var want string
		var m Map
		m.Read(raw)
		if m.Suspect && !json.Valid(raw) || (&Scanner{JSON: raw, quotes: m.quotes}).SkipValue(0, 0) != len(raw) {
			if json.Unmarshal(raw, &want) == nil {
				t.Fatalf("%q is refused", raw)
			}
			return
		}
		if err := json.Unmarshal(raw, &want); err != nil {
			t.Fatalf("%q is accepted: %v", raw, err)
		}
		v := Value(raw)
		if got := v.String(); got != want {
			t.Fatalf("String of %q = %q, want %q", raw, got, want)
		}
		if got := string(v.AppendText([]byte("x"))); got != "x"+want {
			t.Fatalf("AppendText of %q = %q, want %q", raw, got, want)
		}
		head := want
		if end := max(n, 0); end < len(head) {
			for !utf8.RuneStart(want[end]) {
				end--
			}
			head = want[:end]
		}
		if got := v.Head(n); got != head {
			t.Fatalf("Head(%d) of %q = %q, want %q", n, raw, got, head)
		}
	})
}

// split returns the expected lines, computed from the whole file at once.
func split(data []byte, limit int) (lines []Line) {
	var offset int64
	for i, part := range bytes.SplitAfter(data, []byte("\n")) {
		if len(part) == 0 {
			break
		}
		l := Line{Number: i + 1, Offset: offset, End: offset + int64(len(part))}
		text, complete := bytes.CutSuffix(part, []byte("\n"))
		l.Torn = !complete
		if rest, ok := bytes.CutPrefix(text, bom); ok && i == 0 {
			text, l.Offset = rest, 3
		}
		huge := len(text) > limit
		text = bytes.TrimSuffix(text, []byte("\r"))
		l.Length, l.Text = int64(len(text)), text
		offset = l.End
		switch {
		case huge:
			l.Text = nil
		case len(bytes.Trim(text, " \t\r\n\v\f")) == 0:
			continue
		}
		lines = append(lines, l)
	}
	return lines
}

// chunks reads data in pieces of the given sizes, then fails with err.
type chunks struct {
	data  []byte
	sizes []byte
	err   error
	i     int
}

func (c *chunks) Read(p []byte) (int, error) {
	if len(c.data) == 0 {
		return 0, c.err
	}
	n := len(c.data)
	if len(c.sizes) > 0 {
		n = 1 + int(c.sizes[c.i%len(c.sizes)])
		c.i++
	}
	n = copy(p, c.data[:min(n, len(c.data))])
	c.data = c.data[n:]
	if len(c.data) == 0 && c.i%2 == 0 {
		return n, c.err // with the last bytes, as io.Reader allows
	}
	return n, nil
}

func readLines(l *Lines) (lines []Line) {
	for l.Next() {
		line := *l.Line()
		line.Text = bytes.Clone(line.Text)
		lines = append(lines, line)
	}
	return lines
}

func diffLines(want, got []Line) string { return cmp.Diff(want, got, cmpopts.EquateEmpty()) }

// FuzzLines compares Lines with bytes.Split for every way of splitting the stream into
// reads.
func FuzzLines(f *testing.F) {
	f.Add([]byte("a\nb\r\n\n  \nc"), []byte{1}, 4)
	f.Add([]byte("\xef\xbb\xbfa\n\xef\xbb\xbfb\n"), []byte{1, 0, 5}, 100)
	f.Add([]byte("0123456789\r\n01234567\n\r\n0123456789"), []byte{3}, 8)
	f.Add([]byte("\n\n\n"), []byte{}, 0)
	f.Add([]byte(strings.Repeat(`{"a":"\"\\\u00e9é"}`+"\n", 50)), []byte{255}, 1<<20)
	f.Add([]byte("\xc2\xa0\n\v\f\n"), []byte{}, 9)
	f.Fuzz(func(t *testing.T, data, sizes []byte, limit int) {
		limit = max(len(bom), min(limit, 1<<20))
		broken := errors.New("broken disk")
		for _, end := range []error{io.EOF, broken} {
			want := split(data, limit)
			if errors.Is(end, broken) && len(want) > 0 && want[len(want)-1].Torn {
				want = want[:len(want)-1] // the rest of the line is unknown
			}
			l := NewLines(&chunks{data: data, sizes: sizes, err: end}, 0, NewBuffer(16))
			l.limit = int64(limit)
			if diff := diffLines(want, readLines(l)); diff != "" {
				t.Fatalf("lines of %q (-split +Lines):\n%s", data, diff)
			}
			if err := l.Err(); errors.Is(err, broken) != errors.Is(end, broken) {
				t.Fatalf("Err() = %v where the stream ends with %v", err, end)
			}
		}
	})
}
