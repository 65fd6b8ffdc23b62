package search

import (
	"context"
	"io"
	"regexp"
	"regexp/syntax"
	"strings"
	"unicode/utf8"

	"dendro/backend/search/fold"
	"dendro/backend/search/query"

	"golang.org/x/text/unicode/norm"
)

// compiled is a compiled regular expression.
type compiled struct {
	re *regexp.Regexp
	// folded says that re applies to folded texts. Its literals are then case-sensitive,
	// which lets the matcher jump to them: many times faster than comparing without regard to
	// case.
	folded bool
	steps  int // see query.Term
}

// compileRegex compiles the expression of a term.
func compileRegex(t *query.Term) *compiled {
	// Folded texts have no accents: only the text itself tells whether a class has them.
	if !caseSwitch(t.Text) && fold.ASCIILength([]byte(t.Text)) == len(t.Text) {
		if re, err := syntax.Parse("(?im)"+norm.NFC.String(t.Text), syntax.Perl); err == nil {
			foldLiterals(re)
			if folded, err := regexp.Compile(re.String()); err == nil {
				return &compiled{folded, true, t.Steps}
			}
		}
	}
	return &compiled{t.Regexp, false, t.Steps}
}

// caseSwitch reports whether an expression may make case significant, as in (?-i).
func caseSwitch(src string) bool {
	for {
		i := strings.Index(src, "(?")
		if i < 0 {
			return false
		}
		src = src[i+2:]
		if flags := strings.TrimLeft(src, "imsU"); strings.HasPrefix(flags, "-") {
			return true
		}
	}
}

// foldLiterals makes the literals of an expression match folded texts only. Classes already
// contain all cases of their runes, including the folded ones.
func foldLiterals(re *syntax.Regexp) {
	if re.Op == syntax.OpLiteral {
		for i, r := range re.Rune {
			re.Rune[i] = fold.Rune(r)
		}
	}
	re.Flags &^= syntax.FoldCase
	for _, sub := range re.Sub {
		foldLiterals(sub)
	}
}

// quickWork is how many steps an uninterruptible match may take: less than a second in the
// worst case.
const quickWork = 32 << 20

// quick reports whether a text can be matched without checking for the end of the search.
func (c *compiled) quick(text []byte) bool { return len(text) <= quickWork/c.steps }

// matchRegex is like re.Match, but ends soon after the search does.
func (m *matcher) matchRegex(c *compiled, text []byte) bool {
	if c.quick(text) {
		return c.re.Match(text)
	}
	return c.re.MatchReader(c.read(m.ctx, text))
}

// findRegex returns the first match in text, nil if there is none.
func (m *matcher) findRegex(c *compiled, text []byte) []int {
	if c.quick(text) {
		return c.re.FindIndex(text)
	}
	return c.re.FindReaderIndex(c.read(m.ctx, text))
}

// runes reads runes until its context ends.
type runes struct {
	ctx      context.Context
	text     []byte
	n, every int // every is the number of runes between two checks of ctx
}

func (c *compiled) read(ctx context.Context, text []byte) *runes {
	return &runes{ctx: ctx, text: text, every: max(1, quickWork/64/c.steps)}
}

// ReadRune implements io.RuneReader.
func (r *runes) ReadRune() (rune, int, error) {
	if r.n++; r.n%r.every == 0 && r.ctx.Err() != nil || len(r.text) == 0 {
		return 0, 0, io.EOF
	}
	c, size := utf8.DecodeRune(r.text)
	r.text = r.text[size:]
	return c, size, nil
}

// around is how much text around a snippet is searched for matches. It is less for
// expressions that may restart at each character.
func (c *compiled) around() int { return min(max(quickWork/64/c.steps, 64), 4<<10) }

// regexSpans returns the matches in text[from:to], in runes relative to from. It also
// searches some text around that window, since that may affect the matches.
func (m *matcher) regexSpans(re *compiled, text []byte, from, to int) []span {
	lo, hi := back(text, from, re.around()), forward(text, to, re.around())
	searched := text[lo:hi]
	if re.folded {
		searched, _ = fold.Append(nil, searched)
	}
	skip := utf8.RuneCount(text[lo:from])
	length := utf8.RuneCount(text[from:to])
	var list []span
	for _, loc := range re.re.FindAllIndex(searched, -1) {
		start := utf8.RuneCount(searched[:loc[0]]) - skip
		end := start + utf8.RuneCount(searched[loc[0]:loc[1]])
		if start < end && start < length && end > 0 {
			list = append(list, span{max(start, 0), min(end, length)})
		}
	}
	return list
}

// back and forward move by at most n bytes, to a border between runes.
func back(text []byte, from, n int) int {
	at := max(0, from-n)
	for at > 0 && !utf8.RuneStart(text[at]) {
		at--
	}
	return at
}

func forward(text []byte, from, n int) int {
	at := min(len(text), from+n)
	for at < len(text) && !utf8.RuneStart(text[at]) {
		at++
	}
	return at
}
