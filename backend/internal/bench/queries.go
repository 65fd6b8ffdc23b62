package main

import (
	"context"
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"dendro/backend/library"
	"dendro/backend/search"
	"dendro/backend/search/query"
	"dendro/backend/transcript"
)

// class is a set of similar queries.
type class struct {
	name    string
	queries []string
}

// find searches like a user: the first hits, without a count of all.
func find(ctx context.Context, l *library.Library, src string) (search.Result, error) {
	q, err := query.Parse(src, time.Now())
	if err != nil {
		return search.Result{}, err
	}
	return l.Searcher.Search(ctx, q, search.Options{})
}

// searches measures the time to the first hits by class of query.
func searches(ctx context.Context, t *table, o options, l *library.Library, root string) error {
	files, err := list(root)
	if err != nil {
		return err
	}
	var all []time.Duration
	for _, c := range classes(files) {
		var times []time.Duration
		for range o.rounds {
			for _, src := range c.queries {
				start := time.Now()
				if _, err := find(ctx, l, src); err != nil {
					return err
				}
				times = append(times, time.Since(start))
			}
		}
		if len(times) > 0 {
			t.times("search: "+c.name, times)
			all = append(all, times...)
		}
	}
	t.times("search: all of these", all)
	return descriptions(ctx, t, o, l, files)
}

// descriptions measures the time to the best turns, for some words out of one place, of
// which every third query has one misspelt.
func descriptions(ctx context.Context, t *table, o options, l *library.Library, files fileList) error {
	rng := rand.New(rand.NewPCG(3, 3))
	texts := sample(rng, files)
	var queries []string
	for n := 0; len(texts) > 0 && n < 4*perClass; n++ {
		words := strings.FieldsFunc(cut(rng, texts[rng.IntN(len(texts))], 400), func(r rune) bool {
			return !unicode.IsLetter(r) && r != '_' && r != '.'
		})
		if len(words) < 3 {
			continue
		}
		rng.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
		words = words[:min(len(words), 3+n%3)]
		if w := []rune(words[0]); n%3 == 0 && len(w) > 4 {
			w[2], w[3] = w[3], w[2]
			words[0] = string(w)
		}
		queries = append(queries, strings.Join(words, " "))
	}
	var times []time.Duration
	for range o.rounds {
		for _, src := range queries {
			q, err := query.Parse(src, time.Now())
			if err != nil {
				return err
			}
			start := time.Now()
			if _, err := l.Searcher.Rank(ctx, src, q, search.Options{}); err != nil {
				return err
			}
			times = append(times, time.Since(start))
		}
	}
	if len(times) > 0 {
		t.times("search: best turns", times)
	}
	return nil
}

const perClass = 25

// classes derives queries from the history's texts.
func classes(files fileList) []class {
	rng := rand.New(rand.NewPCG(1, 2))
	texts := sample(rng, files)
	absent := class{"absent", []string{absent, "zzyzxq unheard", "ﬁnxyzw", "绝无此词语", `"no such phrase anywhere"`}}
	common := class{"common words", []string{"error", "test", "the", "return", "func"}}
	typing := class{"while typing", []string{"u", "us", "use", "useE", "useEf", "useEff", "e", "er", "err"}}
	word, part, phrase := class{name: "words"}, class{name: "parts of words"}, class{name: "phrases"}
	cjk, regex, two := class{name: "Chinese and Japanese"}, class{name: "regular expressions"}, class{name: "two words"}
	add := func(c *class, q string) {
		if len(c.queries) < perClass {
			c.queries = append(c.queries, q)
		}
	}
	for n := 0; n < 20_000 && len(texts) > 0; n++ {
		words := strings.Fields(cut(rng, texts[rng.IntN(len(texts))], 120))
		if len(words) < 5 {
			continue
		}
		words = words[1 : len(words)-1] // the outer ones are cut off
		w := words[rng.IntN(len(words)-1)]
		if strings.ContainsAny(w, `":/\`) || w[0] == '-' || len(w) < 5 {
			continue
		}
		if r, _ := utf8.DecodeRuneInString(w); r >= 0x3000 && r < 0xa000 {
			runes := []rune(w)
			add(&cjk, string(runes[:min(len(runes), 4)]))
			continue
		}
		switch n % 5 {
		case 0:
			add(&word, w)
		case 1:
			add(&part, quoted(w[1:len(w)-1]))
		case 2:
			add(&phrase, quoted(strings.Join(words[:min(len(words), 4)], " ")))
		case 3:
			add(&regex, "/"+strings.ReplaceAll(regexp.QuoteMeta(w), "/", `\/`)+`\W+\w+/`)
		case 4:
			if other := words[len(words)-1]; !strings.ContainsAny(other, `":/\`) && other[0] != '-' {
				add(&two, w+" "+other)
			}
		}
	}
	return []class{absent, common, typing, word, part, two, phrase, cjk, regex}
}

// quoted returns a phrase in the query syntax.
func quoted(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(strings.ToValidUTF8(s, "")) + `"`
}

// sample returns texts of some session files.
func sample(rng *rand.Rand, files fileList) (texts []string) {
	var decoder transcript.Decoder
	var x search.Extractor
	for range min(40, len(files.names)) {
		data, err := os.ReadFile(files.names[rng.IntN(len(files.names))])
		if err != nil || len(data) > 4<<20 {
			continue
		}
		for line := range strings.Lines(string(data)) {
			r, err := decoder.Decode([]byte(strings.TrimSuffix(line, "\n")))
			if err != nil {
				continue
			}
			x.Parts(r, func(p *search.Part) { texts = append(texts, string(p.Text())) })
		}
	}
	return texts
}

// cut truncates a text to n bytes, at a rune boundary.
func cut(rng *rand.Rand, text string, n int) string {
	if len(text) > n {
		at := rng.IntN(len(text) - n)
		text = text[at : at+n]
	}
	return strings.ToValidUTF8(text, "")
}
