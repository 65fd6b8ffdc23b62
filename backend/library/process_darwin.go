package library

import (
	"time"

	"golang.org/x/sys/unix"
)

// lookUp returns what the system says of a process.
func lookUp(pid int) process {
	info, err := unix.SysctlKinfoProc("kern.proc.pid", pid)
	if err != nil {
		return process{}
	}
	return process{name: unix.ByteSliceToString(info.Proc.P_comm[:]), started: time.Unix(info.Proc.P_starttime.Unix())}
}
