package transcript

import (
	"bytes"
	"strings"
)

// Class says what a record means to a reader.
type Class uint8

// The classes of records. The zero class has no row of its own: tool results,
// meta records, progress, and side records.
const (
	ClassNone Class = iota
	// ClassPrompt is a human prompt: a user record, not meta, not sidechain,
	// no compaction summary, with text, images or documents, no tool result, and not
	// injected; or a queued command with mode "prompt". What a person sent through a
	// channel is one, too.
	ClassPrompt
	ClassReply          // an assistant record
	ClassToolResult     // a user record that carries tool results
	ClassCommand        // a slash command as typed (<command-name> …)
	ClassBash           // a ! command as typed (<bash-input>)
	ClassOutput         // output of a local or bash command
	ClassCompactSummary // the summary that stands for what was compacted
	ClassNotification   // <task-notification>
	ClassInterruption   // [Request interrupted by user…
	ClassInjected       // reminders, caveats and other text no person typed
	ClassTask           // the prompt of a subagent: a user text on a sidechain
	ClassMessage        // a text that was sent to the session, see Delivery
)

// compactPrefix opens a compaction summary. 1.0.x drops isCompactSummary on
// the second copy of the record, so the text has to tell as well.
const compactPrefix = "This session is being continued from a previous conversation"

// injected maps the beginnings of texts that no person typed to what they
// are. The first that fits decides.
var injected = [...]struct {
	prefix string
	class  Class
}{
	{"<local-command-stdout", ClassOutput},
	{"<local-command-stderr", ClassOutput},
	{"<local-command-", ClassInjected},
	{"<command-", ClassCommand},
	{"<bash-input", ClassBash},
	{"<bash-", ClassOutput},
	{"<task-notification", ClassNotification},
	{"<agent-notification", ClassNotification}, // of 2.0.6x
	{"<system-reminder", ClassInjected},
	{"[Request interrupted by user", ClassInterruption},
	{"Caveat:", ClassInjected},
}

// HeadBytes is enough of a text to recognise what it is.
const HeadBytes = 80

// ClassOfText returns the class that the beginning of a text implies by
// itself, and ClassPrompt where it implies nothing: for one block of a user
// record, and for the local_command records of 2.0.76–2.1.38.
func ClassOfText(head []byte) Class {
	head = bytes.TrimLeft(head, " \t\r\n")
	for _, p := range injected {
		if hasPrefix(head, p.prefix) {
			return p.class
		}
	}
	if isDelivered(head) {
		return ClassMessage
	}
	return ClassPrompt
}

// Unremind returns what stands behind the reminders that a text begins with,
// "" where that is nothing that a person typed: some hosts put reminders in
// front of a prompt, in the same text (measured 2.1.217). Such a text is no
// human prompt, but it is not to be lost either.
func Unremind(s string) string {
	const opens, closes = "<system-reminder>", "</system-reminder>"
	rest := strings.TrimSpace(s)
	for strings.HasPrefix(rest, opens) {
		_, after, ok := strings.Cut(rest, closes)
		if !ok {
			return ""
		}
		rest = strings.TrimSpace(after)
	}
	if len(rest) == len(strings.TrimSpace(s)) || !asks(ClassOfText([]byte(rest))) {
		return ""
	}
	return rest
}

// hasPrefix is bytes.HasPrefix for a string: it does not allocate.
func hasPrefix(b []byte, prefix string) bool {
	return len(b) >= len(prefix) && string(b[:len(prefix)]) == prefix
}

// Classify returns what r means to a reader.
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

func classifyUser(r *Record) Class {
	var buf [HeadBytes + headSlack]byte
	text, given, summary, compact, sent := ClassNone, false, false, false, false
	for i := range r.Blocks {
		switch b := &r.Blocks[i]; b.Kind {
		case BlockToolResult:
			return ClassToolResult
		case BlockText:
			head := b.Text.appendHead(buf[:0], HeadBytes)
			summary = summary || text == ClassNone && hasPrefix(head, compactPrefix)
			compact = compact || len(r.Blocks) == 1 && typedCompact(head)
			c := ClassOfText(head)
			if d, ok := r.Delivered(b.Text); ok {
				c, sent = d.Class(), true
			} else if c == ClassMessage {
				c = ClassPrompt
			} else if _, ok := Breadcrumb(b.Text); ok {
				c = ClassInjected
			}
			// One text of the person's own makes a prompt of what hooks and the
			// editor put before it.
			if text == ClassNone || c == ClassPrompt || c == ClassMessage && text != ClassPrompt {
				text = c
			}
		case BlockImage, BlockDocument:
			given = true
		}
	}
	if given && (text == ClassNone || text == ClassInjected) {
		text = ClassPrompt
		if origin := r.sender(); origin.Kind != "" {
			text, sent = (&Delivery{From: origin.Sender}).Class(), true
		}
	}
	switch {
	case r.CompactSummary || summary:
		return ClassCompactSummary
	case text == ClassNone || sent && asks(text):
		return text
	case r.HasOrigin && !r.HumanOrigin && text == ClassNotification:
		return text
	case r.Meta:
		return ClassInjected
	case text != ClassPrompt:
		return text
	case r.Sidechain:
		return ClassTask
	case compact:
		return ClassCommand
	}
	return ClassPrompt
}

// asks reports whether a class is of what somebody said to the model: it opens a turn.
func asks(c Class) bool { return c == ClassPrompt || c == ClassMessage }

// typedCompact reports whether a text is the /compact that a person typed: 2.1.250
// writes it as a plain user record before the compaction, which nothing follows.
func typedCompact(head []byte) bool {
	const command = "/compact"
	return hasPrefix(head, command) && (len(head) == len(command) || head[len(command)] == ' ' || head[len(command)] == '\n')
}

// classifyQueued returns what a queued command with mode "prompt" means: it came while
// the model was busy, and no user record repeats it (measured 2.1.21x).
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
	var buf [HeadBytes + headSlack]byte
	switch {
	case ClassOfText(q.Prompt.appendHead(buf[:0], HeadBytes)) == ClassNotification:
		return ClassNotification
	case r.Sidechain:
		return ClassTask
	}
	return ClassPrompt
}
