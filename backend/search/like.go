package search

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"dendro/backend/search/query"
	"dendro/backend/search/turns"
)

// RoleText is a text of a turn.
type RoleText struct {
	Role turns.Role
	Text string
}

const (
	likeWords  = 8 // of a query for similar turns
	likeLength = 3 // the least number of letters of such a word, if it is not an ideograph
	likeTimes  = 4 // a word that occurs more often counts no more
)

// Like returns a query for the turns that resemble the one with these texts: its words that
// few other turns have, in the order in which they occur first. It is "" if the turn shares
// no such word. Only Catalog of opt is used.
func (x *Index) Like(texts []RoleText, opt Options) string {
	docs := x.documents(x.now.Load(), opt.Catalog)
	words := map[turns.Key]*likeWord{}
	for _, t := range texts {
		turns.Split([]byte(t.Text), func(w turns.Word) {
			if w.Whole || turns.Filler(w.Text) || utf8.RuneCountInString(w.Text) < likeLength && w.Text[0] < utf8.RuneSelf {
				return
			}
			known := words[w.Key]
			if known == nil {
				known = &likeWord{text: w.Text, at: len(words)}
				words[w.Key] = known
			}
			known.times = min(known.times+roleWeights[t.Role], likeTimes)
		})
	}
	var list []*likeWord
	n := float64(len(docs.list))
	for key, w := range words {
		df := float64(len(docs.find([]turns.Key{key})))
		if df < 2 || df > max(n/4, 2) || !isPlainWord(w.text) {
			continue // no other turn has it, or too many
		}
		w.score = math.Log(1+(n-df+0.5)/(df+0.5)) * w.times / (w.times + 1)
		list = append(list, w)
	}
	slices.SortFunc(list, func(a, b *likeWord) int { return cmp.Or(cmp.Compare(b.score, a.score), a.at-b.at) })
	list = list[:min(len(list), likeWords)]
	slices.SortFunc(list, func(a, b *likeWord) int { return a.at - b.at })
	var query []string
	for _, w := range list {
		query = append(query, w.text)
	}
	return strings.Join(query, " ")
}

// likeWord is a word of a turn.
type likeWord struct {
	text  string
	at    int     // the number of different words before its first occurrence
	times float64 // how often it occurs, by the weights of the roles
	score float64
}

// isPlainWord reports whether a text is one plain word of a query.
func isPlainWord(text string) bool {
	q, err := query.Parse(text, time.Time{})
	return err == nil && len(q.Filters) == 0 && len(q.Terms) == 1 && q.Terms[0].Kind == query.Word && !q.Terms[0].Not
}
