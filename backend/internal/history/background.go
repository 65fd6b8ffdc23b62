package history

import "path"

// Notify tells the conversation that a background agent is done. If the program is busy,
// the notification passes through the queue and becomes an attachment that is not a prompt;
// else it is a user record.
func (s *Session) Notify(a *Agent, busy bool) string {
	s.home.until(a.end)
	s.home.pass(200, 900)
	s.endMessage()
	text := "<task-notification>\n<task-id>" + a.ID + "</task-id>\n<tool-use-id>" + a.Tool.ID + "</tool-use-id>\n<status>completed</status>\n<summary>Agent \"" +
		a.Spec.Description + "\" completed</summary>\n<result>" + a.said + "</result>\n</task-notification>"
	s.side("type", "queue-operation", "operation", "enqueue", "timestamp", stamp(s.home.now), "sessionId", s.sessionID, "content", text)
	if busy && s.traits().queueRecord {
		s.side("type", "queue-operation", "operation", "remove", "timestamp", stamp(s.home.now), "sessionId", s.sessionID)
		return s.Attachment(O("type", "queued_command", "prompt", text, "commandMode", "task-notification", "timestamp", stamp(s.home.now)))
	}
	s.side("type", "queue-operation", "operation", "dequeue", "timestamp", stamp(s.home.now), "sessionId", s.sessionID)
	var after Obj
	if s.traits().origin {
		after = O("origin", O("kind", "task-notification"))
	}
	return s.add("user", O("message", O("role", "user", "content", text)), after)
}

// Internal writes the transcript of an internal agent: kind is aprompt_suggestion, acompact
// or aside_question. It has no call, and readers hide it.
func (s *Session) Internal(kind, task, reply string) *Agent {
	a := s.newAgent(AgentSpec{Layout: max(s.traits().layout, 2), Prompt: task}, kind+"-"+s.home.hex(6))
	s.agents--
	a.Prompt(task)
	a.Reply(reply)
	return a
}

// Warmup writes the transcript of a 2.0.4x agent whose only prompt is Warmup (layout 2).
// Readers hide it.
func (s *Session) Warmup() *Agent {
	a := s.newAgent(AgentSpec{Layout: 2}, s.home.hex(8))
	s.agents--
	a.Prompt("Warmup")
	a.Reply("I'm ready to help.")
	return a
}

// Unattached writes the transcript of an agent without a call in the session.
func (s *Session) Unattached(spec AgentSpec, work func(*Agent)) *Agent {
	if spec.Layout == 0 {
		spec.Layout = max(s.traits().layout, 2)
	}
	a := s.newAgent(spec, s.agentIDFor())
	a.Prompt(spec.Prompt)
	if work != nil {
		work(a)
	}
	return a
}

// Workflow runs a script of agents: a call that returns at once, and one transcript
// for each agent below subagents/workflows/<run>.
func (s *Session) Workflow(name, description string, jobs ...Job) []*Agent {
	run, task := "wf_"+s.home.hex(8), "w"+s.home.hex(8)
	script := "export const meta = {\n  name: '" + name + "',\n  description: '" + description + "',\n}\n"
	tool := s.Use("Workflow", O("script", script))
	dir := path.Join(s.SideDir(), "subagents", "workflows", run)
	s.Result(&tool, Call{
		Result: "Workflow launched in background. Task ID: " + task + "\nSummary: " + description,
		Detail: O("isAsync", true, "status", "async_launched", "runId", run, "taskId", task, "transcriptDir", dir),
	})
	begin := s.home.now
	journal := s.home.newFile(path.Join(dir, "journal.jsonl"))
	var agents []*Agent
	end := begin
	for _, j := range jobs {
		s.home.now = begin
		if j.Type == "" {
			j.Type = "workflow-subagent"
		}
		a := &Agent{ID: "a" + s.home.hex(16), Spec: j.AgentSpec, Tool: tool, start: begin}
		a.Thread = Thread{Env: s.Env, home: s.home, owner: s, sessionID: s.sessionID, sidechain: true, agentID: a.ID, plain: s.plain, slug: s.slug, depth: 1, context: 9000}
		a.file = s.home.newFile(path.Join(dir, "agent-"+a.ID+".jsonl"))
		s.agents++
		s.home.Put(path.Join(dir, "agent-"+a.ID+".meta.json"), appendValue(nil, O("agentType", j.Type)))
		key := "v2:" + s.home.hex(8)
		journal.side(O("type", "started", "key", key, "agentId", a.ID), s.home.now)
		a.Prompt(j.Prompt)
		if j.Work != nil {
			j.Work(a)
		}
		a.end = s.home.now
		journal.side(O("type", "result", "key", key, "agentId", a.ID, "result", O("summary", a.said)), s.home.now)
		if a.end.After(end) {
			end = a.end
		}
		agents = append(agents, a)
	}
	s.home.now = end
	progress := []any{O("type", "workflow_phase", "index", 1, "title", "Read")}
	for i, a := range agents {
		progress = append(progress, O("type", "workflow_agent", "agentId", a.ID, "label", jobs[i].Prompt,
			"phaseIndex", 1, "phaseTitle", "Read", "state", "done"))
	}
	s.home.Put(path.Join(s.SideDir(), "workflows", run+".json"),
		appendValue(nil, O("runId", run, "taskId", task, "workflowName", name, "summary", description, "status", "completed",
			"agentCount", len(agents), "durationMs", end.Sub(begin).Milliseconds(), "script", script,
			"phases", []any{O("title", "Read", "detail", "each on its own")}, "workflowProgress", progress)))
	s.home.now = begin
	return agents
}

// spill writes a big result to the side directory and returns the text for the record.
func (t *Thread) spill(toolID string, c *Call) string {
	name := path.Join(t.owner.SideDir(), "tool-results", toolID+".txt")
	t.home.Put(name, []byte(c.Spill))
	preview, _ := c.Result.(string)
	full := t.home.Dir + "/" + name
	if d, ok := c.Detail.(Obj); ok {
		c.Detail = d.With("persistedOutputPath", full).With("persistedOutputSize", len(c.Spill))
	}
	return "<persisted-output>\nOutput too large (" + kilobytes(len(c.Spill)) + "KB). Full output saved to: " + full + "\n\nPreview (first 2KB):\n" + preview + "\n...\n</persisted-output>"
}

func kilobytes(n int) string { return itoa(n/1024) + "." + itoa(n%1024*10/1024) }
