package session

import (
	"cmp"
	"io/fs"
	"slices"
	"strings"

	"dendro/backend/catalog"
	"dendro/backend/internal/disk"
	"dendro/backend/thread"
	"dendro/backend/transcript"
)

// maxRuns bounds how many workflow runs of a session are looked at; a session
// starts a few.
const maxRuns = 1000

// listBeside lists a directory of a session's side directory.
func listBeside(e *catalog.File, name string) []fs.DirEntry {
	side, err := beside(e)
	if err != nil {
		return nil
	}
	defer side.Close()
	files, err := disk.ListIn(side, name)
	if err != nil {
		return nil
	}
	slices.SortFunc(files, func(a, b fs.DirEntry) int { return cmp.Compare(a.Name(), b.Name()) })
	return files
}

// runs returns the recorded workflow runs of a session and its ancestors. An unreadable
// file is skipped.
func (s *target) runs() []thread.Run {
	var list []thread.Run
	for _, e := range s.beside {
		for _, f := range listBeside(e, "workflows") { // nearly always: there is none
			id, ok := strings.CutSuffix(f.Name(), ".json")
			if !ok || len(list) == maxRuns {
				continue
			}
			data, err := readBeside(e, "workflows/"+f.Name())
			if err != nil {
				continue
			}
			if run, ok := transcript.ParseWorkflowRun(data); ok {
				list = append(list, thread.Run{ID: id, WorkflowRun: run})
			}
		}
	}
	return list
}
