package api

import "dendro/backend/thread"

// turnsWire are the turns of a thread, column by column: a long one has tens of
// thousands, and their fields' names would be most of the answer.
type turnsWire struct {
	Rows   []int    `json:"rows"`
	Texts  []string `json:"texts"`
	Times  []int64  `json:"times"` // in Unix milliseconds, from the turn before; those unknown are 0
	MS     []int64  `json:"ms"`
	Tokens []int64  `json:"tokens"` // in and out, each message once
	// Models and Branches are places in Names, which begins with "".
	Models   []int    `json:"models"`
	Branches []int    `json:"branches"`
	Names    []string `json:"names"`
}

func turns(list []thread.Turn) turnsWire {
	n := len(list)
	w := turnsWire{
		Rows: make([]int, n), Texts: make([]string, n), Times: make([]int64, n), MS: make([]int64, n), Tokens: make([]int64, n),
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
		w.Rows[i], w.Texts[i], w.Times[i] = t.Row, t.Text, t.Time-before
		w.MS[i], w.Tokens[i] = t.MS, t.Tokens.In+t.Tokens.Out
		w.Models[i], w.Branches[i] = place(t.Model), place(t.GitBranch)
		before = t.Time
	}
	return w
}
