package desk

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"time"
)

// line holds the varying parts of a session's records.
type line struct {
	kind, text string
	// call makes an assistant's line the call of the shell command in text, and a user's
	// line its result.
	call string
}

// message is the line in the format shared by client and model.
func (l line) message(uuid string) map[string]any {
	block := map[string]any{"type": "text", "text": l.text}
	switch {
	case l.kind == "user" && l.call == "":
		return map[string]any{"role": l.kind, "content": l.text}
	case l.kind == "user":
		block = map[string]any{"type": "tool_result", "tool_use_id": l.call, "content": l.text}
		return map[string]any{"role": l.kind, "content": []any{block}}
	case l.call != "":
		block = map[string]any{"type": "tool_use", "id": l.call, "name": "Bash", "input": map[string]any{"command": l.text}}
	}
	return map[string]any{
		"id": "msg_" + uuid[len(uuid)-12:], "type": "message", "role": l.kind, "model": "claude-opus-4-5",
		"content":     []any{block},
		"stop_reason": "end_turn", "stop_sequence": nil,
		"usage": map[string]any{"input_tokens": 10, "output_tokens": 5},
	}
}

// write writes the session's transcript like Claude Code: every line continues the one
// before it, some time later.
func (s Session) write(begun time.Time, pace time.Duration, lines iter.Seq[line]) error {
	if err := os.MkdirAll(filepath.Dir(s.File), 0o700); err != nil {
		return err
	}
	file, err := os.OpenFile(s.File, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(file)
	var parent any
	count := 0
	for l := range lines {
		count++
		uuid := fmt.Sprintf("00000000-0000-4000-8000-%012d", count)
		err = errors.Join(err, json.NewEncoder(out).Encode(map[string]any{
			"parentUuid": parent, "isSidechain": false, "userType": "external", "cwd": s.Dir,
			"sessionId": s.ID, "version": "2.1.0", "gitBranch": "main", "type": l.kind, "message": l.message(uuid),
			"uuid": uuid, "timestamp": begun.Add(time.Duration(count) * pace).UTC().Format("2006-01-02T15:04:05.000Z"),
		}))
		parent = uuid
	}
	return errors.Join(err, out.Flush(), file.Close())
}
