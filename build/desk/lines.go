package desk

import (
	"encoding/json"
	"io"
	"time"
)

// line is what differs from record to record of the sessions written here.
type line struct {
	kind, text, uuid, parent, session, dir string
	at                                     time.Time
}

// writeLine writes one record as Claude Code does.
func writeLine(w io.Writer, l line) error {
	var parent any
	if l.parent != "" {
		parent = l.parent
	}
	message := map[string]any{"role": l.kind, "content": l.text}
	if l.kind == "assistant" {
		message = map[string]any{
			"id": "msg_" + l.uuid[len(l.uuid)-4:], "type": "message", "role": l.kind, "model": "claude-opus-4-5",
			"content":     []any{map[string]any{"type": "text", "text": l.text}},
			"stop_reason": "end_turn", "stop_sequence": nil,
			"usage": map[string]any{"input_tokens": 10, "output_tokens": 5},
		}
	}
	return json.NewEncoder(w).Encode(map[string]any{
		"parentUuid": parent, "isSidechain": false, "userType": "external", "cwd": l.dir,
		"sessionId": l.session, "version": "2.1.0", "gitBranch": "main", "type": l.kind,
		"message": message, "uuid": l.uuid, "timestamp": l.at.UTC().Format("2006-01-02T15:04:05.000Z"),
	})
}
