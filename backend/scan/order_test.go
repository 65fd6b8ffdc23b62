package scan

import (
	"fmt"
	"slices"
	"testing"
)

func TestLargeFilesAreBegunInTime(t *testing.T) {
	const small, large = 100 << 10, 10 << 20
	var jobs []Job
	for n := range 1000 {
		jobs = append(jobs, Job{File: File{ID: fmt.Sprint(n), Size: small}})
	}
	jobs[300].Size, jobs[995].Size = large, large
	at := func(list []*Job, id string) int {
		return slices.IndexFunc(list, func(j *Job) bool { return j.ID == id })
	}
	got := inTime(jobs, 4)
	var rest int64
	for _, j := range got[at(got, "995")+1:] {
		rest += j.Size
	}
	if rest < 3*large || rest > 3*large+2*small {
		t.Errorf("%d bytes come after the late large file, want %d", rest, 3*large)
	}
	if at(got, "300") != 300 {
		t.Errorf("the early large file has moved to %d", at(got, "300"))
	}
	if one := inTime(jobs, 1); !slices.EqualFunc(one, jobs, func(a *Job, b Job) bool { return a.ID == b.ID }) {
		t.Error("one worker reads in another order")
	}
	two := []Job{{File: File{ID: "a", Size: large}}, {File: File{ID: "b", Size: 2 * large}}}
	if got := inTime(two, 4); len(got) != 2 || got[0].ID != "b" {
		t.Errorf("of two large files %s comes first", got[0].ID)
	}
	if len(got) != len(jobs) || len(inTime(nil, 4)) != 0 {
		t.Errorf("%d jobs of %d", len(got), len(jobs))
	}
}
