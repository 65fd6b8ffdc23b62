package transcript

import (
	"strings"

	"dendro/backend/jsonl"
)

// AttachmentKind says which part of an attachment is shown.
type AttachmentKind uint8

// The kinds of attachments. Nearly all are context that Claude Code adds for the model
// (reminders, lists of skills and agents, memory, dates …). They are hidden, and so are
// unknown types.
const (
	AttachmentHidden AttachmentKind = iota
	AttachmentQueued                // a prompt or command typed while the model was busy, see QueuedCommand
	AttachmentFile                  // a file that a prompt names, see AttachedFile
	AttachmentHook                  // a hook that failed, see HookFailure
)

// AttachmentKind returns the kind of r's attachment (attachment records exist from
// 2.1.7x–2.1.9x on), or AttachmentHidden for other records.
func (r *Record) AttachmentKind() AttachmentKind {
	if r.Kind != KindAttachment {
		return AttachmentHidden
	}
	switch typ := r.Attachment.Get("type").String(); {
	case typ == "queued_command":
		return AttachmentQueued
	case typ == "file":
		return AttachmentFile
	case strings.HasPrefix(typ, "hook_") && strings.HasSuffix(typ, "error"):
		return AttachmentHook
	}
	return AttachmentHidden
}

// QueuedMode is the mode of a queued command.
type QueuedMode uint8

// The modes of queued commands.
const (
	QueuedOther        QueuedMode = iota
	QueuedPrompt                  // typed by a person or sent, see Classify
	QueuedNotification            // of a finished task: not typed
	QueuedBash                    // a ! command, without its tag
)

// QueuedCommand is an attachment of AttachmentQueued.
type QueuedCommand struct {
	Prompt jsonl.Value // a string or content blocks
	Mode   QueuedMode
}

// QueuedCommand returns the command that the attachment of r queued. It reads only the
// command: check AttachmentKind first.
func (r *Record) QueuedCommand() QueuedCommand {
	q := QueuedCommand{Prompt: r.Attachment.Get("prompt")}
	switch r.Attachment.Get("commandMode").String() {
	case "prompt":
		q.Mode = QueuedPrompt
	case "task-notification":
		q.Mode = QueuedNotification
	case "bash":
		q.Mode = QueuedBash
	}
	return q
}

// AttachedFile returns the name of an AttachmentFile: the displayed name, else the file
// name.
func (r *Record) AttachedFile() jsonl.Value {
	return firstText(r.Attachment.Get("displayPath"), r.Attachment.Get("filename"))
}

// HookFailure is an attachment of AttachmentHook: hook_blocking_error,
// hook_non_blocking_error and others that end in "error".
type HookFailure struct {
	Name    jsonl.Value // of the hook, else of its event
	Warning bool        // it did not stop anything
	Exit    int64       // its exit code; 0 if there is none
	said    [6]jsonl.Value
}

// HookFailure returns how the hook of r's attachment failed.
func (r *Record) HookFailure() HookFailure {
	a := r.Attachment
	blocking := a.Get("blockingError")
	h := HookFailure{
		Name:    firstText(a.Get("hookName"), a.Get("hookEvent")),
		Warning: a.Get("type").String() == "hook_non_blocking_error",
		said: [...]jsonl.Value{
			blocking.Get("blockingError"), blocking, a.Get("stderr"), a.Get("stdout"), a.Get("content"), a.Get("message"),
		},
	}
	h.Exit, _ = a.Get("exitCode").Int()
	return h
}

// Text returns the hook's message for display.
func (h *HookFailure) Text() string {
	for _, v := range h.said {
		if t := strings.TrimSpace(hookOutput(v)); t != "" {
			return t
		}
	}
	return ""
}

// hookOutput returns the text of a hook's output. Of a long one the client writes the path of
// the file that has it, and how it begins.
func hookOutput(v jsonl.Value) string {
	preview, path := v.Get("preview"), v.Get("path")
	if !preview.IsString() && !path.IsString() {
		return FlatText(v)
	}
	return strings.TrimSpace(strings.TrimSpace(preview.String()) + "\n" + path.String())
}

// Value is the raw value of Text, or nil if it is not a single string.
func (h *HookFailure) Value() jsonl.Value {
	for _, v := range h.said {
		if v.IsString() && strings.TrimSpace(v.Head(HeadBytes)) != "" {
			return v
		}
	}
	return nil
}

// firstText returns the first value that is a text, or nil.
func firstText(values ...jsonl.Value) jsonl.Value {
	for _, v := range values {
		if v.IsString() && len(v) > len(`""`) {
			return v
		}
	}
	return nil
}
