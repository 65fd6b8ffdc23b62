package transcript

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"dendro/backend/jsonl"
	"dendro/backend/title"
)

func TestOneLine(t *testing.T) {
	tests := []struct{ in, want string }{
		{"", ""},
		{" \n\t ", ""},
		{"  two\n\n  words ", "two words"},
		{"no\u00a0break\u3000wide", "no break wide"},
		{"bell\a and nul\x00", "bell and nul"},
		{"\x1b[1;31mred\x1b[0m and \x1b[38;5;12mblue\x1b[m", "red and blue"},
		{"\x1b]0;title\x07 plain escape", "]0;title plain escape"},
		{"\x1b[", ""},
		{"\x1b", ""},
		{"登录 页面 😀", "登录 页面 😀"},
		{"invoice \u202egnp.exe \u2066a\u2069 שלום", "invoice gnp.exe a שלום"},
		{"bad \xff byte", "bad \ufffd byte"},
		{strings.Repeat("é", 300), strings.Repeat("é", TitleRunes)},
		{strings.Repeat("x", TitleRunes-1) + " y", strings.Repeat("x", TitleRunes-1)},
		{strings.Repeat("x", TitleRunes-2) + " y", strings.Repeat("x", TitleRunes-2) + " y"},
	}
	for _, test := range tests {
		got := OneLine(test.in)
		if got != test.want {
			t.Errorf("OneLine(%q) = %q, want %q", test.in, got, test.want)
		}
		if n := utf8.RuneCountInString(got); n > TitleRunes {
			t.Errorf("OneLine(%q) has %d runes", test.in, n)
		}
	}
}

func TestPromptText(t *testing.T) {
	tests := []struct{ content, want string }{
		{`"Why?"`, "Why?"},
		{`["<ide_opened_file>x</ide_opened_file>","Why?"]`, "Why?"},
		{`["<system-reminder>x</system-reminder>","  ","Why?"]`, "Why?"},
		{`[{"type":"image"},"Why?"]`, "Why?"},
		{`[{"type":"image"}]`, "[Image]"},
		{`[{"type":"image"},"<ide_selection>x</ide_selection>"]`, "[Image]"},
		{`["<ide_selection>only this</ide_selection>"]`, "<ide_selection>only this</ide_selection>"},
		{`""`, ""},
	}
	for _, test := range tests {
		var d Decoder
		r, err := d.Decode([]byte(`{"type":"user","message":{"content":` + test.content + `}}`))
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := heading(r); got != test.want {
			t.Errorf("%s: %q, want %q", test.content, got, test.want)
		}
	}
}

// TestCalled: a prompt's name is made from its whole text, although it is stored only if
// the first line says less.
func TestCalled(t *testing.T) {
	for _, content := range []string{
		"Please rename the flag", "Can you please look at the log again? It says nothing.", "Two\\nlines of it", "# Plan: Sort the report\\n\\n1. One",
		"see https://example.org/a/b/c/d and say why", "<command-name>/init</command-name>", "fix C:\\\\one\\\\two\\\\three\\\\four.txt now",
		"a sentence " + strings.Repeat("that goes on ", 40),
	} {
		z, d := NewSummarizer(), Decoder{}
		for n, uuid := range []string{"6a0e0f54-1d0b-4a5c-8a57-0d6f0c1f2a01", "6a0e0f54-1d0b-4a5c-8a57-0d6f0c1f2a02"} {
			line := `{"type":"user","uuid":"` + uuid + `","parentUuid":null,"message":{"role":"user","content":"` + content + `"}}`
			z.Line(&d, &jsonl.Line{Text: []byte(line), Number: n + 1}, nil)
		}
		text := string(jsonl.Value(`"` + content + `"`).AppendText(nil))
		for _, p := range z.Summary().Prompts {
			if got, want := p.Called(), title.Of(text); got != want {
				t.Errorf("%q is called %q, want %q", text, got, want)
			}
		}
		if n := len(z.Summary().Prompts); n != 2 && !strings.HasPrefix(content, "<") {
			t.Errorf("%q: %d prompts", text, n)
		}
	}
}

func TestNumericTimestamps(t *testing.T) {
	var dec Decoder
	for number, want := range map[string]string{
		"1772355600": "2026-03-01T09:00:00.000Z", "1772355600.25": "2026-03-01T09:00:00.250Z", "1772355600250": "2026-03-01T09:00:00.250Z",
		"1.77235560025e12": "2026-03-01T09:00:00.250Z", "0": "", "5": "", "-5": "", "99999999999999": "", "1e999": "", "null": "", "true": "", "[1772355600]": "",
	} {
		r, err := dec.Decode([]byte(`{"type":"user","timestamp":` + number + `}`))
		if err != nil {
			t.Fatal(err)
		}
		at, _ := time.Parse(time.RFC3339, want)
		if got := string(TimeOf(r.Timestamp)); got != want || want != "" && Millis(r.Timestamp) != at.UnixMilli() {
			t.Errorf("%s: %q, %d", number, got, Millis(r.Timestamp))
		}
	}
}

func TestMillis(t *testing.T) {
	for _, s := range []string{
		"2026-03-01T09:00:00.250Z", "2024-02-29T23:59:59.999Z", "2026-02-29T00:00:00.000Z", "2026-04-31T00:00:00.000Z",
		"1970-01-01T00:00:00.001Z", "1969-12-31T23:59:59.999Z", "0000-03-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z",
		"2000-02-29T12:00:00.000Z", "1900-02-29T12:00:00.000Z", "2026-13-01T09:00:00.250Z", "2026-03-01T24:00:00.250Z",
		"2026-03-01T09:60:00.250Z", "2026-03-01T09:00:60.250Z", "2026x03-01T09:00:00.250Z", "2026-03-01T09:00:00.25xZ",
		"2026-03-01T09:00:00Z", "2026-03-01T10:00:00+01:00", "2026-03-01T09:00:00.123456789Z", "2026-03-01T09:00:00.250z",
		"2026-03-01 09:00:00.250Z", "yesterday", "", "0001-01-01T00:00:00Z", "-0001-01-01T00:00:00Z", "1970-01-01T00:00:00Z",
		"2999-12-31T23:59:59.999Z", "3000-01-01T00:00:00Z", "2026-03-01T09:00:00.250+1:00", "2026-03-01T09:00:00.2500Z",
	} {
		var want int64
		if at, err := time.Parse(time.RFC3339Nano, s); err == nil && at.After(time.Unix(0, 0)) && at.Year() < 3000 {
			want = at.UnixMilli()
		}
		if got := Millis(jsonl.Value(`"` + s + `"`)); got != want {
			t.Errorf("Millis(%q) = %d, want %d", s, got, want)
		}
	}
	for at := time.Date(1970, 1, 1, 12, 34, 56, 789e6, time.UTC); at.Year() < 3000; at = at.AddDate(0, 0, 97) {
		s := at.Format(`"2006-01-02T15:04:05.000Z"`)
		if got := Millis(jsonl.Value(s)); got != at.UnixMilli() {
			t.Fatalf("Millis(%s) = %d, want %d", s, got, at.UnixMilli())
		}
	}
	for _, v := range []string{``, `null`, `1772355600000`, `{"a":"2026-03-01T09:00:00Z"}`, `["2026-03-01T09:00:00"]`} {
		if got := Millis(jsonl.Value(v)); got != 0 {
			t.Errorf("Millis(%s) = %d", v, got)
		}
	}
}

func TestInt(t *testing.T) {
	tests := []struct {
		in   string
		want int64
		ok   bool
	}{
		{`0`, 0, true},
		{`-12`, -12, true},
		{`1e3`, 1000, true},
		{`1.9`, 1, true},
		{`9223372036854775807`, 1<<63 - 1, true},
		{`9223372036854775808`, 0, false},
		{`1e400`, 0, false},
		{`"5"`, 0, false},
		{`null`, 0, false},
		{``, 0, false},
		{`[1]`, 0, false},
	}
	for _, test := range tests {
		if got, ok := jsonl.Value(test.in).Int(); got != test.want || ok != test.ok {
			t.Errorf("%s: %d, %v", test.in, got, ok)
		}
	}
}
