package demo

import (
	"bytes"
	"encoding/json"
	"time"

	"dendro/backend/internal/history"
)

// deleted adds prompts of a session that is gone, as history.jsonl keeps them.
func deleted(h *history.Home) {
	const session = "3f1c8a52-6d0e-4b57-9a41-c28e5f7b9d60"
	var lines bytes.Buffer
	for i, prompt := range []struct {
		text, pasted string
	}{
		{text: "Which of our endpoints have no timeout at all?"},
		{text: "Here is what the load test says: [Pasted text #1 +3 lines]", pasted: "requests 12000\ntimeouts 311\np99 4.8 s"},
		{text: "Then give every upstream call a deadline, and write down why 2 s"},
	} {
		pastes := map[string]any{}
		if prompt.pasted != "" {
			pastes["1"] = map[string]any{"id": 1, "type": "text", "content": prompt.pasted}
		}
		line, err := json.Marshal(map[string]any{
			"display": prompt.text, "pastedContents": pastes, "project": uploadDir, "sessionId": session,
			"timestamp": time.Date(2026, 9, 14, 10, 20+7*i, 0, 0, time.UTC).UnixMilli(),
		})
		if err != nil {
			panic(err)
		}
		lines.Write(append(line, '\n'))
	}
	h.Put("history.jsonl", lines.Bytes())
}
