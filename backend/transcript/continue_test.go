package transcript

import (
	"bytes"
	"path/filepath"
	"reflect"
	"testing"

	"dendro/backend/jsonl"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// diffSummaries treats nil and an empty list as equal.
func diffSummaries(want, got *Summary) string {
	if reflect.DeepEqual(want, got) { // much cheaper
		return ""
	}
	return cmp.Diff(want, got, cmpopts.EquateEmpty())
}

func summarize(tb testing.TB, z *Summarizer, data []byte) *Summary {
	tb.Helper()
	var d Decoder
	lines := z.Lines(bytes.NewReader(data), jsonl.NewBuffer(64<<10))
	for lines.Next() {
		z.Line(&d, lines.Line(), nil)
	}
	if err := lines.Err(); err != nil {
		tb.Fatal(err)
	}
	return z.Summary()
}

// grow summarizes data in steps, as if the file had ended at each of the cuts.
func grow(tb testing.TB, data []byte, cuts ...int) *Summary {
	tb.Helper()
	s := &Summary{}
	for _, end := range append(cuts, len(data)) {
		z, ok := Continue(s)
		if !ok {
			z = NewSummarizer()
		}
		s = summarize(tb, z, data[z.s.Bytes:end])
	}
	return s
}

// Wherever the first read of a file ended, continuing gives the same summary as reading it
// at once.
func TestContinueAnywhere(t *testing.T) {
	for _, name := range vectorNames(t) {
		t.Run(filepath.Base(name), func(t *testing.T) {
			t.Parallel()
			data := readVector(t, name)
			step := 1 + len(data)/300 // small files byte by byte
			want := summarize(t, NewSummarizer(), data)
			for cut := 0; cut <= len(data); cut += step {
				if diff := diffSummaries(want, grow(t, data, cut)); diff != "" {
					t.Fatalf("cut at %d (-at once +continued):\n%s", cut, diff)
				}
			}
			var often []int
			for cut := 50; cut < len(data); cut += max(50, len(data)/150) {
				often = append(often, cut)
			}
			if diff := diffSummaries(want, grow(t, data, often...)); diff != "" {
				t.Fatalf("cut often (-at once +continued):\n%s", diff)
			}
		})
	}
}

// TestContinueAfterHalfAByteOrderMark: once the mark is complete, the file has no line.
func TestContinueAfterHalfAByteOrderMark(t *testing.T) {
	data := []byte("\ufeff")
	want := summarize(t, NewSummarizer(), data)
	if diff := diffSummaries(want, grow(t, data, 2)); diff != "" {
		t.Errorf("(-at once +continued):\n%s", diff)
	}
}

func TestContinueLeavesTheOldSummaryAlone(t *testing.T) {
	data := readVector(t, filepath.Join(vectorDir, "copies.jsonl"))
	half := bytes.IndexByte(data[len(data)/2:], '\n') + len(data)/2 + 1
	old := summarize(t, NewSummarizer(), data[:half])
	want := summarize(t, NewSummarizer(), data[:half])
	z, ok := Continue(old)
	if !ok {
		t.Fatal("whole lines cannot be continued")
	}
	summarize(t, z, data[half:])
	if diff := cmp.Diff(want, old); diff != "" {
		t.Errorf("(-before +after):\n%s", diff)
	}
}

func TestTornLastLine(t *testing.T) {
	whole := `{"type":"user","uuid":"a"}` + "\n"
	tests := []struct {
		name, data string
		want       Summary
		again      bool // the file has to be read from its beginning after it grew
	}{
		{name: "none", data: whole, want: Summary{Records: 1, Lines: 1, Bytes: 27, LastLine: 1}},
		{name: "half a record", data: whole + `{"type":"us`, want: Summary{Records: 1, Lines: 1, Bytes: 27, LastLine: 1, Torn: 11}},
		{
			name: "a record without its newline", data: whole + `{"type":"user"}` + "\r",
			want: Summary{Records: 2, Lines: 2, Bytes: 27, LastLine: 1, Torn: 16, TornRecord: true}, again: true,
		},
		{name: "words", data: whole + `hello`, want: Summary{Records: 1, Lines: 1, Bytes: 27, LastLine: 1, Torn: 5}},
		{name: "a blank one", data: whole + "\n\n  ", want: Summary{Records: 1, Lines: 1, Bytes: 27, LastLine: 1}},
		{name: "half a byte order mark", data: "\xef\xbb", want: Summary{Torn: 2}},
		{name: "a bad line with its newline", data: "hello\n", want: Summary{Malformed: 1, Lines: 1, Bytes: 6, LastLine: 1}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := summarize(t, NewSummarizer(), []byte(test.data))
			got := Summary{
				Records: s.Records, Malformed: s.Malformed, Lines: s.Lines, Bytes: s.Bytes,
				LastLine: s.LastLine, Torn: s.Torn, TornRecord: s.TornRecord,
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if _, ok := Continue(s); ok == test.again {
				t.Errorf("Continue says %v", ok)
			}
		})
	}
}

// A line over the limit is recorded by position; while it is being written it is not
// recorded at all.
func TestOversizedLine(t *testing.T) {
	huge := `{"type":"user","x":"` + string(bytes.Repeat([]byte("x"), 1000)) + `"}`
	read := func(data string) *Summary {
		var d Decoder
		z := NewSummarizer()
		lines := z.Lines(bytes.NewReader([]byte(data)), nil)
		lines.Limit(500)
		for lines.Next() {
			z.Line(&d, lines.Line(), nil)
		}
		return z.Summary()
	}
	if s := read("{}\n" + huge + "\n{}\n"); s.Oversized != 1 || s.Records != 2 || s.Lines != 3 || s.Malformed != 0 || s.Bytes != int64(len(huge)+7) {
		t.Errorf("complete: %+v", s)
	}
	if s := read("{}\n" + huge); s.Oversized != 0 || s.Records != 1 || s.Lines != 1 || s.Bytes != 3 || s.Torn != int64(len(huge)) {
		t.Errorf("torn: %+v", s)
	}
}

// FuzzContinue is TestContinueAnywhere on arbitrary files.
func FuzzContinue(f *testing.F) {
	for _, name := range vectorNames(f) {
		f.Add(readVector(f, name), 100, 1000)
	}
	f.Fuzz(func(t *testing.T, data []byte, a, b int) {
		a, b = max(0, min(a, len(data))), max(0, min(b, len(data)))
		want := summarize(t, NewSummarizer(), data)
		if diff := diffSummaries(want, grow(t, data, min(a, b), max(a, b))); diff != "" {
			t.Fatalf("cut at %d and %d (-at once +continued):\n%s", a, b, diff)
		}
	})
}
