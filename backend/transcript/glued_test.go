package transcript

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dendro/backend/internal/tests"
	"dendro/backend/jsonl"
)

// TestRecordsOfALine checks the parts of a line that are read: records by uuid, torn or
// unreadable parts as "-".
func TestRecordsOfALine(t *testing.T) {
	const (
		a    = `{"type":"user","uuid":"a"}`
		b    = `{"parentUuid":"a","type":"assistant","uuid":"b"}`
		torn = `{"parentUuid":"x","type":"user","mess`
	)
	tests := []struct {
		name, line string
		unfinished bool // the line has no newline yet
		want       string
	}{
		{name: "one", line: a, want: "a"},
		{name: "two", line: a + b, want: "a b"},
		{name: "three, with space between", line: " " + a + " " + b + "\t" + a + " ", want: "a b a"},
		{name: "behind a torn one", line: torn + b, want: "- b"},
		{name: "two behind a torn one", line: torn + a + b, want: "- a b"},
		{name: "torn between two", line: a + torn + b, want: "a - b"},
		{name: "torn twice", line: torn + a + torn + b, want: "- a - b"},
		{name: "torn behind a whole one", line: a + torn, want: "a -"},
		{name: "torn behind a colon", line: `{"parentUuid":` + b, want: "- b"},
		{name: "torn behind a backslash", line: `{"uuid":"x\` + b, want: "- b"},
		{name: "torn behind a nested object", line: `{"data":{"type":"user"},"mess` + b, want: "- b"},
		{name: "nested object of no known type", line: `{"content":[{"type":"text"}` + b, want: "- b"},
		{name: "nothing but a nested object", line: `{"content":{"type":"user"},"x`, want: "-"},
		{name: "a known type, but another first field", line: torn + `{"uuid":"b","type":"user"}`, want: "-"},
		{name: "words between", line: a + "x" + b, want: "-"},
		{name: "NULs behind", line: a + "\x00\x00", want: "a -"},
		{name: "NULs before", line: "\x00" + a, want: "- a"},
		{name: "NULs before two", line: "\x00" + a + b, want: "- a b"},
		{name: "NULs everywhere, one damage", line: "\x00 \x00" + a + "\x00" + b + " \x00\x00 ", want: "- a b"},
		{name: "NULs behind a torn one", line: torn + "\x00\x00" + b + "\x00", want: "- b -"},
		{name: "NULs and words", line: a + "\x00x", want: "-"},
		{name: "NULs between the letters", line: "\x00{\x00\"\x00t\x00\"\x00}\x00", want: "-"},
		{name: "NULs before a torn one", line: "\x00" + torn, want: "-"},
		{name: "NULs alone", line: "\x00 \x00", want: "-"},
		{name: "NULs being written", line: a + "\x00\x00", unfinished: true, want: "a -"},
		{name: "being written", line: a + torn, unfinished: true, want: "a -"},
		{name: "being written behind a torn one", line: torn + b, unfinished: true, want: "-"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			line := &jsonl.Line{Number: 7, Offset: 1000, Length: int64(len(tt.line)), End: 1001 + int64(len(tt.line)), Text: []byte(tt.line), Torn: tt.unfinished}
			var d Decoder
			var got []string
			next := line.Offset
			d.Records(line, func(l *jsonl.Line, r *Record, err error) {
				if l.Number != 7 || l.Torn != tt.unfinished || l.Offset < next || int64(len(l.Text)) != l.Length ||
					string(l.Text) != tt.line[l.Offset-1000:][:l.Length] {
					t.Errorf("%+v", l)
				}
				if next = l.End; err != nil {
					got = append(got, "-")
					return
				}
				got = append(got, r.UUID.String())
				var again Decoder
				if _, err := again.Decode(l.Text); err != nil {
					t.Errorf("the place of %s holds %q", r.UUID, l.Text)
				}
			})
			if next != line.End {
				t.Errorf("ends at %d of %d", next, line.End)
			}
			if diff := cmp.Diff(tt.want, strings.Join(got, " ")); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// A hostile line with many apparent beginnings costs about as much as its length.
func TestTornLinesEnd(t *testing.T) {
	for name, part := range map[string]string{"nested": `{"type":`, "begun": `{"parentUuid":"x`, "records": `{"type":"user"}`, "torn and whole": `{x{"type":"user"}`} {
		t.Run(name, func(t *testing.T) {
			begin := tests.CPU()
			text := []byte(strings.Repeat(part, 1<<20/len(part)))
			var d Decoder
			records := 0
			d.Records(&jsonl.Line{Text: text, Length: int64(len(text))}, func(_ *jsonl.Line, r *Record, _ error) {
				if r != nil {
					records++
				}
			})
			if took := tests.CPU() - begin; took > 20*time.Second {
				t.Errorf("%v", took)
			}
			t.Logf("%d records", records)
		})
	}
}
