package search

import (
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"dendro/backend/search/fold"
	"dendro/backend/search/query"
)

// signed returns a group with one block, which contains a text.
func signed(text string) *group {
	b := NewBuilder()
	b.written = appendEscaped(nil, fold.Text(text))
	b.sig.add(b.gears, b.written)
	return &group{blocks: make([]placed, 1), sigs: []*signature{b.sig.signature()}}
}

func TestExpressionsAreNarrowed(t *testing.T) {
	has := signed("panic: runtime error: index out of range [5] with length 3 at colour.go")
	lacks := signed("everything went well, and nobody had to look at anything for hours")
	for _, src := range []string{
		`index out of range`, `index\s+out`, `pan+ic: `, `(error|fault): index`, `e(rr)?or: index`, `\brange\b`, `ra[mn]ge`,
		`range|rains|rate`, `[ir]ndex`, `col(ou|o)r`, `runtime.*length`, `(?-i)panic`, `(with){1,3} length`, `o[uv]t of`,
	} {
		p := planRegex(src)
		if p.open() {
			t.Errorf("/%s/ is not narrowed", src)
		}
		if p.mask(has) == 0 {
			t.Errorf("/%s/ excludes a matching block", src)
		}
		if p.mask(lacks) != 0 {
			t.Errorf("/%s/ does not exclude an unrelated block", src)
		}
	}
	for _, src := range []string{`.*`, `[a-z]+`, `\d\d`, `of|out`, `x?`, `(ab)*`, `error|.`, `(`} {
		if p := planRegex(src); !p.open() {
			t.Errorf("/%s/ is narrowed to %v", src, p)
		}
	}
}

func TestPhrasesAreNarrowed(t *testing.T) {
	q := &query.Query{Terms: []query.Term{{Kind: query.Phrase, Text: "index out of range"}}}
	p := planQuery(q)
	words := signed("out of the index, a range of things was taken; of those some range wide")
	if p.mask(signed("an INDEX out of range")) == 0 || p.mask(words) != 0 {
		t.Error("a phrase is not narrowed to matching blocks")
	}
	if rows := rowsOf(fold.Text("index out of range")); len(p.all) != 1 || len(p.all[0].rows) != min(len(rows), maxRows) {
		t.Errorf("%v of %v", p, rows)
	}
}

// TestPlansDenyNoMatch checks that the plan of an expression allows every match.
func TestPlansDenyNoMatch(t *testing.T) {
	piece := rapid.SampledFrom([]string{
		"foo", "bar", "Fo", "é", "e\u0301", "\u0301", "か", "\u3099", "ß", "k", "\u212a", `\n`, `"`, `\\`, "x?", "(a|b)", "[a-c]", "[é-ë]", "[^a]",
		".", "y*", "z+", "(fo|foo|fox)", "(?:ba[rz]|qux)", `\b`, "^", "$", "(ab){2}", "(?i:Ab)", "|", `\d`, `\pL`,
	})
	rapid.Check(t, func(t *rapid.T) {
		src := strings.Join(rapid.SliceOfN(piece, 1, 6).Draw(t, "expression"), "")
		re, err := regexp.Compile("(?im)" + string(fold.Compose([]byte(src))))
		if err != nil {
			return
		}
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{
			"foo", "fox", "BAR", "baz", "qux", "é", "É", "e\u0301", "か", "\u3099", "が", "ß", "ẞ", "K", "\u212a", "\n", `"`, `\`, "a", "b", "ab", "x", "z", "7", " ",
		}), 0, 12).Draw(t, "text"), "")
		composed := fold.Compose([]byte(text))
		p := planRegex(src)
		if (re.Match(composed) || re.Match(fold.Text(text))) && p.mask(signed(text)) == 0 {
			t.Fatalf("/%s/ matches %q, which its plan excludes", src, text)
		}
		if one := terms(&query.Query{Terms: []query.Term{{Kind: query.Regex, Text: src, Regexp: re}}}); re.Match(composed) && !one[0].mayStand(fold.Text(text)) {
			t.Fatalf("/%s/ matches %q, which contains none of %q", src, text, one[0].any)
		}
	})
}
