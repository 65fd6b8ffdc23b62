package archive

import "os"

// alive reports whether a process runs.
func alive(pid int) bool {
	p, err := os.FindProcess(pid) // opens it
	if err != nil {
		return false
	}
	_ = p.Release()
	return true
}
