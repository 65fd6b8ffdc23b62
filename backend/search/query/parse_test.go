package query_test

import (
	"errors"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"dendro/backend/internal/tests"
	"dendro/backend/search/query"
)

var (
	berlin = time.FixedZone("CET", 3600)
	now    = time.Date(2026, 11, 20, 15, 4, 5, 6, berlin)
)

func word(s string) query.Term   { return query.Term{Kind: query.Word, Text: s} }
func phrase(s string) query.Term { return query.Term{Kind: query.Phrase, Text: s} }
func regex(s string) query.Term  { return query.Term{Kind: query.Regex, Text: s} }

func not(t query.Term) query.Term {
	t.Not = true
	return t
}

func terms(t ...query.Term) query.Query { return query.Query{Terms: t} }

func filter(key query.Key, value string) query.Query {
	return query.Query{Filters: []query.Filter{{Key: key, Value: value}}}
}

func TestParse(t *testing.T) {
	tests := []struct {
		src  string
		want query.Query
	}{
		{"", query.Query{}},
		{"  \t ", query.Query{}},
		{"cache miss", terms(word("cache"), word("miss"))},
		{`"cache miss"`, terms(phrase("cache miss"))},
		{`"a \"b\" \\ \n"`, terms(phrase(`a "b" \ \n`))},
		{`"not closed yet`, terms(phrase("not closed yet"))},
		{`""`, query.Query{}},
		{`say"hello"`, terms(word(`say"hello"`))},
		{"a -b", terms(word("a"), not(word("b")))},
		{`a -"b c"`, terms(word("a"), not(phrase("b c")))},
		{"a -/b+/", terms(word("a"), not(regex("b+")))},
		{"git rebase --onto", terms(word("git"), word("rebase"), word("--onto"))},
		{"a - b", terms(word("a"), word("-"), word("b"))},
		{"-", terms(word("-"))},
		{`/func \w+Cache/`, terms(regex(`func \w+Cache`))},
		{`/a\/b/`, terms(regex(`a\/b`))},
		{"/usr/bin", terms(word("/usr/bin"))},
		{"/review", terms(word("/review"))},
		{"//", terms(word("//"))},
		{"登录 页面", terms(word("登录"), word("页面"))},
		{"a\u3000b", terms(word("a"), word("b"))},
		{"http://x.y/z std::sort a:b", terms(word("http://x.y/z"), word("std::sort"), word("a:b"))},
		{"project:app", filter(query.Project, "app")},
		{"PROJECT:App", filter(query.Project, "App")},
		{`project:"my app"`, filter(query.Project, "my app")},
		{"tool:Bash", filter(query.Tool, "Bash")},
		{"file:main.go", filter(query.File, "main.go")},
		{"branch:fix/it", filter(query.Branch, "fix/it")},
		{"model:opus", filter(query.Model, "opus")},
		{"is:Leaf", filter(query.Is, "leaf")},
		{"-is:live", query.Query{Filters: []query.Filter{{Key: query.Is, Value: "live", Not: true}}}},
		{"-tool:Bash x", query.Query{Terms: []query.Term{word("x")}, Filters: []query.Filter{{Key: query.Tool, Value: "Bash", Not: true}}}},
		{"in:prompts", query.Query{In: query.Prompts}},
		{"in:prompt,reply", query.Query{In: query.Prompts | query.Replies}},
		{"in:tools in:results", query.Query{In: query.Tools | query.Results}},
		{"in:all", query.Query{In: query.All}},
		{"x -in:results", query.Query{Terms: []query.Term{word("x")}, NotIn: query.Results}},
		{"after:2026-03-01", query.Query{After: time.Date(2026, 3, 1, 0, 0, 0, 0, berlin)}},
		{"after:2026-3-1", query.Query{After: time.Date(2026, 3, 1, 0, 0, 0, 0, berlin)}},
		{"after:2026-03", query.Query{After: time.Date(2026, 3, 1, 0, 0, 0, 0, berlin)}},
		{"after:2026", query.Query{After: time.Date(2026, 1, 1, 0, 0, 0, 0, berlin)}},
		{"after:2026-03-01T10:30", query.Query{After: time.Date(2026, 3, 1, 10, 30, 0, 0, berlin)}},
		{"after:2026-03-01T10:30:00Z", query.Query{After: time.Date(2026, 3, 1, 10, 30, 0, 0, time.UTC)}},
		{"before:7d", query.Query{Before: time.Date(2026, 11, 13, 15, 4, 5, 0, berlin)}},
		{"before:12h", query.Query{Before: time.Date(2026, 11, 20, 3, 4, 5, 0, berlin)}},
		{"after:30min", query.Query{After: time.Date(2026, 11, 20, 14, 34, 5, 0, berlin)}},
		{"after:2w", query.Query{After: time.Date(2026, 11, 6, 15, 4, 5, 0, berlin)}},
		{"after:1m", query.Query{After: time.Date(2026, 10, 20, 15, 4, 5, 0, berlin)}},
		{"after:1y", query.Query{After: time.Date(2025, 11, 20, 15, 4, 5, 0, berlin)}},
		{"after:today", query.Query{After: time.Date(2026, 11, 20, 0, 0, 0, 0, berlin)}},
		{"before:yesterday", query.Query{Before: time.Date(2026, 11, 19, 0, 0, 0, 0, berlin)}},
		{"-before:today", query.Query{After: time.Date(2026, 11, 20, 0, 0, 0, 0, berlin)}},
		{"after:2026-03 after:2026-02", query.Query{After: time.Date(2026, 3, 1, 0, 0, 0, 0, berlin)}},
		{"before:2026-03 before:2026-02", query.Query{Before: time.Date(2026, 2, 1, 0, 0, 0, 0, berlin)}},
	}
	ignore := []cmp.Option{
		cmpopts.IgnoreFields(query.Query{}, "Spans"), cmpopts.IgnoreFields(query.Term{}, "Regexp", "Steps"), cmpopts.EquateEmpty(),
	}
	for _, test := range tests {
		t.Run(test.src, func(t *testing.T) {
			got, err := query.Parse(test.src, now)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, *got, ignore...); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			again, err := query.Parse(got.String(), now)
			if err != nil {
				t.Fatalf("cannot parse %q: %v", got, err)
			}
			if diff := cmp.Diff(*got, *again, ignore...); diff != "" {
				t.Errorf("%q parses to a different query (-want +got):\n%s", got, diff)
			}
		})
	}
}

func TestParseError(t *testing.T) {
	tests := []struct {
		src      string
		from, to int
		msg      string
	}{
		{"x in:bogus", 5, 10, "“bogus” cannot be searched"},
		{"x in:", 4, 5, "A value is missing after in:"},
		{"is:leave", 3, 8, "leaf, superseded, fork, live, failed, agent, starred or bookmarked"},
		{"è after:soon", 8, 12, "is not a date"},
		{"after:", 5, 6, "Examples: after:2026-03-01"},
		{"x /a(b/", 2, 7, "regular expression is not valid"},
		{"/(?P<n>/", 0, 8, "regular expression is not valid"},
		{"/a*/", 0, 4, "matches empty text"},
		{"x /" + strings.Repeat("[a-z]{0,1000}", 20) + "x/", 2, 265, "too large"},
		{"-x", 0, 2, "only excludes"},
		{strings.Repeat("a ", 65), 128, 130, "too many"},
		{strings.Repeat("a", 5000), 4096, 5000, "too long"},
	}
	for _, test := range tests {
		q, err := query.Parse(test.src, now)
		e := asError(err)
		switch {
		case e == nil:
			t.Errorf("%.20q: %v", test.src, err)
		case e.From != test.from || e.To != test.to || !strings.Contains(e.Error(), test.msg):
			t.Errorf("%.20q: %d to %d: %s", test.src, e.From, e.To, e.Msg)
		case !strings.HasSuffix(e.Error(), ".") || !utf8.ValidString(e.Error()) || e.Error() != e.In("en").Error():
			t.Errorf("%.20q: %q is not a sentence", test.src, e.Msg)
		}
		if q == nil {
			t.Errorf("%.20q: no query with the error", test.src)
		}
	}
}

// TestHugeQueries checks that text pasted by mistake is rejected at once.
func TestHugeQueries(t *testing.T) {
	for name, src := range map[string]string{
		"a megabyte":    strings.Repeat("needle ", 150_000),
		"many words":    strings.Repeat("w ", 10_000),
		"nesting":       "/" + strings.Repeat("(", 2000) + "a" + strings.Repeat(")", 2000) + "/",
		"repetitions":   "/" + strings.Repeat("(", 300) + "x" + strings.Repeat("{1,9})", 300) + "/",
		"long classes":  "/" + strings.Repeat(`\pL{900}`, 400) + "/",
		"open brackets": "/" + strings.Repeat("[", 4000) + "/",
	} {
		start := tests.CPU()
		_, err := query.Parse(src, now)
		if took := tests.CPU() - start; took > 5*time.Second {
			t.Errorf("%s: %v", name, took)
		}
		if e := asError(err); e == nil || len(e.Error()) > 5000 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestID(t *testing.T) {
	for src, want := range map[string]string{
		"0f1e2d3c-4b5a-4978-8796-a5b4c3d2e1f0": "0f1e2d3c-4b5a-4978-8796-a5b4c3d2e1f0",
		"0F1E2D3C-4B5A":                        "0f1e2d3c-4b5a",
		"0f1e2d3c":                             "0f1e2d3c",
		"0f1e2d":                               "",
		"facaded":                              "",
		"abcdefab":                             "",
		"0f1e2d3c4b5a":                         "",
		"0f1e2d3c x":                           "",
		"-0f1e2d3c x":                          "",
		`"0f1e2d3c"`:                           "",
	} {
		q, err := query.Parse(src, now)
		if err != nil {
			t.Fatal(err)
		}
		if got := q.ID(); got != want {
			t.Errorf("%s: %q, want %q", src, got, want)
		}
	}
}

func TestFields(t *testing.T) {
	parse := func(s string) *query.Query {
		q, err := query.Parse(s, now)
		if err != nil {
			t.Fatal(err)
		}
		return q
	}
	for src, want := range map[string]query.Fields{
		"x":                            query.Default,
		"x in:thinking":                query.Thinking,
		"x -in:results":                query.Default &^ query.Results,
		"x in:tools,results -in:tools": query.Results,
	} {
		if got := parse(src).Fields(query.Default); got != want {
			t.Errorf("%s: %s, want %s", src, got, want)
		}
	}
	if _, err := query.ParseFields("prompts,nonsense"); err == nil {
		t.Error("an unknown field was accepted")
	}
	if f, err := query.ParseFields("titles, prompts"); err != nil || f != query.Titles|query.Prompts {
		t.Errorf("%v %v", f, err)
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{
		`cache "a b" -c /d+/ in:prompts project:"x y" after:7d`, `/a/b/ file:src/`, `-"`, `in:`, `--x`, "\x00", `"\"`, `-/`, "is:leaf -is:leaf", `/ project:"a /b/ c"`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		q, err := query.Parse(src, now)
		if q == nil {
			t.Fatal("no query")
		}
		last := 0
		for _, s := range q.Spans {
			if s.From < last || s.To <= s.From || s.To > len([]rune(src)) {
				t.Fatalf("%q: span %v after %d", src, s, last)
			}
			last = s.To
		}
		if err != nil {
			e := asError(err)
			if e == nil || e.From < 0 || e.From > e.To || e.To > len([]rune(src)) || e.Msg.IsZero() {
				t.Fatalf("%q: %#v", src, err)
			}
			return
		}
		again, err := query.Parse(q.String(), now)
		if err != nil {
			t.Fatalf("%q as %q: %v", src, q, err)
		}
		if again.String() != q.String() {
			t.Fatalf("%q as %q is %q", src, q, again)
		}
	})
}

// asError returns the query error in err, nil if there is none.
func asError(err error) *query.Error {
	var e *query.Error
	if errors.As(err, &e) {
		return e
	}
	return nil
}
