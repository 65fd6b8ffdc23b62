package main

import (
	"encoding/json"
	"regexp"
	"strings"
)

// message is one message that the client sends. A transcript's record has the same shape
// under "message".
type message struct {
	Role    string `json:"role"`
	Content blocks `json:"content"`
}

// blocks returns the content of a message: a plain string is one text block.
type blocks []block

type block struct {
	Type      string          `json:"type"`
	Text      string          `json:"text,omitempty"`
	Thinking  string          `json:"thinking,omitempty"`
	Signature string          `json:"signature,omitempty"`
	ID        string          `json:"id,omitempty"`
	Name      string          `json:"name,omitempty"`
	Input     json.RawMessage `json:"input,omitempty"`
	ToolUseID string          `json:"tool_use_id,omitempty"`
	Content   json.RawMessage `json:"content,omitempty"` // of a result
}

func (b *blocks) UnmarshalJSON(data []byte) error {
	var text string
	if json.Unmarshal(data, &text) == nil {
		*b = blocks{{Type: "text", Text: text}}
		return nil
	}
	return json.Unmarshal(data, (*[]block)(b))
}

// piece is the compared part of a block. Thinking is left out: the client may send it or
// not.
type piece struct {
	Kind string `json:"kind"` // text, reply, call, result, image
	Text string `json:"text"` // the text with single spaces, or the id of the call
}

var (
	reminders = regexp.MustCompile(`(?s)<system-reminder>.*?</system-reminder>`)
	// A reminder repeats part of a record, which does not contain the reminder (2.1.250).
	reminded = regexp.MustCompile(`(?s)<task-notification>.*</task-notification>`)
	spaces   = regexp.MustCompile(`\s+`)
)

// pieces converts messages to comparable pieces.
func pieces(messages ...message) []piece {
	var all []piece
	for _, m := range messages {
		if m.Role == "system" {
			continue
		}
		for _, b := range m.Content {
			if p, ok := pieceOf(m.Role, b); ok {
				all = append(all, p)
			}
		}
	}
	return all
}

// withResults is like pieces, with the contents of results.
func withResults(messages ...message) []piece {
	var all []piece
	for _, m := range messages {
		for _, b := range m.Content {
			p, ok := pieceOf(m.Role, b)
			if !ok || m.Role == "system" {
				continue
			}
			var content blocks
			if p.Kind == "result" && json.Unmarshal(b.Content, &content) == nil {
				for _, inner := range pieces(message{m.Role, content}) {
					p.Text += " " + inner.Kind + " " + inner.Text
				}
			}
			all = append(all, p)
		}
	}
	return all
}

func pieceOf(role string, b block) (piece, bool) {
	switch b.Type {
	case "text":
		text := plain(b.Text)
		if role == "assistant" {
			return piece{"reply", text}, text != ""
		}
		return piece{"text", text}, text != ""
	case "tool_use":
		return piece{"call", b.ID}, true
	case "tool_result":
		return piece{"result", b.ToolUseID}, true
	case "image":
		return piece{"image", ""}, true
	}
	return piece{}, false
}

// plain returns a text without the client's additions, with single spaces.
func plain(text string) string {
	text = reminders.ReplaceAllStringFunc(text, func(r string) string { return " " + reminded.FindString(r) + " " })
	return strings.TrimSpace(spaces.ReplaceAllString(text, " "))
}
