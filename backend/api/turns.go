package api

import (
	"cmp"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"dendro/backend/thread"
	"dendro/backend/title"
)

// turnsWire is a range of a thread's turns, in columns: a long one has tens of thousands,
// and repeated field names would be most of the answer. The first rows of the turns are in
// the skeleton.
type turnsWire struct {
	From   int      `json:"from"`
	Texts  []string `json:"texts"` // the titles of the prompts
	Times  []int64  `json:"times"` // differences in Unix milliseconds to the previous turn; 0 if unknown
	MS     []int64  `json:"ms"`
	Tokens []int64  `json:"tokens"` // without those read from the cache, each message once
	// Contexts are the tokens in the model's context after each turn, Windows how many fit; 0 if unknown.
	Contexts []int64 `json:"contexts"`
	Windows  []int64 `json:"windows"`
	// Models and Branches are indexes into Names, which begins with "".
	Models   []int    `json:"models"`
	Branches []int    `json:"branches"`
	Names    []string `json:"names"`
}

const (
	// fewTurns is the number of turns up to which all are sent with the thread.
	fewTurns = 400
	// nearTurns is the number of turns sent before and after the opening position of a
	// longer thread: those that the window can show at once.
	nearTurns = 100
	maxTurns  = 1000 // per answer
)

func turns(list []thread.Turn, from int) turnsWire {
	n := len(list)
	w := turnsWire{
		From: from, Texts: make([]string, n), Times: make([]int64, n), MS: make([]int64, n), Tokens: make([]int64, n),
		Contexts: make([]int64, n), Windows: make([]int64, n), Models: make([]int, n), Branches: make([]int, n), Names: []string{""},
	}
	places := map[string]int{"": 0}
	place := func(name string) int {
		at, ok := places[name]
		if !ok {
			at = len(w.Names)
			places[name] = at
			w.Names = append(w.Names, name)
		}
		return at
	}
	before := int64(0)
	for i := range list {
		t := &list[i]
		w.Texts[i], w.Times[i] = called(t.Text), t.Time-before
		w.MS[i], w.Tokens[i] = t.MS, t.Tokens.Fresh()
		w.Contexts[i], w.Windows[i] = t.Context, t.Window
		w.Models[i], w.Branches[i] = place(t.Model), place(t.GitBranch)
		before = t.Time
	}
	return w
}

// called returns a turn's title from the beginning of its prompt. If that ends in the
// middle of the line, the title is marked as truncated.
func called(text string) string {
	name := cmp.Or(title.Of(text), text)
	if utf8.RuneCountInString(text) >= thread.HeadRunes && strings.HasSuffix(text, name[strings.LastIndexByte(name, ' ')+1:]) {
		return strings.TrimRight(name, ".,;: ") + "…"
	}
	return name
}

// turnsNear returns the turns around a row, or all if there are few.
func turnsNear(t *thread.Thread, row int) turnsWire {
	list := t.Turns()
	from, to := 0, len(list)
	if to > fewTurns {
		at := to
		if items := t.Items(); row < len(items) {
			at = int(items[row].Turn)
		}
		from, to = max(at-nearTurns, 0), min(at+nearTurns, to)
	}
	return turns(list[from:to], from)
}

// turnsSince returns the turns from the one before a row on: its figures may have changed
// with the last rows of it. A window that has more of them missing requests them.
func turnsSince(t *thread.Thread, row int) turnsWire {
	list := t.Turns()
	from, _ := slices.BinarySearchFunc(list, row, func(turn thread.Turn, row int) int { return turn.Row - row })
	from = max(from-1, len(list)-nearTurns, 0)
	return turns(list[from:], from)
}

// turns returns a range of a thread's turns.
func (s *reader) turns(r *http.Request) (any, error) {
	t, err := s.open(r)
	if err != nil {
		return nil, err
	}
	list := t.Rows.Turns()
	from, count, err := partQuery(r, len(list), 200, maxTurns)
	if err != nil {
		return nil, err
	}
	return turns(list[from:min(from+count, len(list))], from), nil
}
