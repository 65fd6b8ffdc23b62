package transcript

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// TypedPrompt is a line of history.jsonl: a prompt that a person typed (2.0 on). Claude Code
// never deletes them: of a deleted session, only they remain.
type TypedPrompt struct {
	Text    string
	Pasted  []Paste // the contents of its placeholders, in their order
	TimeMS  int64
	Project string
	Session string // "" before about 2.0.5x
}

// Paste is a text that was pasted into a prompt: itself, or where it is too long for the line
// (measured: 11 KB on 2.1.332) the hash that names its file, paste-cache/<hash>.txt.
type Paste struct{ Text, Hash string }

// ParseTyped decodes a line of history.jsonl. It returns false for a line without a prompt: a
// damaged one, or a command without arguments.
func ParseTyped(line []byte) (p TypedPrompt, ok bool) {
	var raw struct {
		Display string `json:"display"`
		Pasted  map[string]struct {
			Type    string `json:"type"` // text, image
			Content string `json:"content"`
			Hash    string `json:"contentHash"`
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
	number := func(key string) int {
		n, _ := strconv.Atoi(key) // 0: the order of keys that are no numbers does not matter
		return n
	}
	for _, key := range slices.SortedFunc(maps.Keys(raw.Pasted), func(a, b string) int { return cmp.Or(number(a)-number(b), strings.Compare(a, b)) }) {
		if pasted := raw.Pasted[key]; pasted.Type != "image" && (pasted.Content != "" || pasted.Hash != "") {
			p.Pasted = append(p.Pasted, Paste{pasted.Content, pasted.Hash})
		}
	}
	return p, true
}
