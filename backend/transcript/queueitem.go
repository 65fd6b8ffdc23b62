package transcript

import (
	"bytes"
	"crypto/sha256"
	"strings"
	"unicode"

	"dendro/backend/jsonl"
	"dendro/backend/title"
)

// itemKind is what a person or the client put into the queue with one enqueue.
type itemKind uint8

const (
	itemNone         itemKind = iota // nothing that anybody is shown, such as a status of another agent
	itemWords                        // a person's prompt, here or through a channel
	itemCommand                      // a slash or bash command
	itemMessage                      // of another session or a teammate
	itemUnwritten                    // without content: prompts of stream-json, and to 2.1.49 those with images
	itemNotification                 // <task-notification>, <agent-notification>
	itemTask                         // the client's own item of a background task (2.1.45–2.1.50)
	itemTaskOfCall                   // … with tool_use_id (2.1.47–2.1.50): a bare remove takes it out at the end of a turn
)

// isPrompt reports whether an item leaves the queue as a prompt does. The client delivers
// prompts, commands and messages in the order of their arrival.
func (k itemKind) isPrompt() bool { return itemWords <= k && k <= itemUnwritten }

// itemOf returns what r enqueues.
func (r *Record) itemOf() itemKind {
	var buf [HeadBytes + jsonl.HeadSlack]byte
	head := bytes.TrimLeft(r.Content.AppendHead(buf[:0], HeadBytes), " \t\r\n")
	switch {
	case hasPrefix(head, "<task-notification"), hasPrefix(head, "<agent-notification"):
		return itemNotification
	case hasPrefix(head, "{"):
		if task, ok := taskItem(r.Content.String()); ok {
			if task.Get("tool_use_id").IsString() {
				return itemTaskOfCall
			}
			return itemTask
		}
	}
	if d, ok := r.Delivered(r.Content); ok {
		switch d.Class() {
		case ClassPrompt:
			return itemWords
		case ClassMessage:
			return itemMessage
		}
		return itemNone
	}
	text := strings.TrimSpace(FlatText(r.Content))
	switch {
	case text == "":
		return itemUnwritten
	case isCommand(text):
		return itemCommand
	}
	return itemWords
}

// taskItem parses the client's own item of a background task.
func taskItem(text string) (jsonl.Value, bool) {
	v, ok := objectOf(text)
	return v, ok && v.Get("task_id") != nil && v.Get("task_type") != nil
}

// taskItemText names a background task for its notice.
func taskItemText(text string) string {
	task, _ := taskItem(text)
	about := OneLine(task.Get("description").String())
	if about == "" {
		about = OneLine(task.Get("task_id").String())
	}
	return "Background task: " + about
}

// Task returns the task that a notice is about, and the call that started it; empty for other
// texts and where the record names none.
func (t *Text) Task() AgentClaim {
	if t.form == formTask {
		task, _ := taskItem(t.Raw.String())
		return AgentClaim{Agent: task.Get("task_id").String(), Call: task.Get("tool_use_id").String()}
	}
	return NotificationClaim(FlatText(t.Raw))
}

// isCommand reports whether a text is a typed slash or bash command. A path is not one.
func isCommand(text string) bool {
	if strings.HasPrefix(text, "!") {
		return true
	}
	name, ok := strings.CutPrefix(text, "/")
	if end := strings.IndexFunc(name, unicode.IsSpace); end >= 0 {
		name = name[:end]
	}
	return ok && name != "" && !strings.ContainsAny(name, "/.")
}

// queuedRef returns the id of what r enqueues, or the zero Ref. The client gives it none, so
// it is made of its time and text.
func (r *Record) queuedRef() Ref {
	if r.Kind != KindQueue || r.field("operation").String() != opEnqueue || r.itemOf() == itemNone {
		return Ref{}
	}
	return madeRef([]byte(r.Timestamp.String() + "\n" + strings.TrimSpace(FlatText(r.Content))))
}

// madeRef returns an id made of a text.
func madeRef(text []byte) Ref {
	sum := sha256.Sum256(text)
	id := ID(sum[:16])
	id[6], id[8] = id[6]&0x0f|0x80, id[8]&0x3f|0x80 // UUID version 8: custom
	return Ref{ID: id}
}

// queueHash returns the hash by which an item and the record that repeats it are compared, or
// 0. White space does not count: clients join and trim what they send, also behind the sign of
// a shell command.
func queueHash(text string) uint64 {
	words := strings.Join(strings.Fields(text), " ")
	if command, ok := strings.CutPrefix(words, "! "); ok {
		words = "!" + command
	}
	return hash64(words)
}

// taskHash returns the hash of the task that a notification names, or 0.
func taskHash(text string) uint64 {
	if id := strings.TrimSpace(title.Inside(text, "task-id")); id != "" {
		return hash64("<task-id>" + id)
	}
	return 0
}
