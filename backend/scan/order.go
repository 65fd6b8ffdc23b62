package scan

import "slices"

// inTime returns the jobs in their order, but for the large files near the end:
// they are begun early enough that the other workers have something to do until
// they are read. Otherwise all wait for the one that has the last large file.
func inTime(jobs []Job, workers int) []*Job {
	ordered := make([]*Job, 0, len(jobs)) // the last one first
	var late []*Job                       // too large for where they stand
	var rest int64                        // bytes of ordered
	add := func(j *Job) {
		ordered = append(ordered, j)
		rest += j.Size
	}
	fits := func(j *Job) bool { return j.Size <= bufferSize || j.Size*int64(workers-1) <= rest }
	for i := range slices.Backward(jobs) {
		j := &jobs[i]
		if !fits(j) {
			late = append(late, j)
			continue
		}
		add(j)
		late = slices.DeleteFunc(late, func(l *Job) bool {
			if !fits(l) {
				return false
			}
			add(l)
			return true
		})
	}
	// What fits nowhere comes first, the largest before all.
	slices.SortStableFunc(late, func(a, b *Job) int { return int(min(max(a.Size-b.Size, -1), 1)) })
	ordered = append(ordered, late...)
	slices.Reverse(ordered)
	return ordered
}
