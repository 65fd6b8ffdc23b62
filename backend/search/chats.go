package search

import (
	"bytes"
	"cmp"
	"math/bits"
	"slices"
	"unicode"
	"unicode/utf8"

	"dendro/backend/search/fold"
)

// ChatHits are the hits of one chat.
type ChatHits struct {
	Chat  string `json:"chat"`
	Count int    `json:"count"`
	Title *Hit   `json:"title"` // of one of its sessions; null if none matches
	Best  *Hit   `json:"best"`  // of its records; null if only titles match
}

// maxChats limits the chats in a result to as many as a person looks through.
const maxChats = 100

// byChat groups hits by their chats and selects the best chats.
type byChat struct {
	words  [][]byte // of the query, folded
	phrase []byte   // the words in order, as a phrase
	chats  map[string]*gathered
	titled map[string]int // per chat, how many of the words a title contains that does not match as a whole
}

func newByChat(list []term) *byChat {
	b := &byChat{chats: map[string]*gathered{}, titled: map[string]int{}}
	for i := range list {
		if t := &list[i]; !t.not && t.re == nil && utf8.Valid(t.text) {
			b.words = append(b.words, t.text)
		}
	}
	b.phrase = bytes.Join(b.words, []byte(" "))
	return b
}

type gathered struct {
	count       int
	title, best *ranked
}

// worth rates a hit by its kind: text written by a person first, then replies, then printed
// output. A summary contains the words of a whole conversation.
func worth(k Kind) int {
	return [kindCount]int{
		KindTitle: 100, KindPrompt: 60, KindCommand: 40, KindSummary: 12, KindReply: 45,
		KindTool: 25, KindResult: 15, KindThinking: 10, KindNotice: 10, KindMessage: 40,
	}[k]
}

const (
	nearWorth   = 15 // the words occur near each other
	wholeWorth  = 25 // and as whole words
	phraseWorth = 30 // and adjacent, in the query's order
	titledWorth = 60 // all words occur in the title; proportionally less for some of them
	newWorth    = 30 // for the newest hit of all
	halfLife    = 30 // days after which the value of newWorth is halved
)

// add counts a hit, and reports whether it may be the best of its chat.
func (b *byChat) add(r *ranked) bool {
	g := b.chats[r.chat]
	if g == nil {
		g = &gathered{}
		b.chats[r.chat] = g
	}
	g.count++
	best, most := *g.slot(r.kind), worth(r.kind)+nearWorth+wholeWorth+phraseWorth
	return best == nil || cmp.Or(cmp.Compare(most, best.worth), cmp.Compare(r.ms, best.ms)) > 0
}

func (g *gathered) slot(k Kind) **ranked {
	if k == KindTitle {
		return &g.title
	}
	return &g.best
}

// keep stores the hit if it is the best of its chat.
func (b *byChat) keep(r *ranked) {
	slot := b.chats[r.chat].slot(r.kind)
	if old := *slot; old == nil || cmp.Or(cmp.Compare(r.worth, old.worth), old.compare(r)) > 0 {
		*slot = r
	}
}

// list returns the best chats and the total number of chats. Chats with a matching title come
// first; the rest is ordered by the worth of the best hit, its age and the number of hits.
func (b *byChat) list() (list []ChatHits, all int) {
	type scored struct {
		chat  string
		of    *gathered
		score int
		ms    int64
	}
	newest := int64(minTime)
	chats := make([]scored, 0, len(b.chats))
	for chat, g := range b.chats {
		s := scored{chat, g, bits.Len(uint(g.count)), minTime}
		for _, r := range []*ranked{g.best, g.title} {
			if r != nil {
				s.ms = max(s.ms, r.ms)
			}
		}
		newest = max(newest, s.ms)
		chats = append(chats, s)
	}
	for i := range chats {
		s := &chats[i]
		if s.of.title != nil {
			s.score += 1000 + s.of.title.worth
		} else if n := b.titled[s.chat]; n > 0 {
			s.score += titledWorth * n / len(b.words)
		}
		if s.of.best != nil {
			s.score += s.of.best.worth
		}
		const day = 24 * 60 * 60 * 1000
		s.score += int(newWorth * halfLife / (halfLife + (newest-s.ms)/day))
	}
	slices.SortFunc(chats, func(a, b scored) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(b.ms, a.ms), cmp.Compare(a.chat, b.chat))
	})
	hit := func(r *ranked) *Hit {
		if r == nil {
			return nil
		}
		return &r.hit
	}
	list = []ChatHits{}
	for _, s := range chats[:min(maxChats, len(chats))] {
		list = append(list, ChatHits{s.chat, s.of.count, hit(s.of.title), hit(s.of.best)})
	}
	return list, len(chats)
}

// title counts the query's words in a title that does not match as a whole: its chat is more
// likely to be the wanted one.
func (b *byChat) title(chat string, folded []byte) {
	n := 0
	for _, w := range b.words {
		if bytes.Contains(folded, w) {
			n++
		}
	}
	if n > b.titled[chat] {
		b.titled[chat] = n
	}
}

// judge rates a hit by the words in its snippet.
func (b *byChat) judge(r *ranked) int {
	w := worth(r.kind)
	text := fold.Text(r.hit.Snippet)
	whole := len(b.words) > 0
	for _, word := range b.words {
		if !bytes.Contains(text, word) {
			return w // they are far apart
		}
		whole = whole && standsAlone(text, word)
	}
	if len(b.words) > 0 {
		w += nearWorth
	}
	if whole {
		w += wholeWorth
	}
	if len(b.words) > 1 && bytes.Contains(text, b.phrase) {
		w += phraseWorth
	}
	return w
}

// standsAlone reports whether a text contains word as a whole word.
func standsAlone(text, word []byte) bool {
	letter := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	first, _ := utf8.DecodeRune(word)
	last, _ := utf8.DecodeLastRune(word)
	for at := 0; ; at++ {
		i := bytes.Index(text[at:], word)
		if i < 0 {
			return false
		}
		at += i
		before, _ := utf8.DecodeLastRune(text[:at])
		after, _ := utf8.DecodeRune(text[at+len(word):])
		if !(letter(first) && letter(before)) && !(letter(last) && letter(after)) {
			return true
		}
	}
}
