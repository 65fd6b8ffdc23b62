package transcript

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// checkLine compares Decode's result for a line with encoding/json.
func checkLine(t *testing.T, d *Decoder, line []byte) {
	t.Helper()
	want, ok := oracleFields(line)
	r, err := d.Decode(line)
	if ok != (err == nil) {
		t.Fatalf("Decode(%q): error %v; encoding/json accepts it: %v", line, err, ok)
	}
	if err != nil {
		return
	}
	if want, got := oracleView(want), recordView(r); got != want {
		t.Fatalf("Decode(%q) (-encoding/json +Decode):\n%s", line, cmp.Diff(want, got))
	}
	if !json.Valid(r.Raw) {
		t.Fatalf("Decode(%q): Raw is no JSON: %q", line, r.Raw)
	}
	for name, raw := range want {
		// One of the two repairs a key with invalid UTF-8.
		if got := r.field(name); string(got) != string(raw) && !strings.ContainsRune(name, utf8.RuneError) {
			t.Fatalf("Decode(%q): Field(%q) = %q, want %q", line, name, got, raw)
		}
	}
	Classify(r)
}

// FuzzDecode uses encoding/json as its oracle: the same lines are accepted, and every
// field, text and block is equal.
func FuzzDecode(f *testing.F) {
	for _, name := range vectorNames(f) {
		for line := range bytes.Lines(readVector(f, name)) {
			f.Add(bytes.TrimSuffix(line, []byte("\n")))
		}
	}
	for _, c := range malformed {
		f.Add([]byte(c.line))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		if bytes.IndexByte(line, '\n') >= 0 {
			line = bytes.ReplaceAll(line, []byte("\n"), []byte(" "))
		}
		var d Decoder
		checkLine(t, &d, line)
		checkLine(t, &d, line) // a reused Decoder gives the same result
	})
}
