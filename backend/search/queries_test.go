package search_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// queryClass creates queries of one class from places in a history.
type queryClass struct {
	name string
	make func(rng *rand.Rand, src source) asked
}

// asked is a query. Every hit contains one of the texts in holds, if these do not follow from
// its terms.
type asked struct {
	src   string
	holds []string
}

// queryClasses returns all kinds of queries that people write.
func queryClasses() []queryClass {
	type draw = *rand.Rand
	simple := func(name string, f func(word string) string) queryClass {
		return queryClass{name, func(_ draw, src source) asked { return asked{src: f(src.word)} }}
	}
	with := func(name string, f func(rng draw, text, word string) string) queryClass {
		return queryClass{name, func(rng draw, src source) asked { return asked{src: f(rng, src.text, src.word)} }}
	}
	of := func(name string, f func(rec *refRecord, word string) string) queryClass {
		return queryClass{name, func(_ draw, src source) asked { return asked{src: f(src.rec, src.word)} }}
	}
	one := func(rng draw, list ...string) string { return list[rng.IntN(len(list))] }
	other := func(rng draw, text string) string { return pick(rng, text, 3, 8) }
	return []queryClass{
		simple("word", func(word string) string { return word }),
		simple("other case", strings.ToUpper),
		// Within words and across their borders.
		with("substring", func(rng draw, text, _ string) string { return quote(pick(rng, text, 4, 12)) }),
		with("phrase", func(rng draw, text, _ string) string { return quote(pick(rng, text, 20, 60)) }),
		with("one character", func(rng draw, _, word string) string { return pickWord(rng, word, 1) }),
		with("two characters", func(rng draw, _, word string) string { return pickWord(rng, word, 2) }),
		with("two terms", func(rng draw, text, word string) string { return word + " " + quote(other(rng, text)) }),
		with("without", func(rng draw, text, word string) string { return word + " -" + quote(other(rng, text)) }),
		with("field", func(rng draw, _, word string) string {
			return word + " in:" + one(rng, "prompts", "replies", "thinking", "tools", "results", "all")
		}),
		with("tool", func(rng draw, _, word string) string {
			return word + " tool:" + one(rng, "Bash", "Read", "Edit", "Grep")
		}),
		simple("without a tool", func(word string) string { return word + " -tool:Bash" }),
		of("after", func(rec *refRecord, word string) string { return word + " after:" + stamp(rec.ms) }),
		of("before", func(rec *refRecord, word string) string { return word + " before:" + stamp(rec.ms) }),
		of("branch", func(rec *refRecord, word string) string {
			return word + " branch:" + quote(rec.branch[:min(3, len(rec.branch))]+"a")
		}),
		simple("branch main", func(word string) string { return word + " branch:main" }),
		of("project", func(rec *refRecord, word string) string { return word + " project:" + quote(rec.info.Project) }),
		simple("without files", func(word string) string { return word + " -file:go" }),
		simple("thinking", func(word string) string { return "in:thinking " + word }),
		{"expression", func(_ draw, src source) asked {
			return asked{"/" + regexQuote(src.word) + `\w*/`, []string{src.word}}
		}},
		{"alternatives", func(rng draw, src source) asked {
			second := strings.ReplaceAll(other(rng, src.text), "\n", " ")
			return asked{"/" + regexQuote(src.word) + "|" + regexQuote(second) + "/", []string{src.word, second}}
		}},
		simple("absent word", func(word string) string { return word + "qxz" }),
		with("absent phrase", func(rng draw, text, _ string) string { return quote(reverse(other(rng, text))) }),
	}
}

// queries creates n distinct queries of every class, in turn, from the texts of a history. A
// class that allows fewer, such as single characters, gets as many as there are.
func queries(rng *rand.Rand, ref *reference, n int) []asked {
	words := ref.words(rng)
	if len(words) == 0 {
		return nil
	}
	known := map[string]bool{}
	next := 0
	fresh := func(c queryClass) (asked, bool) {
		const tries = 50
		for range tries {
			src := words[next%len(words)]
			if next++; next%commonEvery == 0 {
				if common, ok := ref.draw(rng); ok {
					src = common
				}
			}
			if a := c.make(rng, src); !known[a.src] {
				known[a.src] = true
				return a, true
			}
		}
		return asked{}, false
	}
	var list []asked
	for range n {
		for _, c := range queryClasses() {
			if a, ok := fresh(c); ok {
				list = append(list, a)
			}
		}
	}
	return list
}

func stamp(ms int64) string { return time.UnixMilli(ms).UTC().Format(time.RFC3339) }

func quote(s string) string {
	s = strings.TrimSpace(strings.ToValidUTF8(s, ""))
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}

func regexQuote(s string) string {
	var b strings.Builder
	for _, r := range s {
		if strings.ContainsRune(`\.+*?()|[]{}^$/`, r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// word returns a word of a text that is not query syntax.
func word(rng *rand.Rand, text string) string {
	if text == "" {
		return ""
	}
	words := strings.Fields(text[runeBorder(text, rng.IntN(len(text))):])
	if len(words) == 0 {
		return ""
	}
	return plainWord(words[rng.IntN(min(len(words), 20))])
}

// plainWord returns the part of a word that can be a query, "" if it is syntax.
func plainWord(w string) string {
	if strings.ContainsAny(w, `":/`) || w[0] == '-' {
		return ""
	}
	return w[:runeBorder(w, 40)]
}

func pickWord(rng *rand.Rand, w string, n int) string {
	runes := []rune(w)
	at := rng.IntN(len(runes))
	s := strings.Trim(string(runes[at:min(len(runes), at+n)]), "-")
	if s == "" {
		return "x"
	}
	return s
}

// pick returns a random piece of a text.
func pick(rng *rand.Rand, text string, least, most int) string {
	at := runeBorder(text, rng.IntN(len(text)))
	end := runeBorder(text, at+least+rng.IntN(most-least))
	if strings.TrimSpace(text[at:end]) == "" {
		return "nothing"
	}
	return text[at:end]
}

func runeBorder(s string, i int) int {
	if i >= len(s) {
		return len(s)
	}
	for i > 0 && !utf8.RuneStart(s[i]) {
		i--
	}
	return i
}

func reverse(s string) string {
	runes := []rune(strings.ToValidUTF8(s, ""))
	slices.Reverse(runes)
	return string(runes)
}
