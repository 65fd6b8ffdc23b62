package transcript

import (
	"bytes"
	"encoding/json"

	"dendro/backend/jsonl"
)

// WorkflowRun is a workflows/<run>.json, written when a workflow's run ends (2.1.1xx+).
// Every field may be empty.
type WorkflowRun struct {
	Name    string          `json:"name,omitempty"`
	Status  string          `json:"status,omitempty"` // as recorded: "completed", "failed" …
	Summary string          `json:"summary,omitempty"`
	Error   string          `json:"error,omitempty"`
	Phases  []WorkflowPhase `json:"phases,omitempty"`
	Agents  int64           `json:"agents,omitempty"` // number of agents according to the run
	MS      int64           `json:"ms,omitempty"`
	Tokens  int64           `json:"tokens,omitempty"`
	Script  string          `json:"script,omitempty"`

	Task    string                   `json:"-"` // taskId, which the result of the call names
	ByAgent map[string]WorkflowAgent `json:"-"` // by agent id
}

// WorkflowPhase is a phase of a run.
type WorkflowPhase struct {
	Title  string `json:"title"`
	Detail string `json:"detail,omitempty"`
	Agents int    `json:"agents"`
}

// WorkflowAgent describes one agent of a run. Match its phase by title: phase numbers start
// at 1 in one place and at 0 in the other.
type WorkflowAgent struct{ Label, Phase, State string }

// Limits of the retained data, sized for what a card shows.
const (
	runText   = 4 << 10
	runScript = 48 << 10
	runPhases = 200
	runAgents = 1 << 20
)

// ParseWorkflowRun decodes a workflows/<run>.json. A damaged field is left empty. It
// returns false if the data is not a JSON object.
func ParseWorkflowRun(data []byte) (WorkflowRun, bool) {
	v := jsonl.Value(bytes.TrimSpace(data))
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
	run := WorkflowRun{
		Name:    firstText(v.Get("workflowName"), v.Get("name")).Head(runText),
		Status:  v.Get("status").Head(runText),
		Summary: firstText(v.Get("summary"), v.Get("description")).Head(runText),
		Error:   v.Get("error").Head(runText),
		Agents:  min(count("agentCount", "agents"), runAgents),
		MS:      count("durationMs"),
		Tokens:  count("totalTokens"),
		Script:  v.Get("script").Head(runScript),
		Task:    v.Get("taskId").String(),
		ByAgent: map[string]WorkflowAgent{},
	}
	at := map[string]int{}
	v.Get("phases").Elements(func(v jsonl.Value) {
		if title := v.Get("title").Head(runText); len(run.Phases) < runPhases {
			at[title] = len(run.Phases)
			run.Phases = append(run.Phases, WorkflowPhase{Title: title, Detail: v.Get("detail").Head(runText)})
		}
	})
	v.Get("workflowProgress").Elements(func(v jsonl.Value) {
		id := v.Get("agentId").String()
		if v.Get("type").String() != "workflow_agent" || id == "" {
			return
		}
		// An agent may occur several times; the last one counts.
		agent := WorkflowAgent{v.Get("label").Head(runText), v.Get("phaseTitle").Head(runText), v.Get("state").Head(runText)}
		if i, ok := at[agent.Phase]; ok && run.ByAgent[id] == (WorkflowAgent{}) {
			run.Phases[i].Agents++
		}
		run.ByAgent[id] = agent
	})
	return run, true
}
