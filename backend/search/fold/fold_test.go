package fold

import (
	"bytes"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"dendro/backend/internal/tests"

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
		if !bytes.Equal(Text(test.a), Text(test.b)) {
			t.Errorf("%q and %q fold to %q and %q", test.a, test.b, Text(test.a), Text(test.b))
		}
	}
	for _, test := range []struct{ a, b string }{
		{"ı", "i"}, {"ß", "ss"}, {"か", "が"}, {"и", "й"}, {"…", "..."},
	} {
		if bytes.Equal(Text(test.a), Text(test.b)) {
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
		if got := Rune(r); got != least {
			t.Errorf("Rune(%U) = %U, want %U", r, got, least)
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

func TestFoldIsItsDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := tests.AwkwardTexts().Draw(t, "text")
		if got, want := string(Text(s)), simpleFold(s); got != want {
			t.Fatalf("Text(%q) = %q, want %q", s, got, want)
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
		n := NewNeedle(rapid.StringMatching(`[abc ]{1,4}`).Draw(t, "needle"))
		lower := strings.ToLower(text)
		for from := 0; ; {
			want := strings.Index(lower[from:], string(n.Text))
			if want >= 0 {
				want += from
			}
			if got := n.Next([]byte(text), from); got != want {
				t.Fatalf("%q in %q from %d: at %d, want %d", n.Text, text, from, got, want)
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
		n := NewNeedle(text)
		for at := 0; at+len(text) <= len(buf); at++ {
			in := bytes.Clone(buf)
			copy(in[at:], strings.ToUpper(text))
			for _, part := range [][]byte{in[:at+len(text)], in[:at+len(text)-1], in[at:], in[at+1:]} {
				want := bytes.Index(bytes.ToLower(part), []byte(text))
				if got := n.Next(part, 0); got != want {
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
