package search

import (
	"bytes"
	"cmp"
	"math/bits"
	"slices"
	"unicode"
	"unicode/utf8"
)

// ChatHits are the hits of one chat.
type ChatHits struct {
	Chat  string `json:"chat"`
	Count int    `json:"count"`
	Title *Hit   `json:"title"` // of one of its sessions; null where none matches
	Best  *Hit   `json:"best"`  // of its records; null where only titles match
}

// maxChats bounds the chats of an answer: what a person looks through.
const maxChats = 100

// byChat gathers hits by the chats they stand in, for an answer of the best chats.
type byChat struct {
	chats map[string]*gathered
}

type gathered struct {
	count       int
	title, best *ranked
}

// What a hit is worth by its kind: what a person wrote before what was answered, and that
// before what was printed. A summary holds the words of a whole conversation.
func worth(k Kind) int {
	return [kindCount]int{
		KindTitle: 100, KindPrompt: 60, KindCommand: 40, KindSummary: 12, KindReply: 45,
		KindTool: 25, KindResult: 15, KindThinking: 10, KindNotice: 10,
	}[k]
}

const (
	wholeWorth  = 25 // all words stand as words, not within others
	phraseWorth = 20 // the words stand side by side, in their order
	newWorth    = 30 // it is the newest of all
	halfLife    = 30 // days after which being new is worth half of that
)

// add counts a hit, and reports whether it may be the best of its chat.
func (b *byChat) add(r *ranked) bool {
	g := b.chats[r.chat]
	if g == nil {
		g = &gathered{}
		b.chats[r.chat] = g
	}
	g.count++
	best, most := *g.slot(r.kind), worth(r.kind)+wholeWorth+phraseWorth
	return best == nil || cmp.Or(cmp.Compare(most, best.worth), cmp.Compare(r.ms, best.ms)) > 0
}

func (g *gathered) slot(k Kind) **ranked {
	if k == KindTitle {
		return &g.title
	}
	return &g.best
}

// keep takes a hit in, where it is the best of its chat.
func (b *byChat) keep(r *ranked) {
	slot := b.chats[r.chat].slot(r.kind)
	if old := *slot; old == nil || cmp.Or(cmp.Compare(r.worth, old.worth), old.compare(r)) > 0 {
		*slot = r
	}
}

// list returns the best chats and how many there are: those first of which a title
// matches, then by what their best hit is worth, how new it is and how many there are.
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

// judge says what a hit is worth by the words that it shows.
func (s *search) judge(r *ranked) int {
	w := worth(r.kind)
	text := []rune(r.hit.Snippet)
	whole := len(r.hit.Ranges) > 0
	for _, at := range r.hit.Ranges {
		whole = whole && borders(text, at[0]) && borders(text, at[1])
	}
	if whole {
		w += wholeWorth
	}
	if len(s.phrase) > 0 && bytes.Contains(fold(r.hit.Snippet), s.phrase) {
		w += phraseWorth
	}
	return w
}

// borders reports whether a word may begin or end before the rune at a place.
func borders(text []rune, at int) bool {
	letter := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	return at <= 0 || at >= len(text) || !letter(text[at-1]) || !letter(text[at])
}

// phraseOf joins the words of a query; nil where there is one only.
func phraseOf(list []term) []byte {
	var words [][]byte
	for i := range list {
		if t := &list[i]; !t.not && t.re == nil && utf8.Valid(t.text) {
			words = append(words, t.text)
		}
	}
	if len(words) < 2 {
		return nil
	}
	return bytes.Join(words, []byte(" "))
}
