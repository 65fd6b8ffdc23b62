package transcript

import (
	"bytes"
	"encoding/json"
)

// WorkflowRun is a workflows/<run>.json: what is recorded of a workflow's run
// once it has ended (2.1.1xx+). Every field may be empty.
type WorkflowRun struct {
	Task                                 string // taskId, which the result of the call names
	Name, Status, Error, Summary, Script Value
	MS, Tokens, AgentCount               int64
	phases, progress                     Value
}

// WorkflowPhase is a phase of a run.
type WorkflowPhase struct{ Title, Detail Value }

// WorkflowAgent is what a run says of one of its agents. Its phase is known by
// the title: numbers begin at 1 here and at 0 there.
type WorkflowAgent struct {
	Agent               string
	Label, Phase, State Value
}

// ParseWorkflowRun reads a workflows/<run>.json. Damage costs the damaged
// field; false where it is no JSON object at all.
func ParseWorkflowRun(data []byte) (WorkflowRun, bool) {
	v := Value(bytes.TrimSpace(data))
	if !v.IsObject() || !json.Valid(v) {
		return WorkflowRun{}, false
	}
	count := func(keys ...string) int64 {
		for _, key := range keys {
			if n, ok := v.Get(key).Int(); ok && n > 0 {
				return n
			}
		}
		return 0
	}
	return WorkflowRun{
		Task:       v.Get("taskId").String(),
		Name:       firstText(v.Get("workflowName"), v.Get("name")),
		Status:     v.Get("status"),
		Error:      v.Get("error"),
		Summary:    firstText(v.Get("summary"), v.Get("description")),
		Script:     v.Get("script"),
		MS:         count("durationMs"),
		Tokens:     count("totalTokens"),
		AgentCount: count("agentCount", "agents"),
		phases:     v.Get("phases"),
		progress:   v.Get("workflowProgress"),
	}, true
}

// Phases calls f with the phases of the run, in order.
func (w *WorkflowRun) Phases(f func(WorkflowPhase)) {
	w.phases.Elements(func(v Value) { f(WorkflowPhase{Title: v.Get("title"), Detail: v.Get("detail")}) })
}

// Agents calls f with what the run says of its agents, in order; an agent may
// come several times, the last one counts.
func (w *WorkflowRun) Agents(f func(WorkflowAgent)) {
	w.progress.Elements(func(v Value) {
		id := v.Get("agentId").String()
		if v.Get("type").String() != "workflow_agent" || id == "" {
			return
		}
		f(WorkflowAgent{Agent: id, Label: v.Get("label"), Phase: v.Get("phaseTitle"), State: v.Get("state")})
	})
}
