package query

import (
	"regexp"
	"regexp/syntax"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"dendro/backend/message"
)

// MaxRunes is the maximum length of a query. Nobody types more, and text pasted by mistake
// must not cost a search.
const MaxRunes = 4096

// MaxTerms is the maximum number of words, phrases and expressions in a query.
const MaxTerms = 64

// Parse parses a search as typed. Ages are relative to now, whose location determines when a
// day begins. The query is never nil: with an error, an [*Error], it contains everything that
// could be parsed, and all spans.
func Parse(src string, now time.Time) (*Query, error) {
	p := parser{in: []rune(src), now: now, q: &Query{}}
	if len(p.in) > MaxRunes {
		p.fail(MaxRunes, len(p.in), message.New("query_too_long", "limit", MaxRunes))
		return p.q, p.err
	}
	for p.space(); p.pos < len(p.in); p.space() {
		p.item()
	}
	p.check()
	if p.err != nil {
		return p.q, p.err
	}
	return p.q, nil
}

type parser struct {
	in  []rune
	pos int
	now time.Time
	q   *Query
	err *Error // the first one
}

func (p *parser) space() {
	for p.pos < len(p.in) && unicode.IsSpace(p.in[p.pos]) {
		p.pos++
	}
}

func (p *parser) at(i int) rune {
	if i < len(p.in) {
		return p.in[i]
	}
	return 0
}

func (p *parser) fail(from, to int, msg message.Message) {
	if p.err == nil {
		p.err = &Error{From: from, To: to, Msg: msg}
	}
}

func (p *parser) span(from, to int, kind SpanKind) {
	if from < to {
		p.q.Spans = append(p.q.Spans, Span{from, to, kind})
	}
}

// item parses one term or filter.
func (p *parser) item() {
	not := false
	// Two minuses begin a command's flag, which people do search for.
	if p.in[p.pos] == '-' && p.pos+1 < len(p.in) && !unicode.IsSpace(p.at(p.pos+1)) && p.at(p.pos+1) != '-' {
		not = true
		p.span(p.pos, p.pos+1, SpanNot)
		p.pos++
	}
	start := p.pos
	switch {
	case p.in[p.pos] == '"':
		text := p.quoted()
		p.span(start, p.pos, SpanPhrase)
		if text != "" {
			p.term(Term{Kind: Phrase, Text: text, Not: not})
		}
	case p.in[p.pos] == '/' && p.regexEnd() > 0:
		p.regex(p.regexEnd(), not)
	default:
		if key := p.key(); key != "" {
			p.filter(key, not)
			return
		}
		text := p.word()
		p.span(start, p.pos, SpanWord)
		p.term(Term{Kind: Word, Text: text, Not: not})
	}
}

func (p *parser) term(t Term) {
	if len(p.q.Terms) == MaxTerms {
		p.fail(p.q.Spans[len(p.q.Spans)-1].From, len(p.in), message.New("query_too_many_terms", "limit", MaxTerms))
		return
	}
	p.q.Terms = append(p.q.Terms, t)
}

// word reads up to the next white space.
func (p *parser) word() string {
	start := p.pos
	for p.pos < len(p.in) && !unicode.IsSpace(p.in[p.pos]) {
		p.pos++
	}
	return string(p.in[start:p.pos])
}

// quoted reads a phrase. An unclosed phrase ends at the end of the query, because it is still
// being typed.
func (p *parser) quoted() string {
	var b strings.Builder
	for p.pos++; p.pos < len(p.in); p.pos++ {
		switch r := p.in[p.pos]; {
		case r == '"':
			p.pos++
			return b.String()
		case r == '\\' && (p.at(p.pos+1) == '"' || p.at(p.pos+1) == '\\'):
			p.pos++
			b.WriteRune(p.in[p.pos])
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// regexEnd returns the index of the slash that closes the expression at the current position,
// 0 if there is none. Then the slash begins a path.
func (p *parser) regexEnd() int {
	for i := p.pos + 1; i < len(p.in); i++ {
		switch p.in[i] {
		case '\\':
			i++
		case '/':
			if i > p.pos+1 && (i+1 == len(p.in) || unicode.IsSpace(p.in[i+1])) {
				return i
			}
		}
	}
	return 0
}

func (p *parser) regex(end int, not bool) {
	from, to := p.pos, end+1
	src := string(p.in[p.pos+1 : end])
	p.pos = to
	re, steps, problem := compile(src)
	if !problem.IsZero() {
		p.span(from, to, SpanBad)
		p.fail(from, to, problem)
		return
	}
	p.span(from, to, SpanRegex)
	p.term(Term{Kind: Regex, Text: src, Regexp: re, Steps: steps, Not: not})
}

// compile compiles an expression. It returns a message if that fails.
func compile(src string) (re *regexp.Regexp, n int, problem message.Message) {
	// Composed, like the texts it is matched with. ^ and $ match at line ends.
	src = "(?im)" + norm.NFC.String(src)
	parsed, err := syntax.Parse(src, syntax.Perl)
	if err != nil {
		return nil, 0, regexProblem(err)
	}
	if n = steps(parsed); n > maxSteps {
		return nil, 0, message.New("query_regex_too_large")
	}
	re, err = regexp.Compile(src)
	switch {
	case err != nil:
		return nil, 0, regexProblem(err)
	case re.MatchString(""):
		return nil, 0, message.New("query_regex_matches_empty")
	}
	return re, n, message.Message{}
}

// check reports errors that concern the query as a whole.
func (p *parser) check() {
	q := p.q
	if p.err != nil || len(q.Terms) == 0 || len(q.Filters) > 0 || q.In != 0 || !q.After.IsZero() || !q.Before.IsZero() {
		return
	}
	for _, t := range q.Terms {
		if !t.Not {
			return
		}
	}
	p.fail(0, len(p.in), message.New("query_only_excludes"))
}

func regexProblem(err error) message.Message {
	cause := strings.TrimPrefix(err.Error(), "error parsing regexp: ")
	if i := strings.Index(cause, ": `"); i > 0 {
		// The faulty part follows, with our own flags at its front.
		part := strings.TrimPrefix(strings.Trim(cause[i+2:], "`"), "(?im)")
		if part != "" {
			return message.New("query_regex_invalid_in", "cause", cause[:i], "part", part)
		}
		cause = cause[:i]
	}
	return message.New("query_regex_invalid", "cause", cause)
}
