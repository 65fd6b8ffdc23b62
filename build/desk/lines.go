package desk

import (
	"encoding/json"
	"io"
	"time"
)

// line is what differs from record to record of the sessions written here.
type line struct {
	kind, text, uuid, parent, session, dir string
	// call makes an assistant's line the call of a shell command, which text is,
	// and a user's line its result.
	call string
	at   time.Time
}

// writeLine writes one record as Claude Code does.
func writeLine(w io.Writer, l line) error {
	var parent any
	if l.parent != "" {
		parent = l.parent
	}
	message := map[string]any{"role": l.kind, "content": l.text}
	if l.call != "" {
		message["content"] = []any{map[string]any{"type": "tool_result", "tool_use_id": l.call, "content": l.text}}
	}
	if l.kind == "assistant" {
		block := map[string]any{"type": "text", "text": l.text}
		if l.call != "" {
			block = map[string]any{"type": "tool_use", "id": l.call, "name": "Bash", "input": map[string]any{"command": l.text}}
		}
		message = map[string]any{
			"id": "msg_" + l.uuid[len(l.uuid)-12:], "type": "message", "role": l.kind, "model": "claude-opus-4-5",
			"content":     []any{block},
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
