package search

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"dendro/backend/internal/tests"
	"dendro/backend/jsonl"
	"dendro/backend/search/fold"
	"dendro/backend/transcript"

	"pgregory.net/rapid"
)

// part generates a substring on rune borders.
func part(t *rapid.T, s string) string {
	runes := []rune(s)
	from := rapid.IntRange(0, len(runes)).Draw(t, "from")
	to := rapid.IntRange(from, len(runes)).Draw(t, "to")
	return string(runes[from:to])
}

// written generates one of the ways to write a text in JSON.
func written(t *rapid.T, s string) jsonl.Value {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(rapid.Bool().Draw(t, "html"))
	if err := e.Encode(s); err != nil {
		t.Fatal(err)
	}
	v := bytes.TrimSpace(b.Bytes())
	if rapid.Bool().Draw(t, "ascii") {
		v = toASCII(v)
	}
	if rapid.Bool().Draw(t, "slashes") {
		v = bytes.ReplaceAll(v, []byte("/"), []byte(`\/`))
	}
	return v
}

// toASCII replaces characters beyond ASCII by \uXXXX.
func toASCII(v []byte) []byte {
	var b []byte
	for _, r := range string(v) {
		if r < utf8.RuneSelf {
			b = append(b, byte(r))
			continue
		}
		for _, u := range utf16(r) {
			b = append(b, '\\', 'u')
			for shift := 12; shift >= 0; shift -= 4 {
				b = append(b, "0123456789aBcDeF"[u>>shift&15])
			}
		}
	}
	return b
}

func utf16(r rune) []uint16 {
	if r < 0x10000 {
		return []uint16{uint16(r)}
	}
	r -= 0x10000
	return []uint16{0xd800 + uint16(r>>10), 0xdc00 + uint16(r&0x3ff)}
}

// TestSignatureHasNoFalseNegatives checks that a signature contains all substrings of a text,
// in every JSON spelling.
func TestSignatureHasNoFalseNegatives(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := tests.AwkwardTexts().Draw(t, "text")
		v := written(t, s)
		if v.IsBlank() {
			return // no text
		}
		b := NewBuilder()
		b.plain = plainText(t, v)
		x := &Extractor{want: allKinds}
		size := 0
		x.visit = func(p *Part) { size, _ = b.add(p) }
		x.part.x = x
		x.value(KindPrompt, v)
		sub := fold.Text(part(t, s))
		if !bytes.Contains(fold.Text(s), sub) {
			return // cut between a letter and its mark
		}
		if want := len(appendEscaped(nil, fold.Text(s))); size != want {
			t.Fatalf("%s counts for %d bytes, want %d", v, size, want)
		}
		sig := b.sig.signature()
		for _, r := range rowsOf(sub) {
			if !sig.has(r) {
				t.Fatalf("%s contains %q, but its signature does not", v, sub)
			}
		}
	})
}

// TestNeedleStandsInTheLine checks that, unless a text is odd, the bytes of its line contain
// the needle of each of its substrings.
func TestNeedleStandsInTheLine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := tests.AwkwardTexts().Draw(t, "text")
		v := written(t, s)
		b := NewBuilder()
		b.plain = plainText(t, v)
		x := &Extractor{want: allKinds}
		x.part.x = x
		plain := false
		x.visit = func(p *Part) { _, plain = b.add(p) }
		x.value(KindPrompt, v)
		sub := part(t, s)
		if !plain || !bytes.Contains(fold.Text(s), fold.Text(sub)) {
			return
		}
		for _, form := range []string{sub, strings.ToUpper(sub), strings.ToLower(sub)} {
			if !bytes.Equal(fold.Text(form), fold.Text(sub)) {
				continue
			}
			n := fold.NewNeedle(form)
			if len(n.Text) == 0 {
				continue
			}
			if n.Next(v, 0) < 0 {
				t.Fatalf("%s contains %q, but not the needle %q", v, form, n.Text)
			}
		}
	})
}

func TestTranspose(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var m, want [64]uint64
		for i := range m {
			m[i] = rapid.Uint64().Draw(t, "row")
		}
		for i := range m {
			for j := range m {
				want[j] |= m[i] >> j & 1 << i
			}
		}
		if transpose64(&m); m != want {
			t.Fatal("the matrix is not transposed")
		}
	})
}

// plainText reports whether a JSON string has neither unusual escapes nor codes of a terminal.
func plainText(t rapid.TB, v []byte) bool {
	t.Helper()
	return plainEscapes(t, v) && !bytes.Contains(v, []byte(`\u001b`)) && !bytes.Contains(v, []byte(`\u001B`))
}

// plainEscapes is a Decoder's PlainEscapes for a JSON string.
func plainEscapes(t rapid.TB, v []byte) bool {
	t.Helper()
	var d transcript.Decoder
	r, err := d.Decode([]byte(`{"text":` + string(v) + `}`))
	if err != nil {
		t.Fatalf("%s: %v", v, err)
	}
	return r.PlainEscapes
}

// TestPlainEscapesAreHowTextsAreWritten checks that an escape is plain only in the form that
// grams are taken from.
func TestPlainEscapesAreHowTextsAreWritten(t *testing.T) {
	escapes := []string{`\n`, `\t`, `\r`, `\b`, `\f`, `\"`, `\\`, `\/`}
	for c := range 1 << 16 {
		escapes = append(escapes, fmt.Sprintf(`\u%04x`, c), fmt.Sprintf(`\u%04X`, c))
	}
	for _, escape := range escapes {
		var text string
		if err := json.Unmarshal([]byte(`"`+escape+`"`), &text); err != nil {
			t.Fatal(err)
		}
		want := strings.EqualFold(string(appendEscaped(nil, []byte(text))), escape)
		if got := plainEscapes(t, []byte(`"`+escape+`"`)); got != want {
			t.Fatalf("%s is plain: %v, want %v", escape, got, want)
		}
	}
}

func TestMarksAndSignature(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var m, back marks
		m.add(newGears(), fold.Text(tests.AwkwardTexts().Draw(t, "text")))
		s := m.signature()
		if s.ones() != m.ones() {
			t.Fatalf("%d marks were converted to %d bits", m.ones(), s.ones())
		}
		if s.unpack(&back); back != m {
			t.Fatal("unpacking does not restore the marks")
		}
	})
	var all marks
	for i := range all {
		all[i] = 1
	}
	if all.ones() != sigRows || all.signature().ones() != sigRows {
		t.Error("wrong number of marks")
	}
}
