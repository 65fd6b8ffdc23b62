package transcript

import (
	"encoding/json"
	"strings"
)

// TypedPrompt is a line of history.jsonl: a prompt that a person typed (2.0 on). Claude Code
// never deletes them: of a deleted session, only they remain.
type TypedPrompt struct {
	Text    string
	Pasted  []string // the contents of its placeholders, as far as the line holds them
	TimeMS  int64
	Project string
	Session string // "" before about 2.0.5x
}

// ParseTyped decodes a line of history.jsonl. It returns false for a line without a prompt: a
// damaged one, or a command without arguments.
func ParseTyped(line []byte) (p TypedPrompt, ok bool) {
	var raw struct {
		Display string `json:"display"`
		Pasted  map[string]struct {
			Content string `json:"content"`
		} `json:"pastedContents"`
		Timestamp json.Number `json:"timestamp"`
		Project   string      `json:"project"`
		Session   string      `json:"sessionId"`
	}
	if json.Unmarshal(line, &raw) != nil {
		return p, false
	}
	text := strings.TrimSpace(raw.Display)
	if text == "" || strings.HasPrefix(text, "/") && !strings.ContainsAny(text, " \n") {
		return p, false
	}
	p = TypedPrompt{Text: text, Project: raw.Project, Session: raw.Session}
	p.TimeMS, _ = raw.Timestamp.Int64()
	for _, pasted := range raw.Pasted {
		if pasted.Content != "" {
			p.Pasted = append(p.Pasted, pasted.Content)
		}
	}
	return p, true
}
