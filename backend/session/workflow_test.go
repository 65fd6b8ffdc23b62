package session_test

import (
	"path"
	"strings"
	"testing"

	"dendro/backend/internal/history"
	"dendro/backend/internal/testlib"
	"dendro/backend/thread"
	"dendro/backend/transcript"
)

// The record of a finished workflow run is shown on the call that started it, and on its
// agents; a run that failed before it had any has its error there too.
func TestWorkflowRuns(t *testing.T) {
	h := history.New(41, testlib.Begin)
	s := h.Session(testlib.Day())
	s.Prompt("Review it")
	agents := s.Workflow("review", "Read it twice",
		history.Job{AgentSpec: history.AgentSpec{Prompt: "the loader"}, Work: func(a *history.Agent) { a.Reply("fine") }},
		history.Job{AgentSpec: history.AgentSpec{Prompt: "the tests"}, Work: func(a *history.Agent) { a.Reply("good") }})
	failed := s.Use("Workflow", history.O("name", "broken"))
	s.Result(&failed, history.Call{Result: "Workflow launched in background. Task ID: wlost", Detail: history.O("taskId", "wlost")})
	s.Reply("Both run.")
	s.EndTurn()
	root := testlib.Write(t, h)
	runs := path.Join(s.SideDir(), "workflows")
	testlib.Put(t, root, runs+"/wf_lost.json", []byte(`{"taskId":"wlost","status":"failed","error":"ReferenceError","script":"boom()","phases":7}`))
	testlib.Put(t, root, runs+"/wf_torn.json", []byte(`{"taskId":"w`))
	testlib.Put(t, root, runs+"/scripts/x.js", []byte("x"))

	th, err := testlib.Scanned(t, root).Threads.Thread(t.Context(), s.ID, "")
	if err != nil {
		t.Fatal(err)
	}
	rows, err := th.All(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var calls []*thread.Row
	for i := range rows {
		if rows[i].Tool != nil && rows[i].Tool.Name == "Workflow" {
			calls = append(calls, &rows[i])
		}
	}
	if len(calls) != 2 || calls[0].Tool.Workflow == nil || calls[1].Tool.Workflow == nil || calls[0].Sidechain == nil {
		t.Fatalf("%d calls: %+v", len(calls), calls)
	}
	w := calls[0].Tool.Workflow
	if w.Name != "review" || w.Status != "completed" || w.Summary != "Read it twice" || w.Agents != 2 || w.Script != "" ||
		len(w.Phases) != 1 || w.Phases[0] != (transcript.WorkflowPhase{Title: "Read", Detail: "each on its own", Agents: 2}) {
		t.Errorf("%+v", w)
	}
	said := map[string]string{}
	for _, r := range calls[0].Sidechain.Rows {
		if r.Sidechain != nil {
			said[r.Sidechain.Agent] = strings.Join([]string{r.Sidechain.Description, r.Sidechain.Phase, r.Sidechain.State}, "|")
		}
	}
	if len(said) != 2 || said[agents[0].ID] != "the loader|Read|done" || said[agents[1].ID] != "the tests|Read|done" {
		t.Errorf("%v", said)
	}
	if w := calls[1].Tool.Workflow; w.Status != "failed" || w.Error != "ReferenceError" || w.Script != "boom()" || len(w.Phases) != 0 {
		t.Errorf("%+v", w)
	}
}
