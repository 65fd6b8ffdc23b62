package thread

import (
	"slices"

	"dendro/backend/transcript"
)

// Run is what is recorded of a workflow's run once it has ended
// (workflows/<run>.json).
type Run struct {
	ID string
	transcript.WorkflowRun
}

// run returns what is recorded of a run, nothing for "".
func (s *Session) run(id string) *Run {
	if i := slices.IndexFunc(s.opts.Runs, func(r Run) bool { return r.ID == id }); i >= 0 && id != "" {
		return &s.opts.Runs[i]
	}
	return &Run{}
}

// workflowOf returns what is recorded of the run that a call started, nil where
// nothing is. The script that ran is told where the call names it only.
func (s *Session) workflowOf(key callKey, input transcript.Value) *transcript.WorkflowRun {
	w := s.workflows[key]
	if w == nil {
		return nil
	}
	out := w.WorkflowRun
	if input.TaskInput().Script.String() != "" {
		out.Script = ""
	}
	return &out
}
