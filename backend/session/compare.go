package session

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"dendro/backend/thread"
	"dendro/backend/transcript"
)

// End names a branch: a session, and the last record of the branch ("": where claude would
// resume).
type End struct{ Session, Tip string }

// Comparison describes two branches after their last common turn.
type Comparison struct {
	Common int     `json:"common"` // turns that both begin with
	Text   string  `json:"text"`   // the prompt of the last of them
	Sides  [2]Side `json:"sides"`
}

// Side describes one branch after the common part, including its agents.
type Side struct {
	Session     string              `json:"session"`
	Tip         string              `json:"tip"`
	TurnCount   int                 `json:"turnCount"`
	Turns       []ComparedTurn      `json:"turns"`
	MS          int64               `json:"ms"` // of the turns
	Tokens      transcript.Usage    `json:"tokens"`
	AgentTokens transcript.Usage    `json:"agentTokens"` // those of Tokens that agents spent
	Tools       []thread.ToolFigure `json:"tools"`
	Files       []thread.FileFigure `json:"files"`
}

// ComparedTurn is a turn after the common part.
type ComparedTurn struct {
	Number int    `json:"number"` // in the whole branch, from 1
	Row    int    `json:"row"`
	Text   string `json:"text"` // how its prompt begins
	Time   string `json:"time"`
	Tokens int64  `json:"tokens"` // without those read from the cache
	MS     int64  `json:"ms"`
	Tools  int    `json:"tools"` // calls, those of agents too
}

// Compare compares two branches after their last common turn. It reads the files.
func (l *Threads) Compare(ctx context.Context, a, b End) (*Comparison, error) {
	var threads [2]*Thread
	for i, end := range [2]End{a, b} {
		t, err := l.Whole(ctx, end.Session, end.Tip)
		if err != nil {
			return nil, err
		}
		threads[i] = t
	}
	c := &Comparison{}
	from := part(threads[0], threads[1])
	for _, turn := range threads[0].Rows.Turns() {
		if turn.Row < from[0] {
			c.Common++
			c.Text = turn.Text
		}
	}
	for i, t := range threads {
		if err := t.side(ctx, from[i], &c.Sides[i]); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// part returns the first row of each branch that the other has not: behind the
// last node of the tree that both go through.
func part(a, b *Thread) (from [2]int) {
	one, two := a.Segments(), b.Segments()
	same := 0
	for same < len(one) && same < len(two) && one[same].Segment == two[same].Segment {
		same++
	}
	from = [2]int{a.Rows.Len(), b.Rows.Len()}
	if same < len(one) {
		from[0] = one[same].Row
	}
	if same < len(two) {
		from[1] = two[same].Row
	}
	return from
}

// side sums up a branch from a row on.
func (t *Thread) side(ctx context.Context, from int, side *Side) error {
	side.Session, side.Tip, side.Turns = t.Session, t.Tip, []ComparedTurn{}
	return t.withLoader(ctx, func(thread.Load) error {
		side.turns(t.Rows, from)
		shown := map[*thread.Index]map[transcript.ID]bool{}
		t.Rows.Held(min(from, t.Rows.Len()), func(x *thread.Index, record int) {
			if shown[x] == nil {
				shown[x] = map[transcript.ID]bool{}
			}
			shown[x][x.ID(record)] = true
		})
		tally := thread.NewTally()
		files := Reader{ctx: ctx}
		byName := func(a, b *thread.Index) int { return cmp.Compare(a.File(), b.File()) }
		for _, x := range slices.SortedFunc(maps.Keys(shown), byName) {
			agent := x != t.Rows.Index()
			tally.Begin()
			err := files.Records(x.File(), nil, func(r *transcript.Record) {
				if shown[x][r.UUID.ID] {
					tally.Add(r, agent)
				}
			})
			if err != nil {
				return err
			}
		}
		figures := tally.Figures()
		side.Tokens, side.AgentTokens, side.Tools, side.Files = figures.Tokens, figures.AgentTokens, figures.Tools, figures.Files
		return nil
	})
}

// turns lists the turns from a row on.
func (s *Side) turns(rows *thread.Thread, from int) {
	s.Turns, s.MS = []ComparedTurn{}, 0
	all := rows.Turns()
	for i, turn := range all {
		if turn.Row < from {
			continue
		}
		end := rows.Len()
		if i+1 < len(all) {
			end = all[i+1].Row
		}
		compared := ComparedTurn{
			Number: i + 1, Row: turn.Row, Text: turn.Text, Time: transcript.Stamp(turn.Time),
			Tokens: turn.Tokens.Fresh(), MS: turn.MS,
		}
		for row := turn.Row; row < end; row++ {
			compared.Tools += rows.Calls(row)
		}
		s.Turns = append(s.Turns, compared)
		s.MS += turn.MS
	}
	s.TurnCount = len(s.Turns)
}
