package transcript

import "dendro/backend/jsonl"

// message decodes the message at b[i] and returns the index after it. Messages are most of
// a history, so their bytes are read in one pass.
func (d *Decoder) message(r *Record, in *jsonl.Scanner, i int) int {
	b := in.JSON
	// If a field occurs twice, the last one counts.
	r.MessageID, r.Model, r.Usage = "", "", nil
	r.Blocks = r.Blocks[:0]
	if i >= len(b) || b[i] != '{' {
		return in.SkipValue(i, 1)
	}
	return in.Walk(i, 1, func(key []byte, i int) int {
		if string(key) == "content" {
			return d.content(r, in, i)
		}
		end := in.SkipValue(i, 2)
		if end < 0 {
			return end
		}
		switch v := jsonl.Value(b[i:end:end]); string(key) {
		case "id":
			r.MessageID = d.last.message.of(v)
		case "model":
			r.Model = d.last.model.of(v)
		case "usage":
			r.Usage = v
		}
		return end
	})
}

// toolUseResult locates the members that every toolUseResult is checked for while finding
// its end, and returns the index after it.
func (d *Decoder) toolUseResult(r *Record, in *jsonl.Scanner, i int) (end int) {
	b := in.JSON
	r.stderr, r.persistedPath, r.named = nil, nil, namedAgents{} // if a field occurs twice, the last one counts
	if i >= len(b) || b[i] != '{' {
		end = in.SkipValue(i, 1)
	} else {
		end = in.Walk(i, 1, func(key []byte, i int) int {
			end := in.SkipValue(i, 2)
			if end < 0 {
				return end
			}
			switch v := jsonl.Value(b[i:end:end]); string(key) {
			case "stderr":
				r.stderr = v
			case "persistedOutputPath":
				r.persistedPath = v
			case "agentId":
				r.named.agent = v
			case "resumedAgentId":
				r.named.resumed = v
			case "runId":
				r.named.run = v
			case "taskId":
				r.named.task = v
			}
			return end
		})
	}
	if end >= 0 {
		r.ToolUseResult = jsonl.Value(b[i:end:end])
	}
	return end
}

// content decodes the content of a message: a string, an array of blocks, or a single
// block.
func (d *Decoder) content(r *Record, in *jsonl.Scanner, i int) int {
	b := in.JSON
	r.Blocks = r.Blocks[:0]
	if i >= len(b) || b[i] != '[' {
		if i >= len(b) || b[i] != '"' && b[i] != '{' {
			return in.SkipValue(i, 2)
		}
		r.Blocks = append(r.Blocks, Block{})
		return d.block(&r.Blocks[0], in, i, 2)
	}
	return in.Walk(i, 2, func(_ []byte, i int) int {
		r.Blocks = append(r.Blocks, Block{})
		return d.block(&r.Blocks[len(r.Blocks)-1], in, i, 3)
	})
}

// block decodes the block at in[i] into b, which must be empty, and returns the index after
// it.
func (d *Decoder) block(b *Block, s *jsonl.Scanner, i, depth int) int {
	in := s.JSON
	if i >= len(in) || in[i] != '{' {
		end := s.SkipValue(i, depth)
		if end >= 0 {
			b.Raw = jsonl.Value(in[i:end:end])
			if in[i] == '"' {
				b.Kind, b.Type, b.Text = BlockText, "text", b.Raw
			}
		}
		return end
	}
	var text, thinking, id, useID jsonl.Value
	end := s.Walk(i, depth, func(key []byte, i int) int {
		end := s.SkipValue(i, depth+1)
		if end < 0 {
			return end
		}
		switch m := jsonl.Value(in[i:end:end]); string(key) {
		case "type":
			b.Type = d.last.block.of(m)
		case "text":
			text = m
		case "thinking":
			thinking = m
		case "id":
			id = m
		case "tool_use_id":
			useID = m
		case "name":
			b.Name = d.last.name.of(m)
		case "input":
			b.Input = m
		case "content":
			b.Content = m
		case "is_error":
			b.IsError = m.IsTrue()
		case "source":
			b.Source = m
		}
		return end
	})
	if end < 0 {
		return end
	}
	b.Raw = jsonl.Value(in[i:end:end])
	b.Kind = blockKindOf(b.Type)
	switch b.Kind {
	case BlockToolUse:
		b.ToolID = id
	case BlockToolResult:
		b.ToolID = useID
	case BlockThinking:
		b.Text = thinking
	default:
		b.Text = text
	}
	return end
}
