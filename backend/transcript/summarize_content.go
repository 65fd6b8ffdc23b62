package transcript

import "dendro/backend/jsonl"

// content reads the calls and results that describe the session as a whole.
func (z *Summarizer) content(r *Record, repeated bool) {
	s := z.s
	if r.Kind == KindAssistant && r.Model != "" && !r.Synthetic() {
		s.Model = r.Model
	}
	if r.Kind == KindAssistant && !repeated {
		s.Snapshots = append(s.Snapshots, s.Newest.add(r)...)
	}
	if r.AttachmentKind() == AttachmentFile {
		z.touched(firstText(r.Attachment.Get("filename"), r.AttachedFile()))
	}
	for i := range r.Blocks {
		switch b := &r.Blocks[i]; b.Kind {
		case BlockToolUse:
			if !repeated {
				s.ToolUses++
			}
			if StartsAgents(b.Name) {
				if id := b.ToolID.String(); id != "" && !repeated {
					z.called++
					z.calls[id] = append(z.calls[id], z.called)
				}
			} else if file, _ := fileOf(b); file != nil {
				z.touched(file)
			}
		case BlockToolResult:
			if name := r.Spilled(b); name != "" {
				z.outputs.add(&s.Outputs, name)
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

func (z *Summarizer) touched(path jsonl.Value) {
	if p := path.String(); p != "" {
		z.files.add(&z.s.FilesTouched, p)
	}
}
