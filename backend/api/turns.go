package api

import (
	"cmp"
	"net/http"
	"strings"
	"unicode/utf8"

	"dendro/backend/thread"
	"dendro/backend/title"
)

// turnsWire are some of a thread's turns one after another, column by column: a
// long one has tens of thousands, and their fields' names would be most of the
// answer. At which rows they begin is in the skeleton.
type turnsWire struct {
	From   int      `json:"from"`
	Texts  []string `json:"texts"` // what the prompts are called
	Times  []int64  `json:"times"` // in Unix milliseconds, from the turn before; those unknown are 0
	MS     []int64  `json:"ms"`
	Tokens []int64  `json:"tokens"` // in and out, each message once
	// Models and Branches are places in Names, which begins with "".
	Models   []int    `json:"models"`
	Branches []int    `json:"branches"`
	Names    []string `json:"names"`
}

const (
	// fewTurns come with their thread, all of them.
	fewTurns = 400
	// nearTurns come with a longer one, before and behind the place where it is
	// opened: what the window can show of them at once.
	nearTurns = 100
	maxTurns  = 1000 // in one answer
)

func turns(list []thread.Turn, from int) turnsWire {
	n := len(list)
	w := turnsWire{
		From: from, Texts: make([]string, n), Times: make([]int64, n), MS: make([]int64, n), Tokens: make([]int64, n),
		Models: make([]int, n), Branches: make([]int, n), Names: []string{""},
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
		w.MS[i], w.Tokens[i] = t.MS, t.Tokens.In+t.Tokens.Out
		w.Models[i], w.Branches[i] = place(t.Model), place(t.GitBranch)
		before = t.Time
	}
	return w
}

// called returns what a turn is called, of whose prompt only the beginning is at
// hand: where that ends in the middle of the line it says so.
func called(text string) string {
	name := cmp.Or(title.Of(text), text)
	if utf8.RuneCountInString(text) >= thread.HeadRunes && strings.HasSuffix(text, name[strings.LastIndexByte(name, ' ')+1:]) {
		return strings.TrimRight(name, ".,;: ") + "…"
	}
	return name
}

// turnsNear returns the turns about a row, all where they are few.
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

// turns answers with some of a thread's turns.
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
