package history

import (
	"cmp"
	"encoding/base64"
)

// Prompt is a human prompt of plain text; it returns the record's uuid. In an
// agent's thread it is the task.
func (t *Thread) Prompt(text string) string { return t.human(text, nil) }

// PromptBlocks is a human prompt made of content blocks: several texts, images.
func (t *Thread) PromptBlocks(blocks ...Obj) string { return t.human(blocks, nil) }

// PromptImage is a prompt with a pasted PNG before its text.
func (t *Thread) PromptImage(text string, png []byte) string {
	return t.human([]Obj{Image("image/png", png), Text(text)}, nil)
}

// Text is a text block.
func Text(s string) Obj { return O("type", "text", "text", s) }

// Image is an image block with the data in it.
func Image(mediaType string, data []byte) Obj {
	return O("type", "image", "source", O("type", "base64", "media_type", mediaType, "data", base64.StdEncoding.EncodeToString(data)))
}

func (t *Thread) human(content any, after Obj) string {
	if t.sidechain {
		t.home.pass(40, 400)
	} else {
		t.home.pass(15_000, 90_000)
	}
	t.endMessage()
	t.promptID, t.asks = cmp.Or(t.asks, t.home.uuid()), ""
	id := t.home.uuid()
	tr := t.traits()
	t.turn = id
	if !t.sidechain && !t.plain && (tr.snapshots || len(t.backups) > 0) && !t.headed {
		t.snapshot(id)
	}
	t.headed = false
	if !t.sidechain {
		if tr.permission {
			after = append(after, Field{"permissionMode", t.mode()})
		}
		if tr.origin {
			after = append(after, Field{"origin", O("kind", "human")}, Field{"promptSource", "typed"})
		}
		if tr.thinkingMeta {
			after = append(after, Field{"thinkingMetadata", O("level", "none", "disabled", false, "triggers", []any{})})
		}
		if tr.todos {
			after = append(after, Field{"todos", []any{}})
		}
	}
	if blocks, ok := content.([]Obj); ok && tr.permission && !tr.commonLast {
		var pasted []any
		for _, b := range blocks {
			if b.Str("type") == "image" {
				pasted = append(pasted, len(pasted)+1)
			}
		}
		if pasted != nil {
			after = append(after, Field{"imagePasteIds", pasted})
		}
	}
	t.addAs(id, "user", O("message", O("role", "user", "content", content)), after)
	t.spend(content)
	if !t.sidechain {
		t.asked(id, content)
	}
	return id
}

// asked registers a human prompt.
func (t *Thread) asked(id string, content any) {
	t.home.known.prompts[id] = true
	if t.pending != nil {
		t.pending.prompts = append(t.pending.prompts, t.home.identity(id))
		t.pending = nil
	}
	if s, ok := content.(string); ok {
		t.owner.text = s
	} else if blocks, ok := content.([]Obj); ok && len(blocks) > 0 {
		t.owner.text = blocks[len(blocks)-1].Str("text")
	}
}

func (t *Thread) mode() string {
	if t.Mode != "" {
		return t.Mode
	}
	return "default"
}

// Reply is a text of the assistant.
func (t *Thread) Reply(text string) string {
	t.home.pass(1200, 9000)
	t.said = text
	return t.block(Text(text), "end_turn")
}

// Thinking is a block of extended thinking.
func (t *Thread) Thinking(text string) string {
	t.home.pass(1500, 8000)
	return t.block(O("type", "thinking", "thinking", text, "signature", t.home.token("Eq", 96)), "")
}

// Blocks is an assistant line with several content blocks, as written by early versions.
func (t *Thread) Blocks(blocks ...Obj) string {
	t.home.pass(1500, 9000)
	t.endMessage()
	id := t.assistant(blocks, "end_turn")
	t.endMessage()
	return id
}

func (t *Thread) block(b Obj, stop string) string { return t.assistant([]Obj{b}, stop) }

// assistant writes one line of a response. Consecutive lines belong to one
// response until something else is said.
func (t *Thread) assistant(blocks []Obj, stop string) string {
	if t.msg == nil {
		t.msg = &message{id: t.home.token("msg_01", 22), request: t.home.token("req_011C", 20)}
	}
	tr := t.traits()
	t.msg.out += 8 + t.spend(blocks)
	out := t.msg.out
	if !tr.finalUsage && len(t.msg.lines) == 0 {
		out = 1 + t.home.rng.IntN(8) // a placeholder, until 2.1.97
	}
	var reason any
	if stop != "" && tr.finalUsage {
		reason = stop
	}
	body := O("message", O("model", t.model(), "id", t.msg.id, "type", "message", "role", "assistant", "content", blocks,
		"stop_reason", reason, "stop_sequence", nil, "usage", t.usage(out)), "requestId", t.msg.request)
	var after Obj
	if tr.effort {
		effort := t.Effort
		if effort == "" {
			effort = "high"
		}
		after = O("effort", effort)
	}
	id := t.home.uuid()
	l := t.addAs(id, "assistant", body, after)
	t.msg.lines = append(t.msg.lines, l)
	if tr.finalUsage {
		for _, o := range t.msg.lines {
			m := o.rec.Get("message").(Obj).With("usage", l.rec.Get("message").(Obj).Get("usage")).With("stop_reason", reason)
			o.rec = o.rec.With("message", m)
		}
	}
	return id
}

// endMessage ends the assistant's response: the next block opens another.
func (t *Thread) endMessage() { t.msg = nil }

func (t *Thread) usage(out int) Obj {
	fresh := 200 + t.context/40
	return O("input_tokens", 2+t.home.rng.IntN(8), "cache_creation_input_tokens", fresh, "cache_read_input_tokens", t.context-fresh,
		"cache_creation", O("ephemeral_5m_input_tokens", 0, "ephemeral_1h_input_tokens", fresh), "output_tokens", out, "service_tier", "standard")
}

// spend adds content to the context and returns its approximate size in tokens.
func (t *Thread) spend(content any) int {
	n := 1
	switch c := content.(type) {
	case string:
		n += len(c) / 4
	case []Obj:
		for _, b := range c {
			if b.Str("type") == "image" {
				n += 1200
				continue
			}
			n += len(appendValue(nil, b)) / 4
		}
	}
	t.context += n
	return n
}
