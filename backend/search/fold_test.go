package search

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"dendro/backend/jsonl"
	"dendro/backend/transcript"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"
)

// simpleFold folds by the definition.
func simpleFold(s string) string {
	return strings.Map(leastRune, string(AsShown([]byte(s))))
}

// leastRune folds a rune by the definition.
func leastRune(r rune) rune {
	if parts := []rune(norm.NFD.String(string(r))); len(parts) > 1 && unicode.IsLetter(parts[0]) && unicode.In(parts[0], unicode.Latin, unicode.Greek) && r <= 0x1fff {
		r = parts[0]
	}
	least := r
	for o := unicode.SimpleFold(r); o != r; o = unicode.SimpleFold(o) {
		least = min(least, o)
	}
	if least < utf8.RuneSelf {
		return unicode.ToLower(least)
	}
	return least
}

func TestFold(t *testing.T) {
	for _, test := range []struct{ a, b string }{
		{"useEffect", "USEEFFECT"},
		{"É", "é"},
		{"\u00e9", "e\u0301"},
		{"K", "\u212a"}, // the Kelvin sign
		{"s", "\u017f"}, // the long s
		{"Å", "\u212b"},
		{"ΣΊΣΥΦΟΣ", "σίσυφος"},
		{"ЁЛКА", "ёлка"},
		{"ẞ", "ß"},
		{"が", "か\u3099"},
		{"한", "\u1112\u1161\u11ab"},
		{"ｅ", "Ｅ"},
		{"e", "é"},
		{"α", "ά"},
		{"Ｅ２！", "e2!"},
		{"ガラス", "ｶﾞﾗｽ"},
		{"ﬁle oﬀ", "file off"},
		{"don’t “quote”", "don't \"quote\""},
		{"non\u2011breaking", "non-breaking"},
		{"soft\u00adware\u200b", "software"},
		{"a\u00a0b", "a b"},
		{"\x1b[31mERR\x1b[0mOR", "error"},
		{"\x1b]8;;https://example.com\x1b\\link\x1b]8;;\x1b\\", "link"},
		{"Ⓚ", "ⓚ"},
	} {
		if !bytes.Equal(fold(test.a), fold(test.b)) {
			t.Errorf("%q and %q fold to %q and %q", test.a, test.b, fold(test.a), fold(test.b))
		}
	}
	for _, test := range []struct{ a, b string }{
		{"ı", "i"}, {"ß", "ss"}, {"か", "が"}, {"и", "й"}, {"…", "..."},
	} {
		if bytes.Equal(fold(test.a), fold(test.b)) {
			t.Errorf("%q and %q fold to the same", test.a, test.b)
		}
	}
}

func TestFoldRuneOfEveryRune(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if !utf8.ValidRune(r) {
			continue
		}
		least := leastRune(r)
		if got := foldRune(r); got != least {
			t.Errorf("foldRune(%U) = %U, want %U", r, got, least)
		}
		if !caseless(r) && !letter(r) {
			continue
		}
		p := norm.NFC.PropertiesString(string(r))
		if caseless(r) && least != r || !p.BoundaryBefore() || p.CCC() != 0 || !norm.NFC.IsNormalString(string(r)) {
			t.Errorf("%U does not have the properties of its block", r)
		}
		// Three dots are common, and are not written as one sign.
		if compatible := norm.NFKC.String(string(r)); compatible != string(r) && (r < 0x2024 || r > 0x2026) {
			t.Errorf("%U is compared as it is, and not as %q", r, compatible)
		}
	}
}

// texts generates texts with awkward characters.
func texts() *rapid.Generator[string] {
	awkward := []string{
		"\"", "\\", "\n", "\t", "/", "\x1b[31m", "é", "e\u0301", "É", "\u212a", "ſ", "登录", "か\u3099", "がぎ", "🙂", "👩\u200d💻",
		"’", "Ｅ", "ｶﾞ", "\u00ad", "…", "ñ",
		"useEffect", "the ", "Notification", " ", "\u0301", "ΣΑς", "Ж", "<b>", "&", "\u2028", "\x00", "\x7f", "ﬁ", "한글", "\u1112\u1161\u11ab",
	}
	piece := rapid.OneOf(rapid.SampledFrom(awkward), rapid.StringN(0, 6, -1))
	return rapid.Map(rapid.SliceOfN(piece, 0, 12), func(parts []string) string {
		return strings.ToValidUTF8(strings.Join(parts, ""), "\ufffd")
	})
}

func TestFoldIsItsDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := texts().Draw(t, "text")
		if got, want := string(fold(s)), simpleFold(s); got != want {
			t.Fatalf("fold(%q) = %q, want %q", s, got, want)
		}
	})
}

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
		s := texts().Draw(t, "text")
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
		sub := fold(part(t, s))
		if !bytes.Contains(fold(s), sub) {
			return // cut between a letter and its mark
		}
		if want := len(appendEscaped(nil, fold(s))); size != want {
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
		s := texts().Draw(t, "text")
		v := written(t, s)
		b := NewBuilder()
		b.plain = plainText(t, v)
		x := &Extractor{want: allKinds}
		x.part.x = x
		plain := false
		x.visit = func(p *Part) { _, plain = b.add(p) }
		x.value(KindPrompt, v)
		sub := part(t, s)
		if !plain || !bytes.Contains(fold(s), fold(sub)) {
			return
		}
		for _, form := range []string{sub, strings.ToUpper(sub), strings.ToLower(sub)} {
			if !bytes.Equal(fold(form), fold(sub)) {
				continue
			}
			n := newNeedle(form)
			if len(n.text) == 0 {
				continue
			}
			if n.next(v, 0) < 0 {
				t.Fatalf("%s contains %q, but not the needle %q", v, form, n.text)
			}
		}
	})
}

// step is at least the number of positions that are checked together.
const step = 64

func TestNeedleIsFoundEverywhere(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		// Some are longer than the positions that are checked together.
		text := strings.Repeat("-", rapid.IntRange(0, 3*step).Draw(t, "before")) +
			rapid.StringMatching(`[abAB"c ]{0,60}`).Draw(t, "text") + strings.Repeat("-", rapid.IntRange(0, 2*step).Draw(t, "behind"))
		n := newNeedle(rapid.StringMatching(`[abc ]{1,4}`).Draw(t, "needle"))
		lower := strings.ToLower(text)
		for from := 0; ; {
			want := strings.Index(lower[from:], string(n.text))
			if want >= 0 {
				want += from
			}
			if got := n.next([]byte(text), from); got != want {
				t.Fatalf("%q in %q from %d: at %d, want %d", n.text, text, from, got, want)
			}
			if want < 0 {
				return
			}
			from = want + 1
		}
	})
}

// TestPairStands checks that bytes outside of the positions that are checked together are
// ignored, at every offset of a text.
func TestPairStands(t *testing.T) {
	buf := bytes.Repeat([]byte("xQ"), 4*step)
	for _, text := range []string{"q", "k", "needle k", "ax", "zq7"} {
		n := newNeedle(text)
		for at := 0; at+len(text) <= len(buf); at++ {
			in := bytes.Clone(buf)
			copy(in[at:], strings.ToUpper(text))
			for _, part := range [][]byte{in[:at+len(text)], in[:at+len(text)-1], in[at:], in[at+1:]} {
				want := bytes.Index(bytes.ToLower(part), []byte(text))
				if got := n.next(part, 0); got != want {
					t.Fatalf("%q at %d of %d bytes, want %d", text, got, len(part), want)
				}
				places := len(part) - len(text) + 1
				own, generic := n.pair.find(part, n.rare, places), n.pair.findGeneric(part, n.rare, places)
				if own != generic {
					t.Fatalf("the pair of %q was found at %d and at %d", text, own, generic)
				}
			}
		}
	}
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
		m.add(newGears(), fold(texts().Draw(t, "text")))
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
