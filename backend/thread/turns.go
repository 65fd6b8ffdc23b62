package thread

import "dendro/backend/transcript"

// Turn is a human prompt, a message, or a command that an assistant answers, with all
// that follows it.
type Turn struct {
	Row       int    // of the prompt
	Text      string // its beginning
	Time, End int64  // Unix milliseconds of the prompt and of the last row; 0: unknown
	MS        int64  // as recorded (turn_duration), else from the times
	Model     string // of the first answer
	GitBranch string
	Tokens    transcript.Usage
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
	for i := range t.turns {
		if turn := &t.turns[i]; turn.MS == 0 && turn.Time > 0 && turn.End > turn.Time {
			turn.MS = turn.End - turn.Time
		}
	}
}

// opens reports whether row i opens a turn.
func (b *builder) opens(i int) bool {
	switch b.t.items[i].Kind {
	case RowPrompt, RowMessage:
		return true
	case RowCommand:
		for _, it := range b.t.items[i+1:] {
			switch {
			case it.Kind == RowNotice || it.isResult():
				continue
			case it.Kind == RowReply || it.Kind == RowThinking || it.Kind == RowTool:
				return true
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
	if ms, ok := b.t.x.durations[it.Record]; ok {
		turn.MS = ms
	}
	if r.message < 0 {
		return
	}
	m := &b.t.x.messages[r.message]
	if turn.Model == "" {
		turn.Model = m.model
	}
	if it.first {
		turn.Tokens.Add(m.tokens)
	}
}
