package thread

import (
	"slices"

	"dendro/backend/jsonl"
	"dendro/backend/transcript"
)

// Run is the record of a finished workflow run (workflows/<run>.json).
type Run struct {
	ID string
	transcript.WorkflowRun
}

// run returns the recorded run, or nil for "".
func (s *Session) run(id string) *Run {
	if i := slices.IndexFunc(s.opts.Runs, func(r Run) bool { return r.ID == id }); i >= 0 && id != "" {
		return &s.opts.Runs[i]
	}
	return &Run{}
}

// workflowOf returns the recorded run that a call started, or nil. It includes the script
// if the call only names it.
func (s *Session) workflowOf(key callKey, input jsonl.Value) *transcript.WorkflowRun {
	w := s.workflows[key]
	if w == nil {
		return nil
	}
	out := w.WorkflowRun
	if transcript.TaskInputOf(input).Script.String() != "" {
		out.Script = ""
	}
	return &out
}
