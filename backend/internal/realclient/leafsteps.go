package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
)

// chosen leaves a last-prompt whose leaf is the end of the first prompt's answer (explicit,
// 2.1.330), and after it a record of another kind at the end of the file: the client shows
// which kinds cancel the leaf.
func chosen(name, behind string) step {
	const label = "Q1"
	return step{"chosen: the answer to " + label + ", then " + behind, func(_ context.Context, s *stage) error {
		known, err := s.known(name)
		if err != nil {
			return err
		}
		h, err := s.history(known.ID)
		if err != nil {
			return err
		}
		leaf := h.replyTo(label)
		if leaf == "" {
			return fmt.Errorf("nothing answers %s", label)
		}
		files, err := transcripts(s.client.home.config)
		if err != nil {
			return err
		}
		lines := []map[string]any{{"type": "last-prompt", "lastPrompt": label, "leafUuid": leaf, "explicit": true, "sessionId": known.ID}}
		if extra := following(behind, known.ID, h.records[h.last()].UUID, s.version, s.client.home.project); extra != nil {
			lines = append(lines, extra)
		}
		known.TipLoaded = true
		return appendLines(files[known.ID], lines)
	}}
}

// following returns a record of a kind after another one; nil for none.
func following(kind, session, parent, version, dir string) map[string]any {
	r := map[string]any{
		"type": kind, "uuid": "00000000-0000-4000-8000-0000000000aa", "parentUuid": parent, "sessionId": session, "version": version, "cwd": dir,
		"isSidechain": false, "userType": "external", "timestamp": "2026-12-24T20:00:00.000Z",
	}
	switch kind {
	case "progress":
		r["data"] = map[string]any{"type": "hook_progress"}
		r["toolUseID"], r["parentToolUseID"] = "t", "t"
	case "system":
		r["subtype"], r["content"], r["level"] = "informational", "something", "info"
	case "attachment":
		r["attachment"] = map[string]any{"type": "date", "date": "2026-12-24"}
	default:
		return nil
	}
	return r
}

func appendLines(path string, lines []map[string]any) error {
	var text strings.Builder
	for _, line := range lines {
		data, err := json.Marshal(line)
		if err != nil {
			return err
		}
		text.Write(data)
		text.WriteByte('\n')
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = f.WriteString(text.String())
	return err
}

// last returns the last record that can be a parent.
func (h history) last() int {
	for i := len(h.records) - 1; i > 0; i-- {
		if h.records[i].UUID != "" && !h.records[i].IsSidechain {
			return i
		}
	}
	return 0
}
