package transcript

import "dendro/backend/jsonl"

// content reads the calls and results that describe the session as a whole. at is the
// record's node.
func (z *Summarizer) content(r *Record, at int, repeated bool) {
	s := z.s
	if r.Kind == KindAssistant && r.Model != "" && !r.Synthetic() {
		s.Model = r.Model
	}
	z.ledger.response(r, &s.Nodes[at], at)
	if r.Kind == KindAssistant && !repeated {
		s.Snapshots = append(s.Snapshots, s.Newest.add(r)...)
	}
	if r.AttachmentKind() == AttachmentFile {
		if file := z.touched(firstText(r.Attachment.Get("filename"), r.AttachedFile())); file >= 0 && !repeated {
			z.ledger.add(&Entry{Kind: EntryAttached, Node: at, File: file})
		}
	}
	for i := range r.Blocks {
		switch b := &r.Blocks[i]; b.Kind {
		case BlockToolUse:
			file, writes := fileOf(b)
			call := Entry{Kind: EntryCall, Node: at, ID: hashValue(b.ToolID), File: z.touched(file), Writes: writes}
			if repeated {
				continue
			}
			s.ToolUses++
			call.Tool, _ = z.tools.add(&s.Tools, b.Name)
			z.ledger.add(&call)
			if !StartsAgents(b.Name) {
				continue
			}
			if id := b.ToolID.String(); id != "" {
				z.called++
				z.calls[id] = append(z.calls[id], z.called)
			}
		case BlockToolResult:
			if name := r.Spilled(b); name != "" {
				z.outputs.add(&s.Outputs, name)
			}
			if b.IsError && !repeated {
				z.ledger.add(&Entry{Kind: EntryFailure, Node: at, ID: hashValue(b.ToolID), File: -1})
			}
			z.result(r, b)
		}
	}
}

// result adds the agent that a result names.
func (z *Summarizer) result(r *Record, b *Block) {
	if len(z.calls) == 0 || !b.ToolID.IsString() {
		return
	}
	id := b.ToolID[1 : len(b.ToolID)-1]
	if b.ToolID.HasEscapes() {
		id = b.ToolID.AppendText(nil)
	}
	switch open := z.calls[string(id)]; len(open) {
	case 0:
		return
	case 1:
		delete(z.calls, string(id))
	default:
		z.calls[string(id)] = open[1:]
	}
	agent := r.AgentResult().Agent
	if agent == "" {
		return
	}
	if _, isNew := z.agents.add(&z.s.NamedAgents, agent); isNew {
		z.s.NamedAt = append(z.s.NamedAt, r.UUID.ID)
	}
}

// touched returns the index of a path in FilesTouched, -1 for none.
func (z *Summarizer) touched(path jsonl.Value) int {
	p := path.String()
	if p == "" {
		return -1
	}
	at, _ := z.files.add(&z.s.FilesTouched, p)
	return at
}
