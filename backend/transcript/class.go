package transcript

import (
	"bytes"
	"strings"

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
const compactPrefix = "This session is being continued from a previous conversation"

// injected maps prefixes of injected texts to their class. The first match wins.
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
	{"<agent-notification", ClassNotification}, // 2.0.6x
	{"<system-reminder", ClassInjected},
	{"[Request interrupted by user", ClassInterruption},
	{"Caveat:", ClassInjected},
}

// HeadBytes is the length of the prefix that suffices to classify a text.
const HeadBytes = 80

// ClassOfText returns the class that a text's prefix implies, or ClassPrompt if it implies
// none. It serves single blocks of user records and the local_command records of
// 2.0.76–2.1.38.
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

// Unremind returns the text after the reminders it begins with, or "" if nothing typed
// follows them. Some hosts put reminders before a prompt in the same text (measured
// 2.1.217). Such a text is not a human prompt, but it must not be lost.
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

func classifyUser(r *Record) Class {
	var buf [HeadBytes + jsonl.HeadSlack]byte
	text, given, summary, compact, sent := ClassNone, false, false, false, false
	for i := range r.Blocks {
		switch b := &r.Blocks[i]; b.Kind {
		case BlockToolResult:
			return ClassToolResult
		case BlockText:
			head := b.Text.AppendHead(buf[:0], HeadBytes)
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
			// A single text typed by a person makes the record a prompt, whatever hooks and
			// the editor put before it.
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
	var buf [HeadBytes + jsonl.HeadSlack]byte
	switch {
	case ClassOfText(q.Prompt.AppendHead(buf[:0], HeadBytes)) == ClassNotification:
		return ClassNotification
	case r.Sidechain:
		return ClassTask
	}
	return ClassPrompt
}
