package thread

import "dendro/backend/transcript"

// Turn is a human prompt, or a command that an assistant answers, with all
// that follows it.
type Turn struct {
	Row       int    // of the prompt
	Text      string // its beginning
	Time, End int64  // Unix milliseconds of the prompt and of the last row; 0: unknown
	MS        int64  // as recorded (turn_duration), else from the times
	Model     string // of the first answer
	GitBranch string
	Tokens    Tokens
	Tools     int
	Errors    int
}

// number gives every row the number of its turn and sums the turns up.
func (b *builder) number() {
	t := b.t
	var current int32
	last := int32(-1) // record of the newest prompt: its other rows open no turn
	for i := range t.items {
		it := &t.items[i]
		if it.Record != last && b.opens(i) {
			last = it.Record
			current++
			n := t.x.node(it.Record)
			t.turns = append(t.turns, Turn{
				Row: i, Text: t.x.heads[it.Record], Time: n.Time, GitBranch: t.x.facts.Facts().BranchOf(n),
			})
		}
		it.Turn = current
		if current > 0 {
			b.sum(&t.turns[current-1], it)
		}
	}
	b.durations()
}

// opens reports whether row i opens a turn.
func (b *builder) opens(i int) bool {
	switch b.t.items[i].Kind {
	case RowPrompt:
		return true
	case RowCommand:
		for _, it := range b.t.items[i+1:] {
			switch it.Kind {
			case RowReply, RowThinking, RowTool:
				return true
			case RowNotice:
				continue
			}
			return false
		}
	}
	return false
}

func (b *builder) sum(turn *Turn, it *Item) {
	if it.Record < 0 {
		return
	}
	r := &b.t.x.recs[it.Record]
	turn.End = max(turn.End, b.t.x.node(it.Record).Time)
	if it.result >= 0 && it.resultIn == b.t.x {
		turn.End = max(turn.End, b.t.x.node(it.result).Time)
	}
	if it.Kind == RowTool {
		turn.Tools++
	}
	if it.Flags&ItemError != 0 {
		turn.Errors++
	}
	if r.message < 0 {
		return
	}
	m := &b.t.x.messages[r.message]
	if turn.Model == "" {
		turn.Model = m.model
	}
	if it.first {
		turn.Tokens.add(m.tokens)
	}
}

// durations takes the recorded duration of a turn where there is one: the
// record hangs below the turn's last message.
func (b *builder) durations() {
	ms := map[int32]int64{} // by the record it hangs on
	for at, d := range b.t.x.durations {
		p := b.t.x.parent(at)
		for n := 0; n < 16 && p >= 0 && !b.t.x.has(p, transcript.FlagTurn); n++ {
			p = b.t.x.parent(p)
		}
		if p >= 0 {
			ms[p] = d
		}
	}
	for i := range b.t.turns {
		turn := &b.t.turns[i]
		if turn.Time > 0 && turn.End > turn.Time {
			turn.MS = turn.End - turn.Time
		}
	}
	if len(ms) == 0 {
		return
	}
	for i := range b.t.items {
		it := &b.t.items[i]
		if d, ok := ms[it.Record]; ok && it.Turn > 0 {
			b.t.turns[it.Turn-1].MS = d
		}
	}
}
