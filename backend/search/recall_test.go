package search_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"dendro/backend/internal/corpus"
	"dendro/backend/internal/history"

	"github.com/google/go-cmp/cmp"
)

// queries makes n queries of every class out of the texts of a history, and
// some that find nothing.
func queries(rng *rand.Rand, ref *reference, n int) []string {
	var list []string
	for len(list) < n {
		rec := &ref.records[rng.IntN(len(ref.records))]
		if len(rec.texts) == 0 {
			continue
		}
		text := rec.texts[rng.IntN(len(rec.texts))].text
		word := word(rng, text)
		if word == "" {
			continue
		}
		other := pick(rng, text, 3, 8)
		switch rng.IntN(20) {
		case 0, 1, 2:
			list = append(list, word)
		case 3:
			list = append(list, strings.ToUpper(word))
		case 4: // within words and over their borders
			list = append(list, quote(pick(rng, text, 4, 12)))
		case 5:
			list = append(list, quote(pick(rng, text, 20, 60)))
		case 6:
			list = append(list, pickWord(rng, word, 1), pickWord(rng, word, 2))
		case 7:
			list = append(list, word+" "+quote(other))
		case 8:
			list = append(list, word+" -"+quote(other))
		case 9:
			list = append(list, word+" in:"+[]string{"prompts", "replies", "thinking", "tools", "results", "all"}[rng.IntN(6)])
		case 10:
			list = append(list, word+" tool:"+[]string{"Bash", "Read", "Edit", "Grep"}[rng.IntN(4)])
		case 11:
			list = append(list, word+" -tool:Bash")
		case 12:
			list = append(list, fmt.Sprintf("%s after:%s", word, stamp(rec.ms)))
		case 13:
			list = append(list, fmt.Sprintf("%s before:%s", word, stamp(rec.ms)))
		case 14:
			list = append(list, word+" branch:"+quote(rec.branch[:min(3, len(rec.branch))]+"a"), word+" branch:main")
		case 15:
			list = append(list, "/"+regexQuote(word)+`\w*/`)
		case 16:
			list = append(list, "/"+regexQuote(word)+"|"+regexQuote(strings.ReplaceAll(other, "\n", " "))+"/")
		case 17:
			list = append(list, word+"qxz", quote(reverse(other)))
		case 18:
			list = append(list, word+" project:"+quote(rec.info.Project))
		case 19:
			list = append(list, word+" -file:go", "in:thinking "+word)
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

// word returns a word of a text that is no syntax.
func word(rng *rand.Rand, text string) string {
	words := strings.Fields(text[runeBorder(text, rng.IntN(len(text))):])
	if len(words) == 0 {
		return ""
	}
	w := words[rng.IntN(min(len(words), 20))]
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

// pick cuts a piece of a text out.
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

// checkRecall compares the search with the reference on n queries.
func checkRecall(t *testing.T, w *world, seed uint64, n int) {
	t.Helper()
	ref := newReference(t, w)
	if len(ref.records) == 0 {
		return
	}
	rng := rand.New(rand.NewPCG(seed, 7))
	hits, none := 0, 0
	list := queries(rng, ref, n)
	bad := 0
	for _, src := range list {
		q := parse(t, src)
		want := ref.hits(q)
		res := w.all(t, src)
		got := found(res)
		if !slices.Equal(want, got) {
			t.Errorf("%q: %s", src, cmp.Diff(want, got))
			if bad++; bad == 5 {
				return
			}
		}
		hits += len(want)
		if len(want) == 0 {
			none++
		}
	}
	t.Logf("%d queries, %d hits, %d queries without one", len(list), hits, none)
}

func TestRecallOnCorpus(t *testing.T) {
	dir := t.TempDir()
	if _, err := corpus.Write(dir, 6<<20/share, 3); err != nil {
		t.Fatal(err)
	}
	checkRecall(t, load(t, dir), 1, 500/share)
}

func TestRecallOnHistories(t *testing.T) {
	for seed := range uint64(8) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			h, _ := history.Random(rand.New(rand.NewPCG(seed, 11)), 6)
			if err := h.WriteDir(dir); err != nil {
				t.Fatal(err)
			}
			checkRecall(t, load(t, dir), seed, 150/share)
		})
	}
}

func TestRecallOnRealHistories(t *testing.T) {
	for i, root := range realdata(t) {
		if i%share != 0 {
			continue
		}
		t.Run(root, func(t *testing.T) { checkRecall(t, load(t, root), 5, 60/share) })
	}
}
