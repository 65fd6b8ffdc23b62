package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"
)

// tokensOf returns the reported token count of a request: about what English and code have.
func tokensOf(request []byte) int { return len(request) / 4 }

type usage struct {
	Input  int `json:"input_tokens"`
	Output int `json:"output_tokens"`
}

// answered returns a reply's message in the format of the API.
type answered struct {
	ID           string  `json:"id"`
	Type         string  `json:"type"`
	Role         string  `json:"role"`
	Model        string  `json:"model"`
	Content      []block `json:"content"`
	StopReason   *string `json:"stop_reason"`
	StopSequence *string `json:"stop_sequence"`
	Usage        usage   `json:"usage"`
}

func envelope(id, model string, content []block, tokens int) answered {
	reason := "end_turn"
	if content[len(content)-1].Type == "tool_use" {
		reason = "tool_use"
	}
	return answered{
		ID: id, Type: "message", Role: "assistant", Model: model,
		Content: content, StopReason: &reason, Usage: usage{tokens, 20},
	}
}

// stream writes server-sent events. After the first error it stops: a killed client needs
// no more.
type stream struct {
	w     io.Writer
	flush func() error
	err   error
}

func (s *stream) event(kind string, fields map[string]any) {
	if s.err != nil {
		return
	}
	fields["type"] = kind
	data, err := json.Marshal(fields)
	if err == nil {
		_, err = fmt.Fprintf(s.w, "event: %s\ndata: %s\n\n", kind, data)
	}
	if err == nil {
		err = s.flush()
	}
	s.err = err
}

func (s *stream) reply(ctx context.Context, m answered, r reply) {
	reason := m.StopReason
	m.Content, m.StopReason = []block{}, nil
	s.event("message_start", map[string]any{"message": m})
	for i, b := range r.content {
		s.block(ctx, i, b, r.slow)
	}
	s.event("message_delta", map[string]any{
		"delta": map[string]any{"stop_reason": reason, "stop_sequence": nil}, "usage": m.Usage,
	})
	s.event("message_stop", map[string]any{})
}

func (s *stream) block(ctx context.Context, i int, b block, slow time.Duration) {
	begin := func(empty map[string]any) {
		s.event("content_block_start", map[string]any{"index": i, "content_block": empty})
	}
	delta := func(d map[string]any) { s.event("content_block_delta", map[string]any{"index": i, "delta": d}) }
	switch b.Type {
	case "thinking":
		begin(map[string]any{"type": "thinking", "thinking": "", "signature": ""})
		delta(map[string]any{"type": "thinking_delta", "thinking": b.Thinking})
		delta(map[string]any{"type": "signature_delta", "signature": b.Signature})
	case "tool_use":
		begin(map[string]any{"type": "tool_use", "id": b.ID, "name": b.Name, "input": map[string]any{}})
		delta(map[string]any{"type": "input_json_delta", "partial_json": string(b.Input)})
	default:
		begin(map[string]any{"type": "text", "text": ""})
		if slow > 0 {
			delta(map[string]any{"type": "text_delta", "text": "Slowly: "})
			pause(ctx, slow)
		}
		delta(map[string]any{"type": "text_delta", "text": b.Text})
	}
	s.event("content_block_stop", map[string]any{"index": i})
}
