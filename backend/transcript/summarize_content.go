package transcript

// content notes what calls and results tell about the session as a whole.
func (z *Summarizer) content(r *Record, repeated bool) {
	s := z.s
	if r.Kind == KindAssistant && r.Model != "" && !r.Synthetic() {
		s.Model = r.Model
	}
	for i := range r.Blocks {
		switch b := &r.Blocks[i]; b.Kind {
		case BlockToolUse:
			if !repeated {
				s.ToolUses++
			}
			switch b.Name {
			case "Task", "Agent", "Skill", "Workflow":
				if id := b.ToolID.String(); id != "" && !repeated {
					z.called++
					z.calls[id] = z.called
				}
			case "Edit", "Write", "MultiEdit":
				z.touched(b.Input.Get("file_path"))
			case "NotebookEdit":
				z.touched(b.Input.Get("notebook_path"))
			}
		case BlockToolResult:
			z.result(r, b)
		}
	}
}

// result notes the agent that a result names.
func (z *Summarizer) result(r *Record, b *Block) {
	if len(z.calls) == 0 || !b.ToolID.IsString() {
		return
	}
	id := b.ToolID[1 : len(b.ToolID)-1]
	if b.ToolID.escaped() {
		id = b.ToolID.AppendText(nil)
	}
	if _, open := z.calls[string(id)]; !open {
		return
	}
	delete(z.calls, string(id))
	agent := r.ToolUseResult.Get("agentId").String()
	if agent != "" && note(z.agents, &z.s.NamedAgents, agent) {
		z.s.NamedAt = append(z.s.NamedAt, r.UUID.ID)
	}
}

func (z *Summarizer) touched(path Value) {
	if !path.IsString() || !path.escaped() && z.files[string(path[1:len(path)-1])] {
		return // looked up without an allocation
	}
	if p := path.String(); p != "" {
		note(z.files, &z.s.FilesTouched, p)
	}
}

// compaction notes a boundary, or a summary that has none: in 1.0.x the
// summary is a root of its own.
func (z *Summarizer) compaction(r *Record, node Node) {
	s := z.s
	if node.Flags.Has(FlagCompactSummary) {
		if !node.Flags.Has(FlagSidechain) && !z.belowBoundary(node.Parent) {
			s.Compactions = append(s.Compactions, Compaction{ID: node.ID})
		}
		return
	}
	m := r.CompactMeta
	c := Compaction{ID: node.ID, Trigger: m.Get("trigger").String()}
	c.Before, _ = m.Get("preTokens").Int()
	c.After, _ = m.Get("postTokens").Int()
	if kept := m.Get("preservedSegment"); kept.IsObject() {
		c.Head = s.Names.Add(refOf(kept.Get("headUuid")))
		c.Anchor = s.Names.Add(refOf(kept.Get("anchorUuid")))
		c.Tail = s.Names.Add(refOf(kept.Get("tailUuid")))
	}
	s.Compactions = append(s.Compactions, c)
}

// belowBoundary reports whether a record with this parent stands directly
// below a compaction boundary, hooks and other structure apart.
func (z *Summarizer) belowBoundary(parent ID) bool {
	for range 32 { // links may run in circles
		at, ok := z.index.find(z.s.Nodes, parent)
		if !ok {
			return false
		}
		node := &z.s.Nodes[at]
		switch {
		case node.Flags.Has(FlagBoundary):
			return true
		case node.Flags.Has(FlagTurn):
			return false
		}
		parent = node.Parent
	}
	return false
}
