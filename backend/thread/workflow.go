package thread

import "dendro/backend/transcript"

// Run is what is recorded of a workflow's run once it has ended
// (workflows/<run>.json). Every field but ID may be empty.
type Run struct {
	ID, Task string
	Facts    Workflow
	Agents   map[string]RunAgent // by agent id
}

// RunAgent is what a run says of one of its agents.
type RunAgent struct{ Label, Phase, State string }

// Workflow is what a workflow call's row shows of its run.
type Workflow struct {
	Name    string  `json:"name,omitempty"`
	Status  string  `json:"status,omitempty"` // as recorded: "completed", "failed" …
	Summary string  `json:"summary,omitempty"`
	Error   string  `json:"error,omitempty"`
	Phases  []Phase `json:"phases,omitempty"`
	Agents  int     `json:"agents,omitempty"` // that the run says it had
	MS      int64   `json:"ms,omitempty"`
	Tokens  int64   `json:"tokens,omitempty"`
	// Script is the script that ran, where the call names it only.
	Script string `json:"script,omitempty"`
}

// Phase is a part of a workflow.
type Phase struct {
	Title  string `json:"title"`
	Detail string `json:"detail,omitempty"`
	Agents int    `json:"agents"`
}

// The most that is kept of a run's texts: what a card shows.
const (
	runText   = 4 << 10
	runScript = 48 << 10
	runPhases = 200
)

// RunOf returns what is shown of a recorded run.
func RunOf(id string, w *transcript.WorkflowRun) Run {
	text := func(limit int, v transcript.Value) string {
		s, _ := cutText(v.String(), limit)
		return s
	}
	r := Run{ID: id, Task: w.Task, Agents: map[string]RunAgent{}}
	r.Facts = Workflow{
		Name: text(runText, w.Name), Status: text(runText, w.Status), Error: text(runText, w.Error),
		Summary: text(runText, w.Summary), Script: text(runScript, w.Script),
		MS: w.MS, Tokens: w.Tokens, Agents: int(min(w.AgentCount, 1<<20)),
	}
	at := map[string]int{}
	w.Phases(func(p transcript.WorkflowPhase) {
		if title := text(runText, p.Title); len(r.Facts.Phases) < runPhases {
			at[title] = len(r.Facts.Phases)
			r.Facts.Phases = append(r.Facts.Phases, Phase{Title: title, Detail: text(runText, p.Detail)})
		}
	})
	w.Agents(func(a transcript.WorkflowAgent) {
		known := RunAgent{text(runText, a.Label), text(runText, a.Phase), text(runText, a.State)}
		if i, ok := at[known.Phase]; ok && r.Agents[a.Agent] == (RunAgent{}) {
			r.Facts.Phases[i].Agents++
		}
		r.Agents[a.Agent] = known
	})
	return r
}

// workflowOf returns what is recorded of the run that a call started, nil where
// nothing is.
func (s *Session) workflowOf(x *Index, tool uint64, input transcript.Value) *Workflow {
	w := s.workflows[callKey{x, tool}]
	if w == nil {
		return nil
	}
	out := *w
	if input.TaskInput().Script.String() != "" {
		out.Script = ""
	}
	return &out
}
