package thread

import (
	"bytes"
	"cmp"
	"encoding/json"

	"dendro/backend/transcript"
)

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

// ParseRun reads a workflows/<run>.json. Damage costs the damaged field; false
// where it is no JSON object at all.
func ParseRun(id string, data []byte) (Run, bool) {
	v := transcript.Value(bytes.TrimSpace(data))
	if !v.IsObject() || !json.Valid(v) {
		return Run{}, false
	}
	text := func(limit int, v transcript.Value) string {
		s, _ := cutText(v.String(), limit)
		return s
	}
	number := func(keys ...string) int64 {
		for _, key := range keys {
			if n, ok := v.Get(key).Int(); ok && n > 0 {
				return n
			}
		}
		return 0
	}
	r := Run{ID: id, Task: v.Get("taskId").String(), Agents: map[string]RunAgent{}}
	r.Facts = Workflow{
		Name:   cmp.Or(text(runText, v.Get("workflowName")), text(runText, v.Get("name"))),
		Status: text(runText, v.Get("status")), Error: text(runText, v.Get("error")),
		Summary: cmp.Or(text(runText, v.Get("summary")), text(runText, v.Get("description"))),
		Script:  text(runScript, v.Get("script")), MS: number("durationMs"), Tokens: number("totalTokens"),
		Agents: int(min(number("agentCount", "agents"), 1<<20)),
	}
	at := map[string]int{}
	v.Get("phases").Elements(func(p transcript.Value) {
		if title := text(runText, p.Get("title")); len(r.Facts.Phases) < runPhases {
			at[title] = len(r.Facts.Phases)
			r.Facts.Phases = append(r.Facts.Phases, Phase{Title: title, Detail: text(runText, p.Get("detail"))})
		}
	})
	v.Get("workflowProgress").Elements(func(a transcript.Value) {
		agent := a.Get("agentId").String()
		if a.Get("type").String() != "workflow_agent" || agent == "" {
			return
		}
		known := RunAgent{text(runText, a.Get("label")), text(runText, a.Get("phaseTitle")), text(runText, a.Get("state"))}
		// Its titles are what ties an agent to a phase: their numbers begin
		// at 1 here and at 0 there.
		if i, ok := at[known.Phase]; ok && r.Agents[agent] == (RunAgent{}) {
			r.Facts.Phases[i].Agents++
		}
		r.Agents[agent] = known
	})
	return r, true
}

// runs ties what is recorded of runs to the calls that started them.
func (s *Session) runs() {
	s.workflows = map[callKey]*Workflow{}
	for i := range s.opts.Runs {
		r := &s.opts.Runs[i]
		for _, f := range s.files {
			for _, id := range []string{r.ID, r.Task} {
				if tool, ok := f.x.claims.runs[id]; ok && id != "" {
					s.workflows[callKey{f.x, tool}] = &r.Facts
				}
			}
		}
		for _, side := range s.sides {
			if side.agent != nil && side.agent.Run == r.ID {
				side.inRun = r.Agents[side.agent.ID]
			}
		}
	}
}

// workflowOf returns what is recorded of the run that a call started, nil where
// nothing is.
func (s *Session) workflowOf(x *Index, tool uint64, input transcript.Value) *Workflow {
	w := s.workflows[callKey{x, tool}]
	if w == nil {
		return nil
	}
	out := *w
	if input.Get("script").String() != "" {
		out.Script = ""
	}
	return &out
}
