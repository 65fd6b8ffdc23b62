package thread

import "dendro/backend/transcript"

// Turn is a human prompt, a message, or a command that an assistant answers, with all that
// follows it.
type Turn struct {
	Row       int    // of the prompt
	Text      string // its beginning
	Time, End int64  // of the prompt and of the last row, in Unix milliseconds; 0: unknown
	MS        int64  // as recorded (turn_duration), else from the times
	Model     string // of the first answer
	GitBranch string
	Tokens    transcript.Usage
	// Context is the number of tokens in the model's context after its last response, and Window
	// how many fit, both 0 if unknown.
	Context, Window int64
}

// number sets every row's turn number and sums up the turns.
func (b *builder) number() {
	t := b.t
	rows := b.turnRows()
	var current int32
	last := make([]*message, len(rows)+1) // the last response of each turn
	asked := map[string]int64{}           // the largest request, by model
	for i := range t.items {
		it := &t.items[i]
		if int(current) < len(rows) && rows[current] == i {
			current++
			n := t.x.node(it.Record)
			t.turns = append(t.turns, Turn{
				Row: i, Text: t.x.heads[it.Record], Time: n.Time, GitBranch: t.x.facts.BranchOf(n),
			})
		}
		it.Turn = current
		if current > 0 {
			b.sum(&t.turns[current-1], it)
		}
		if m := b.responseOf(it); m != nil && m.tokens.All() > 0 {
			last[current] = m
			asked[m.model] = max(asked[m.model], m.tokens.All()-m.tokens.Out)
		}
	}
	for i := range t.turns {
		turn := &t.turns[i]
		if m := last[i+1]; m != nil {
			turn.Context, turn.Window = m.tokens.All(), transcript.ContextWindow(m.model, asked[m.model])
		}
		if turn.MS == 0 && turn.Time > 0 && turn.End > turn.Time {
			turn.MS = turn.End - turn.Time
		}
	}
}

// turnRows returns the first rows of the turns.
func (b *builder) turnRows() (rows []int) {
	var turns transcript.TurnFinder
	last := int32(-1) // record of the newest prompt: its other rows open no turn
	for i := range b.t.items {
		it := &b.t.items[i]
		if it.Record == last {
			continue
		}
		if row, begins := turns.Add(i, b.turnPart(it)); begins {
			rows, last = append(rows, row), b.t.items[row].Record
		}
	}
	return rows
}

// turnPart returns the effect of a row on the turns of its branch.
func (b *builder) turnPart(it *Item) transcript.TurnPart {
	switch it.Kind {
	case RowPrompt, RowMessage:
		return transcript.TurnOpener
	case RowCommand:
		return b.t.x.node(it.Record).Flags.TurnPart() // none for one of the queue, in the middle of a turn
	case RowCompaction:
		return transcript.TurnBreak
	case RowReply, RowThinking, RowTool:
		if it.isResult() || it.Record >= 0 && b.t.x.node(it.Record).Flags.Has(transcript.FlagSynthetic) {
			return transcript.TurnAside
		}
		return transcript.TurnAnswer
	}
	return transcript.TurnAside
}

func (b *builder) sum(turn *Turn, it *Item) {
	if it.Record < 0 {
		return
	}
	turn.End = max(turn.End, b.t.x.node(it.Record).Time)
	if it.result >= 0 && it.resultIn == b.t.x {
		turn.End = max(turn.End, b.t.x.node(it.result).Time)
	}
	if ms, ok := b.t.x.durations[it.Record]; ok {
		turn.MS = ms
	}
	m := b.responseOf(it)
	if m == nil {
		return
	}
	if turn.Model == "" {
		turn.Model = m.model
	}
	if it.first {
		turn.Tokens.Add(m.tokens)
	}
}

// responseOf returns the response that a row is of, or nil.
func (b *builder) responseOf(it *Item) *message {
	if it.Record < 0 || b.t.x.recs[it.Record].message < 0 {
		return nil
	}
	return &b.t.x.messages[b.t.x.recs[it.Record].message]
}
