package transcript

import (
	"dendro/backend/jsonl"
)

// Class is the meaning of a record to a reader.
type Class uint8

// The classes of records. Records of the zero class get no row: tool results, meta records,
// progress, and side records.
const (
	ClassNone Class = iota
	// ClassPrompt is a human prompt: a user record that is not meta, not on a sidechain,
	// not a compaction summary and not injected, with text, images or documents and without
	// a tool result; or a queued command with mode "prompt". A person's message through a
	// channel is also a prompt.
	ClassPrompt
	ClassReply          // an assistant record
	ClassToolResult     // a user record that carries tool results
	ClassCommand        // a slash command as typed (<command-name> …)
	ClassBash           // a ! command as typed (<bash-input>)
	ClassOutput         // output of a local or bash command
	ClassCompactSummary // the summary that replaces compacted messages
	ClassNotification   // <task-notification>
	ClassInterruption   // [Request interrupted by user…
	ClassInjected       // reminders, caveats and other text no person typed
	ClassTask           // the prompt of a subagent: a user text on a sidechain
	ClassMessage        // a text sent to the session, see Delivery
)

// compactPrefix opens a compaction summary. 1.0.x drops isCompactSummary on the second copy
// of the record, so the text has to be checked too.
const compactPrefix = "This session is being continued from a previous conversation that ran out of context"

// HeadBytes is the length of the prefix that shows whether a text may be the client's.
const HeadBytes = 96

// hasPrefix is bytes.HasPrefix for a string prefix, without allocating.
func hasPrefix(b []byte, prefix string) bool {
	return len(b) >= len(prefix) && string(b[:len(prefix)]) == prefix
}

// Classify returns the meaning of r to a reader.
func Classify(r *Record) Class {
	switch r.Kind {
	case KindAssistant:
		return ClassReply
	case KindUser:
		return classifyUser(r)
	case KindAttachment:
		return classifyQueued(r)
	}
	return ClassNone
}

// classifyUser classifies a user record by its blocks; the flags of the record decide about a
// text that a person may have written or not.
func classifyUser(r *Record) Class {
	u := userBlocks{r: r}
	for i := range r.Blocks {
		switch b := &r.Blocks[i]; b.Kind {
		case BlockToolResult:
			return ClassToolResult
		case BlockText:
			u.text(b)
		case BlockImage, BlockDocument:
			u.given = true
		}
	}
	if u.given && (u.class == ClassNone || u.class == ClassInjected) {
		u.class = ClassPrompt
		if origin := r.sender(); origin.Kind != "" {
			u.class, u.sent = (&Delivery{From: origin.Sender}).Class(), true
		}
	}
	switch {
	case r.CompactSummary || u.summary:
		return ClassCompactSummary
	case u.class == ClassNone || u.sent && asks(u.class):
		return u.class
	case r.HasOrigin && !r.HumanOrigin && u.class == ClassNotification:
		return u.class
	case r.Meta:
		return ClassInjected
	case u.class != ClassPrompt:
		return u.class
	case r.Sidechain:
		return ClassTask
	case u.compact:
		return ClassCommand
	}
	return ClassPrompt
}

// userBlocks gathers the meaning of a user record from its blocks.
type userBlocks struct {
	r       *Record
	class   Class
	given   bool // a picture or a document
	summary bool // the first text is a summary that lost its flag
	compact bool // the only text is a typed /compact
	sent    bool // a text was delivered
}

func (u *userBlocks) text(b *Block) {
	var buf [HeadBytes + jsonl.HeadSlack]byte
	head := b.Text.AppendHead(buf[:0], HeadBytes)
	u.summary = u.summary || u.class == ClassNone && hasPrefix(head, compactPrefix) && !u.r.typedHere()
	u.compact = u.compact || len(u.r.Blocks) == 1 && typedCompact(head)
	c := u.r.classOf(b.Text)
	if d, ok := u.r.Delivered(b.Text); ok {
		c, u.sent = d.Class(), true
	} else if c == ClassMessage {
		c = ClassPrompt
	} else if _, ok := Breadcrumb(b.Text); ok {
		c = ClassInjected
	}
	// A single text typed by a person makes the record a prompt, whatever hooks and the
	// editor put before it.
	if u.class == ClassNone || c == ClassPrompt || c == ClassMessage && u.class != ClassPrompt {
		u.class = c
	}
}

// classOf returns the class of a text of r. What the record says of its origin decides.
func (r *Record) classOf(v jsonl.Value) Class {
	class := classOfValue(v)
	if class != ClassPrompt && r.typedHere() {
		return ClassPrompt
	}
	return class
}

// typedHere reports whether r says that a person typed it, now or into the queue (2.1.205+).
func (r *Record) typedHere() bool {
	if !r.HumanOrigin || r.Kind != KindUser {
		return false
	}
	source := r.field("promptSource").String()
	return source == "typed" || source == "queued"
}

// asks reports whether records of a class open a turn.
func asks(c Class) bool { return c == ClassPrompt || c == ClassMessage }

// typedCompact reports whether a text is a typed /compact: 2.1.250 writes it as a plain
// user record before the compaction, and no record continues it.
func typedCompact(head []byte) bool {
	const command = "/compact"
	return hasPrefix(head, command) && (len(head) == len(command) || head[len(command)] == ' ' || head[len(command)] == '\n')
}

// classifyQueued classifies a queued command with mode "prompt". It was queued while the
// model was busy, and no user record repeats it (measured 2.1.21x).
func classifyQueued(r *Record) Class {
	if r.AttachmentKind() != AttachmentQueued {
		return ClassNone
	}
	q := r.QueuedCommand()
	if q.Mode != QueuedPrompt {
		return ClassNone
	}
	if d, ok := r.Delivered(q.Prompt); ok {
		return d.Class()
	}
	switch {
	case classOfValue(q.Prompt) == ClassNotification:
		return ClassNotification
	case r.Sidechain:
		return ClassTask
	}
	return ClassPrompt
}
