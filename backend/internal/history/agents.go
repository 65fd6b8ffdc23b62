package history

import (
	"path"
	"sort"
	"time"
)

// AgentSpec is a call of the Task or Agent tool.
type AgentSpec struct {
	Type        string // default general-purpose
	Description string
	Prompt      string
	Model       string
	// Background makes the call return at once; [Session.Notify] reports later that the
	// agent is done.
	Background bool
	// Result is the result of the call; default the agent's last reply.
	Result string
	// Layout is the place of the transcript (1 inline, 2 beside the session, 3 in the side
	// directory); default that of the version.
	Layout int
	// Fork starts the agent with the parent's context (row F7): its file begins with a
	// fork-context-ref record.
	Fork bool
	// NoMeta leaves the .meta.json out of layout 3.
	NoMeta bool
	// Missing omits the call's result: the program was stopped.
	Missing bool
	// Failed makes the call's result an error.
	Failed bool
}

// Job is an agent and its work.
type Job struct {
	AgentSpec
	Work func(*Agent)
}

// Agent is a subagent's conversation. Its methods are those of a thread; it can
// call agents itself.
type Agent struct {
	Thread
	ID    string
	Tool  Tool // the call that started it; zero for an internal agent
	Spec  AgentSpec
	start time.Time
	end   time.Time
}

// Agent runs one subagent.
func (t *Thread) Agent(spec AgentSpec, work func(*Agent)) *Agent {
	return t.Agents(Job{spec, work})[0]
}

// Agents runs subagents in parallel: first the calls, then the results in the order in
// which they finish.
func (t *Thread) Agents(jobs ...Job) []*Agent {
	agents := make([]*Agent, len(jobs))
	for i, j := range jobs {
		agents[i] = t.call(j.AgentSpec)
	}
	begin := t.home.now
	order := make([]*Agent, 0, len(jobs))
	for i, a := range agents {
		t.home.now = begin
		a.start = begin
		a.Prompt(a.Spec.Prompt)
		t.echo(a)
		if jobs[i].Work != nil {
			jobs[i].Work(a)
		}
		a.end = t.home.now
		order = append(order, a)
	}
	sort.SliceStable(order, func(i, j int) bool { return order[i].end.Before(order[j].end) })
	for _, a := range order {
		if a.Spec.Missing {
			continue
		}
		if a.Spec.Background {
			t.home.now = begin
		} else {
			t.home.until(a.end)
		}
		t.Result(&a.Tool, a.result())
	}
	return agents
}

// call writes the call of an agent and opens its transcript.
func (t *Thread) call(spec AgentSpec) *Agent {
	if spec.Type == "" {
		spec.Type = "general-purpose"
	}
	if spec.Layout == 0 {
		spec.Layout = t.traits().layout
	}
	input := O("description", spec.Description, "prompt", spec.Prompt, "subagent_type", spec.Type)
	if spec.Model != "" {
		input = append(input, Field{"model", spec.Model})
	}
	if spec.Background {
		input = append(input, Field{"run_in_background", true})
	}
	if spec.Fork {
		input = input.With("subagent_type", "fork")
		spec.Type = "fork"
	}
	at := t.prev
	a := t.newAgent(spec, t.agentIDFor())
	a.Tool = t.Use(t.traits().agentTool, input)
	if spec.Layout == 3 && !spec.NoMeta && atLeast(t.Version, "2.1.98") {
		meta := O("agentType", spec.Type, "description", spec.Description, "toolUseId", a.Tool.ID, "spawnDepth", a.depth)
		if t.agentID != "" {
			meta = append(meta, Field{"parentAgentId", t.agentID})
		}
		t.home.Put(path.Join(t.owner.SideDir(), "subagents", "agent-"+a.ID+".meta.json"), appendValue(nil, meta))
	}
	if spec.Fork {
		a.file.side(O("type", "fork-context-ref", "agentId", a.ID, "parentSessionId", t.sessionID, "parentLastUuid", at,
			"contextLength", t.context), t.home.now)
	}
	return a
}

func (t *Thread) agentIDFor() string {
	switch {
	case !atLeast(t.Version, "2.1.2"):
		return t.home.hex(8)
	case !atLeast(t.Version, "2.1.50"):
		return "a" + t.home.hex(6)
	}
	return "a" + t.home.hex(16)
}

// newAgent opens the transcript of an agent of t.
func (t *Thread) newAgent(spec AgentSpec, id string) *Agent {
	a := &Agent{ID: id, Spec: spec}
	a.Thread = Thread{
		Env: t.Env, home: t.home, owner: t.owner, sessionID: t.sessionID, sidechain: true, plain: t.plain,
		slug: t.slug, depth: t.depth + 1, context: 9000,
	}
	if spec.Model != "" {
		a.Model = modelName(spec.Model, t.Version)
	}
	switch spec.Layout {
	case 1:
		a.file = t.owner.file
	case 2:
		a.agentID = id
		a.file = t.home.newFile(path.Join(path.Dir(t.owner.file.path), "agent-"+id+".jsonl"))
	default:
		a.agentID = id
		a.file = t.home.newFile(path.Join(t.owner.SideDir(), "subagents", "agent-"+id+".jsonl"))
	}
	t.owner.agents++
	return a
}

func modelName(short, version string) string {
	switch {
	case short == "haiku":
		return "claude-haiku-4-5-20251001"
	case short == "sonnet" && atLeast(version, "2.1.100"):
		return "claude-sonnet-4-8"
	case short == "sonnet":
		return "claude-sonnet-4-5-20250929"
	}
	return short
}

// echo repeats the agent's task in the caller's transcript (agent_progress), a dead end of
// the chain.
func (t *Thread) echo(a *Agent) {
	if !t.traits().agentEcho || t.plain || a.Spec.Layout == 1 {
		return
	}
	parent, prev := t.parent, t.prev
	t.Progress(O("message", O("type", "user", "message", O("role", "user", "content", []Obj{Text(a.Spec.Prompt)}), "uuid", a.prev, "timestamp", stamp(t.home.now)),
		"normalizedMessages", []any{}, "type", "agent_progress", "prompt", a.Spec.Prompt, "agentId", a.ID), "agent_"+t.home.token("msg_01", 22), a.Tool.ID)
	t.parent, t.prev = parent, prev
}

// result returns the result of the call.
func (a *Agent) result() Call {
	said := a.Spec.Result
	if said == "" {
		said = a.said
	}
	tr := a.traits()
	if a.Spec.Background {
		out := "/tmp/claude-1000/" + EncodeDir(a.Cwd) + "/tasks/" + a.ID + ".output"
		return Call{
			Result: []Obj{Text("Async agent launched successfully.\nagentId: " + a.ID + " (internal ID - do not mention to user.)\nThe agent is working in the background. You will be notified automatically when it completes.")},
			Detail: O("isAsync", true, "status", "async_launched", "agentId", a.ID, "description", a.Spec.Description, "prompt", a.Spec.Prompt, "outputFile", out),
		}
	}
	if a.Spec.Failed {
		return Call{Result: said, Detail: "Error: " + said, Failed: true}
	}
	content := []Obj{Text(said)}
	detail := O("content", content, "totalDurationMs", int(a.end.Sub(a.start).Milliseconds()), "totalTokens", a.context,
		"totalToolUseCount", a.uses(), "usage", a.usage(40+len(said)/4))
	if tr.layout > 1 {
		head := O("status", "completed", "prompt", a.Spec.Prompt, "agentId", a.ID)
		if atLeast(a.Version, "2.1.98") {
			head = append(head, Field{"agentType", a.Spec.Type}, Field{"resolvedModel", a.model()})
		}
		detail = append(head, detail...)
		content = append(content, Text("agentId: "+a.ID+" (for resuming to continue this agent's work if needed)"))
	}
	return Call{Result: content, Detail: detail}
}

// uses counts the tools that the agent used.
func (a *Agent) uses() int {
	n := 0
	for at := a.prev; at != "" && a.file.at[at] != nil; at = a.file.at[at].prev {
		if toolUseID(a.file.at[at]) != "" {
			n++
		}
	}
	return n
}
