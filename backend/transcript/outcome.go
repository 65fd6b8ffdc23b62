package transcript

import (
	"cmp"
	"slices"

	"dendro/backend/jsonl"
	"dendro/backend/title"
)

// Outcome is the state of a file's conversation: its last answer and how it ended.
type Outcome struct {
	State Standing
	// Text is the sentence to show: from the last answer, its final question, or the error.
	// An answer that announces a call gives way to one of the same turn that does not.
	Text string

	// Announces is set if Text announces the next step and no call has followed yet, and
	// Better is the sentence that replaces it then: of the turn's last other answer. Both
	// only serve reading on.
	Announces bool
	Better    string
}

// Standing says whose turn it is.
type Standing uint8

// The standings of a conversation.
const (
	StandingNone        Standing = iota // nothing was asked, or the model is still working
	StandingAnswered                    // the last record is an answer
	StandingWaiting                     // the answer is a question, or a plan to approve
	StandingInterrupted                 // a person interrupted it
	StandingFailed                      // an API error ended it
	StandingOpen                        // the last prompt has no answer
)

// outcome updates the outcome from a record of the main conversation. A reply's text is
// stored raw and decoded once, in finish: most replies are not the last one.
func (z *Summarizer) outcome(r *Record, class Class) {
	if r.Sidechain {
		return
	}
	s := z.s
	switch class {
	case ClassPrompt, ClassMessage:
		z.settle()
		s.Outcome.State, s.Outcome.Announces, s.Outcome.Better = StandingOpen, false, ""
		z.replies, z.last = z.replies[:0], lastOther
	case ClassInterruption:
		s.Outcome.State = StandingInterrupted
		z.dropAnnouncement()
	case ClassToolResult:
		if s.Outcome.State == StandingWaiting {
			s.Outcome.State = StandingNone
		}
	case ClassReply:
		z.replied(r)
	}
}

func (z *Summarizer) replied(r *Record) {
	s := z.s
	for i := range r.Blocks {
		b := &r.Blocks[i]
		switch {
		case b.Kind == BlockText && IsAPIError(r, b.Text):
			z.closes(StandingFailed, b.Text, lastOther)
		case r.Synthetic() || b.Kind == BlockText && isEmptyReply(b.Text):
		case b.Kind == BlockText:
			z.closes(StandingAnswered, b.Text, lastReply)
			if len(b.Text) > announcementBytes {
				z.replies = z.replies[:0] // none before it is ever shown
			}
			z.replies = slices.Grow(z.replies, 1)[:len(z.replies)+1]
			z.replies[len(z.replies)-1] = append(z.replies[len(z.replies)-1][:0], b.Text...)
		case b.Kind == BlockToolUse && b.Name == "AskUserQuestion":
			z.closes(StandingWaiting, askedBy(b), lastOther)
		case b.Kind == BlockToolUse && proposesPlan(b.Name):
			z.closes(StandingWaiting, jsonl.Value(`"A plan to approve"`), lastOther)
		case b.Kind == BlockToolUse:
			s.Outcome.State = StandingNone
			z.dropAnnouncement()
		}
	}
}

// announcementBytes is the maximum length of an announcement. Longer replies say something.
const announcementBytes = 300

// announces reports whether the text of a reply only announces the next step.
func announces(text jsonl.Value) bool {
	return len(text) <= announcementBytes && title.Announces(text.String())
}

// lastText is what the last text of a turn is.
type lastText uint8

const (
	lastOther   lastText = iota // no reply: an error, a question, or none
	lastReply                   // a reply
	lastFollows                 // a reply that a call followed: it is replaced if it only announced the call
)

// closes sets the text that ends the conversation so far.
func (z *Summarizer) closes(state Standing, text jsonl.Value, last lastText) {
	z.s.Outcome.State, z.s.Outcome.Announces = state, false
	z.said, z.last = append(z.said[:0], text...), last
}

// dropAnnouncement notes that a call follows the last reply.
func (z *Summarizer) dropAnnouncement() {
	o := &z.s.Outcome
	if z.last == lastReply {
		z.last = lastFollows
	}
	if o.Announces && o.Better != "" { // read earlier
		o.Text, z.said = o.Better, z.said[:0]
	}
	o.Announces = false
}

// settle replaces a last reply that announced a call by the last other reply of its turn, if
// there is one. Replies are judged here, at the end of a turn, since most are not shown.
func (z *Summarizer) settle() {
	if z.last != lastFollows {
		return
	}
	z.last = lastOther
	if better := z.better(); better != nil {
		z.said = append(z.said[:0], better...)
	} else if o := &z.s.Outcome; o.Better != "" {
		o.Text, z.said = o.Better, z.said[:0]
	}
}

// better returns the turn's last reply that announces nothing, or nil.
func (z *Summarizer) better() jsonl.Value {
	for _, raw := range slices.Backward(z.replies) {
		if !announces(raw) {
			return raw
		}
	}
	return nil
}

// askedBy returns the first question of an AskUserQuestion call (2.0.x+).
func askedBy(b *Block) jsonl.Value {
	var first jsonl.Value
	b.Input.Get("questions").Elements(func(v jsonl.Value) {
		if q := v.Get("question"); first == nil && q.IsString() {
			first = q
		}
	})
	return first
}

// finishOutcome decodes the last reply.
func (z *Summarizer) finishOutcome() {
	o := &z.s.Outcome
	z.settle()
	if better := z.better(); better != nil {
		o.Better = title.Sentence(better.String())
	}
	if z.last == lastReply {
		o.Announces = announces(z.replies[len(z.replies)-1])
	}
	z.replies, z.last = z.replies[:0], lastOther
	if len(z.said) == 0 {
		return
	}
	text := jsonl.Value(z.said).String()
	z.said = z.said[:0]
	if q := title.Question(text); q != "" && o.State == StandingAnswered {
		o.State, o.Text = StandingWaiting, q
	} else {
		o.Text = title.Sentence(text)
	}
}

// Closing is a reply of the main conversation as the end of its turn.
type Closing struct {
	Text  string // its final question, else what title.Sentence chooses; "" for other records
	Calls bool   // the record has a call: a text before it may only announce it
	// Announces is set if the reply only names the next step, see title.Announces.
	Announces bool
}

// ClosingOf returns the end of a turn that ends with a record.
func ClosingOf(r *Record) (c Closing) {
	if r.Kind != KindAssistant || r.Sidechain {
		return c
	}
	for i := range r.Blocks {
		c.Calls = c.Calls || r.Blocks[i].Kind == BlockToolUse
	}
	for _, t := range slices.Backward(r.Texts()) {
		if t.Kind == TextReply && t.form == formPlain && !r.Synthetic() && !isEmptyReply(t.Raw) || t.Notice == NoticeAPIError {
			text := t.String(r)
			c.Text, c.Announces = cmp.Or(title.Question(text), title.Sentence(text)), t.Kind == TextReply && title.Announces(text)
			break
		}
	}
	return c
}

// command sets the command that opens the conversation. If it opens the first turn, it
// counts as the first prompt.
func (z *Summarizer) command(r *Record, flags Flags) {
	s := z.s
	if r.Sidechain || s.Answered || z.typed {
		return
	}
	part := flags.TurnPart()
	if part == TurnCommand {
		for i := range r.Texts() {
			t := &r.texts[i]
			if t.Kind != TextCommand {
				continue
			}
			if text := title.Of(t.Raw.Head(titleBytes)); s.Command == "" || !title.Thin(text) {
				s.Command = text
			}
			break
		}
	}
	_, begins := z.turns.Add(0, part)
	s.Answered = begins && part == TurnAnswer
}
