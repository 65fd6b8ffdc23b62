package session

import (
	"fmt"

	"dendro/backend/lineage"
	"dendro/backend/message"
	"dendro/backend/transcript"
)

// leftOut is a chain without what a choice leaves out.
type leftOut struct {
	*chainContent
	choice  LeaveOut
	turns   []lineage.ChainTurn
	rest    lineage.Remainder
	stays   map[int32]bool // the records of rest
	fixed   map[int32]bool // those of turns that stay
	outputs map[int32]bool // records whose outputs are left out
	picture map[int32]bool // records whose pictures are left out
	left    transcript.LeftOut
	names   func(int32) string
	note    *leaveNote // nil without one
}

// leave applies a choice to a chain.
func (d *resumePointBuilder) leave(chain []int32, choice LeaveOut) (*leftOut, error) {
	l := &leftOut{
		choice: choice, turns: d.links.ChainTurns(chain), stays: map[int32]bool{}, fixed: map[int32]bool{}, outputs: map[int32]bool{}, picture: map[int32]bool{},
		names: func(i int32) string { return d.x.Text(d.links.Facts.Nodes[i].ID) },
	}
	var err error
	if l.chainContent, err = d.content(chain); err != nil {
		return nil, err
	}
	what, err := l.choose(d)
	if err != nil {
		return nil, err
	}
	l.rest = d.links.Without(chain, what)
	l.count(d.links)
	if !choice.Quiet && !l.left.IsZero() {
		l.addNote(d.links, chain)
	}
	return l, nil
}

// choose resolves the items of the choice.
func (l *leftOut) choose(d *resumePointBuilder) (lineage.Choice, error) {
	what := lineage.Choice{Turns: map[int32]bool{}, Steps: map[int32]bool{}}
	turnOf := map[int32]int{}
	for n, t := range l.turns {
		for _, i := range t.Records {
			turnOf[i] = n
			l.fixed[i] = t.Stays
		}
	}
	for _, it := range l.choice.items {
		record := lineage.None
		if it.record != "" {
			id, _ := transcript.ParseID(it.record)
			at, ok := d.x.Find(id)
			if !ok {
				return what, NoRecord(it.record, d.links.ID)
			}
			record = d.links.Original(int32(at))
		}
		n, loaded := turnOf[record]
		if record != lineage.None && !loaded {
			return what, message.New("leave_out_not_loaded", "record", it.record).Error(nil)
		}
		l.add(it, record, n, what)
	}
	return what, nil
}

// add applies one item; record is the one that it names, of turn n.
func (l *leftOut) add(it leaveItem, record int32, n int, what lineage.Choice) {
	switch it.kind {
	case leaveTurn:
		what.Turns[l.turns[n].First] = true
	case leaveSteps:
		what.Steps[l.turns[n].First] = true
	case leaveStepsBefore:
		for _, t := range l.turns[:n] {
			what.Steps[t.First] = true
		}
	case leaveOthers:
		for _, t := range l.turns {
			what.Turns[t.First] = true
		}
	case leaveOutput:
		l.outputs[record] = true
	case leaveOutputs:
		for i, s := range l.sent {
			if s.Results > 0 && s.Output > it.bytes {
				l.outputs[i] = true
			}
		}
	case leavePicture:
		l.picture[record] = true
	case leavePictures:
		for i, s := range l.sent {
			l.picture[i] = l.picture[i] || s.Pictures > 0
		}
	}
}

// count counts the parts that are left out, and forgets choices that change nothing: outputs and
// pictures of records that go, or of turns that stay whole.
func (l *leftOut) count(links *lineage.Links) {
	for _, i := range l.rest.Records {
		l.stays[i] = true
	}
	for _, t := range l.turns {
		switch l.state(&t) {
		case TurnOut:
			l.left.Turns++
		case TurnSteps:
			l.left.Steps++
		}
	}
	for i, s := range l.sent {
		open := l.stays[i] && !l.fixed[i] && links.Facts.Nodes[i].Flags.Has(transcript.FlagUser)
		if l.outputs[i] = l.outputs[i] && open && s.Results > 0; l.outputs[i] {
			l.left.Outputs += s.Results
		}
		if l.picture[i] = l.picture[i] && open && s.Pictures > 0; l.picture[i] && !l.outputs[i] {
			l.left.Pictures += s.Pictures
		}
	}
}

// The states of a turn.
const (
	TurnWhole = "whole"
	TurnSteps = "steps" // its steps are left out
	TurnOut   = "out"
)

func (l *leftOut) state(t *lineage.ChainTurn) string {
	gone := 0
	for _, i := range t.Records {
		if !l.stays[i] {
			gone++
		}
	}
	switch {
	case gone == 0:
		return TurnWhole
	case l.stays[t.First]:
		return TurnSteps
	}
	return TurnOut
}

// lines calls f with each line of the remainder, its note among them; load returns the line
// of a record. The line is valid until f returns.
func (l *leftOut) lines(load func(int32) ([]byte, error), f func(line []byte) error) error {
	behind := lineage.None
	if l.note != nil {
		if behind = l.note.behind; behind == lineage.None {
			if err := f(l.note.line); err != nil {
				return err
			}
		}
	}
	for k, i := range l.rest.Records {
		line, err := load(i)
		if err == nil {
			err = f(l.rewrite(k).Line(line))
		}
		if err == nil && l.note != nil && i == behind {
			err = f(l.note.line)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// rewrite returns the changes of the k-th record that stays.
func (l *leftOut) rewrite(k int) *transcript.Rewrite {
	i, parent := l.rest.Records[k], l.rest.Parents[k]
	w := &transcript.Rewrite{}
	switch {
	case l.note != nil && l.note.hangs(i, parent):
		w.Parent = &l.note.uuid
	case l.rest.Joined[k]:
		name := ""
		if parent != lineage.None {
			name = l.names(parent)
		}
		w.Parent = &name
	}
	if l.outputs[i] {
		w.Output = func(n int) string { return "[output left out, " + kilobytes(n) + "]" }
	}
	if l.picture[i] {
		w.Picture = "[picture left out]"
	}
	return w
}

// kilobytes returns a size for a placeholder: 12 KB.
func kilobytes(n int) string {
	if n < 1_000 {
		return fmt.Sprintf("%d bytes", n)
	}
	return fmt.Sprintf("%d KB", (n+500)/1_000)
}
