package library

import (
	"os"
	"path/filepath"
	"strings"

	"dendro/backend/thread"
	"dendro/backend/transcript"
)

// maxRuns bounds how many workflow runs of a session are looked at; a session
// starts a few.
const maxRuns = 1000

// runs returns what is recorded of the workflow runs that ended in a session or
// in those it was copied from. What cannot be read costs only what it says.
func (s *snapshot) runs() []thread.Run {
	var list []thread.Run
	for _, e := range append([]*entry{s.own()}, s.ancestors...) {
		dir := filepath.Join(strings.TrimSuffix(e.file.Abs(), ".jsonl"), "workflows")
		files, err := os.ReadDir(dir)
		if err != nil {
			continue // nearly always: there is none
		}
		for _, f := range files {
			id, ok := strings.CutSuffix(f.Name(), ".json")
			if !ok || len(list) == maxRuns {
				continue
			}
			data, err := readBeside(e, "workflows/"+f.Name())
			if err != nil {
				continue
			}
			if run, ok := transcript.ParseWorkflowRun(data); ok {
				list = append(list, thread.RunOf(id, &run))
			}
		}
	}
	return list
}
