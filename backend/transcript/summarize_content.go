package transcript

import "dendro/backend/jsonl"

// content reads the calls and results that describe the session as a whole. at is the
// record's node.
func (z *Summarizer) content(r *Record, at int32, repeated bool) {
	s := z.s
	if r.Kind == KindAssistant && r.Model != "" && !r.Synthetic() {
		s.Model = r.Model
	}
	if r.Kind == KindAssistant && !repeated {
		s.Snapshots = append(s.Snapshots, s.Newest.add(r)...)
	}
	if r.AttachmentKind() == AttachmentFile {
		z.touched(at, firstText(r.Attachment.Get("filename"), r.AttachedFile()), repeated)
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
				z.touched(at, file, repeated)
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

// touched adds a file that the record of a node names.
func (z *Summarizer) touched(at int32, path jsonl.Value, repeated bool) {
	p := path.String()
	if p == "" {
		return
	}
	file, _ := z.files.add(&z.s.FilesTouched, p)
	if !repeated {
		z.s.Touches = append(z.s.Touches, Touch{Node: uint32(at), File: uint32(file)})
	}
}
