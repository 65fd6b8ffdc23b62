package library

import (
	"path/filepath"
	"time"

	"golang.org/x/sys/windows"
)

// lookUp returns what the system says of a process.
func lookUp(pid int) (p process) {
	h, err := windows.OpenProcess(windows.PROCESS_QUERY_LIMITED_INFORMATION, false, uint32(pid))
	if err != nil {
		return process{}
	}
	defer func() { _ = windows.CloseHandle(h) }()
	var created, ended, kernel, user windows.Filetime
	if windows.GetProcessTimes(h, &created, &ended, &kernel, &user) == nil {
		p.started = time.Unix(0, created.Nanoseconds())
	}
	name := make([]uint16, windows.MAX_LONG_PATH)
	size := uint32(len(name))
	if windows.QueryFullProcessImageName(h, 0, &name[0], &size) == nil {
		p.name = filepath.Base(windows.UTF16ToString(name[:size]))
	}
	return p
}
